"""What a builder needs besides the machine itself.

To buy: `shopping`, as text in `shopping_text`; how many beads in `reserve`, from the `forecasts`
of what machines need; `packs` that cost least. To know before: `warnings`, of `capacity`,
`learning_risks` and `colour_vision`. To build: the `steps`, the `filling` of the boxes,
the `fence` in a tray, and `nets` of boxes, whose walls are `faces`.
To begin with: `kit_files`, with `own_boxes`, `own_beads` and `own_palettes`; `adoption` of boxes
that are there already, with the `counts` of what is in them. `printer`: a printer's error.
"""
