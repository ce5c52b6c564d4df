"""What is printed besides labels, one module for each sheet.

Some modules are shared by several sheets: `forms` has cells to write in; `poster` sections and
panels of rules; `index_frames`, `index_codes`, `finding_lesson`, `practice` and `worked_example`
belong to the index; `net_marks`, `folding`, `folded_pictures` and `oblique` to folded boxes;
`things` and `steps` draw the steps of building; `visitors_game` is what a sticker or certificate
shows of a game.
"""
