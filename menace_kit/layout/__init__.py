"""What is where on paper, in mm: marks on pages. Knows no file format.

`marks` all that can be drawn. Built one upon the other: `page` a page's frame, where labels lie on
it and what is needed to cut them out, and a printer's correction; `board` a board with what lies
on it, and moves of two squares as arrows; `text`; `label` how a kit's labels look, and one label;
`label_sheets` which labels lie where, and the fit test; `sheets`; `charts`.
"""
