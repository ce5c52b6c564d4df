"""Tells the operator what to do next. No printing, no SQL.

`look_up` says which box a board asks for. `situation` says what is due, `session` what each step of
a game writes; `counting`, `taking_back` and `whole_games` do that for other acts; `players` checks
who plays. `desk` joins a session to a logbook. `paper` reads a game written elsewhere, `paper_file`
a file of them. `twin` plays as a copy of the machine. `wording` puts a session, a game and the
logbook into words.

It exports nothing, so that a look-up needn't load what a logbook needs.
"""
