"""Charts: one kit of scales, axes, lines and legends, for slides, phones, screens behind the boxes, and films."""
