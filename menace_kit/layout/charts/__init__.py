"""Charts.

`chart` the kit for all of them; `career` how a machine learned, on paper, on a phone and behind
the boxes, or drawn by hand on squared paper; `heatmap` all boxes before and after.
"""
