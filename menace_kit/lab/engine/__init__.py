"""What plays: `arrays` of compiled code, how it is kept (`compiling`), its `random_stream`,
`tables` of games and machines, the `trainer`, a `match`.
"""
