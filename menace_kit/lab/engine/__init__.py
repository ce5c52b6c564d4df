"""What plays: `arrays` and the `random_stream` of compiled code, which `compiling` keeps.

`tables` has games and machines, `trainer` the loop, `match` who plays whom, by their `roles`.
"""
