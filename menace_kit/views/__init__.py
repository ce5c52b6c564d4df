"""What `--json`, the API and the pages show, once: plain values, made of a kit and its logbook.

`json_output`: what commands print as JSON. For the API, the pages and the events,
in shapes that describe themselves: `elements`: boards, colours, moves, places, the kit.
`state`: how things stand, and a look-up. `box`: the boxes and each one's changes.
`game`: the games, step by step. `statistics`: the chart of a career, its milestones and days.
`twin`: a copy that somebody plays against.
"""
