"""What is where on paper, in mm: marks on pages. Knows no file format.

`marks` is all that can be drawn. Built one upon the other: `page` a page's frame, `cutting` and
`grid` where things lie on it and how they are cut out, `corrected` a printer's correction; `arrows`
and `board` a board with what is on it, `changed_box` what a box has learned; `text`; `label_style`,
`label_code` and `label` one label; `label_plan`, `label_sheets`, `label_meaning`, `fit_test`,
`suiting_stocks` and `code_sheets` its sheets; `sheets` all others; `charts`.
"""
