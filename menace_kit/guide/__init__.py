"""Tells the human what to do next. No printing, no SQL.

`look_up` says which box a board asks for. `session` says what is due and what each step of a game
writes down, and `counting`, `taking_back` and `whole_games` the same of other acts; `players` has
who plays. `desk` joins a session to a logbook, `paper` reads a game that was written down
elsewhere and `paper_file` a file of them, `twin` plays as a copy of the machine, `wording` has
what is told of a session, of a game and of the logbook.

It exports nothing, so that a look-up is answered before what a logbook needs would be loaded.
"""
