"""What plays: `arrays` of compiled code, its `cache`, `tables` of games and machines, the `trainer`, a `match`."""
