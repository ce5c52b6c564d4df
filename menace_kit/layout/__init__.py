"""What is where on paper, in mm: marks on pages. Knows no file format."""

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
