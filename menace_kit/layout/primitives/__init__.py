"""What every drawing is made of.

`page` a page's frame, where labels lie on it and what is needed to cut them out, and a printer's correction;
`board` a board with what lies on it, and moves of two squares as arrows.
"""
