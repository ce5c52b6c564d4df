"""Charts.

`chart` the kit for all of them; `career` how a machine learned, on paper, on a phone and behind the boxes; `heatmap`
all boxes before and after; `squared_paper` the first box's line, to be drawn by hand.
"""
