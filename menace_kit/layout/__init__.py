"""What is where on paper, in mm: marks on pages. Knows no file format.

`marks` all that can be drawn. Built one upon the other: `primitives`, `text`, `label` how a kit's labels look and one
label, `label_sheets` which labels lie where and the fit test, `sheets`, `charts`.
"""
