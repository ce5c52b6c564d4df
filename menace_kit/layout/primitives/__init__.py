"""What every drawing is made of.

`page` a page's frame, and a printer's correction; `cut_sheet` where labels lie, and what is needed to cut them out;
`board` a board with what lies on it, and moves of two squares as arrows.
"""
