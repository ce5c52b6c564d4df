"""What plays: `arrays` of compiled code, `tables` of games and machines,
the `trainer`, a `match`.
"""
