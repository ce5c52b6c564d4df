"""What every drawing is made of.

`page` a page's frame, cut guides and a printer's correction; `sheet` where labels lie, and a cutter's marks; `board` a
board with its beads; `pieces` what lies on it, and arrows; `code` square codes.
"""
