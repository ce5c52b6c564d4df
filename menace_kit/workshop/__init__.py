"""What a builder needs besides the machine itself.

To buy: `shopping`, as text in `shopping_text`; the beads to keep in `reserve`, from `forecasts` of
what machines need; the cheapest `packs`. To know beforehand: `warnings` about `capacity`,
`learning_risks` and `colour_vision`. To build: the `steps`, the `filling` of the boxes, the `fence`
in a tray, and `nets` of boxes, whose walls are `faces`. To start with: `kit_files`, with
`own_boxes`, `own_beads`, `own_palettes` and `own_files`; `adoption` of existing boxes, with the
`counts` of what is in them. `printer` measures a printer's error.
"""
