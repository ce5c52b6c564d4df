"""What is where on paper, in mm: marks on pages. Knows no file format.

`marks` all that can be drawn. Built one upon the other: `primitives`, `text`, `labels`, `sheets`, `charts`.
"""

from menace_kit.layout.labels.sheets import LabelOrder, labels_by_stage, labels_document
from menace_kit.layout.marks import Document, Layer, Mark, Page

__all__ = [
    "Document",
    "LabelOrder",
    "Layer",
    "Mark",
    "Page",
    "labels_by_stage",
    "labels_document",
]
