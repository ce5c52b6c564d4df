"""What is printed besides labels: one sheet, one file.

Some files are parts of several sheets: `forms` cells to write in; `poster` sections and panels of
rules; `index_frames`, `index_codes`, `finding_lesson`, `practice` and `worked_example` the index;
`net_marks`, `folding`, `folded_pictures` and `oblique` boxes that are folded; `things` and `steps`
the drawings of building steps; `visitors_game` what a sticker or certificate shows of a game.
"""
