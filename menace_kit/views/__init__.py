"""What `--json`, the API and the pages show, once: plain values, made of a kit and its logbook.

`json_output`: what commands print as JSON. The others are for the API, the pages and the events,
in shapes that describe themselves, made of the `elements` of all views, with `pieces` drawn.

Now: the `state`, with the `running_game`, the `open_box` and its `odds`, the `tick_list`,
what is done `by_hand`, and `totals`; `headlines` say it. `machine` does not change.
Since the start: the `boxes`, `adjustments` to them, the `games`, and `steps`, `explained`.
A career: its chart in `career`, `milestones`, `days` and a `day_poster`; `suspects` among boxes.
A class: `class_career`, `standing`. For people: `visitors`, and the `twin` that they play against.
"""
