"""What is where on paper, in mm: marks on pages. Knows no file format.

`marks` all that can be drawn. Built one upon the other: `primitives`, `text`, `labels`, `sheets`, `charts`.
"""
