"""What is where on paper: marks on pages, in mm. Knows no file format.

`marks` are all that can be drawn. `page` is a page's frame; `cutting` and `grid` say where things
are on it and how they are cut out; `corrected` allows for a printer's error. `arrows` and `board`
draw a board and what is on it, `changed_box` what a box has learned, and `text` sets text.
`label_style`, `label_code` and `label` draw one label; `label_plan`, `label_sheets`,
`label_meaning`, `fit_test`, `suiting_stocks` and `code_sheets` are about sheets of them. `sheets`
has all other sheets, `charts` the charts.
"""
