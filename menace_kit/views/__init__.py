"""Plain values made from a kit and its logbook, for `--json`, the API and the pages.

All of it is made of shapes, which `shape` also turns into JSON, or of `elements` and `pieces`.
`json_output` is what commands print as JSON, and figures that the API tells, too.

- The present: `state`, with `running_game`, `open_box` and its `odds`, `tick_list`, `by_hand` and
  `totals`; `headlines` puts it into sentences. `machine` is what does not change.
- The past: `boxes`, `adjustments` to them, `games`, and `steps` with what they mean, `explained`.
- A career: its chart in `career`, `milestones`, `days`, `day_poster`, and `suspects` among boxes.
- A class: `class_career`, `standing`. Visitors: `visitors`, and `twin`, their copy of the machine.
"""
