"""What plays: `arrays` and the `random_stream` of compiled code, which `compiling` keeps.

`tables` has games and machines, `match` who plays whom, by their `roles`. `trainer` plays the
games: `draws` choose the moves, and `reinforcement` follows.
"""
