"""The pages, each a route and what only it shows; a page asks the companion as the API does.

`operate`: what is due, the quick log, the PIN. `boxes_and_games`: each box and game,
the map of the boxes, the kit's printables. `progress`: statistics, what was learned.
`screen`: for an audience; `watch`: on a visitor's phone.
"""
