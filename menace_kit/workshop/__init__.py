"""What a builder needs besides the machine itself.

`shopping`: what to buy, how many beads in reserve, what goes into which box; `warnings`: what to know before.
`adoption`: a kit file for boxes that are there already, or from a preset. `cabinet`: its boards, cut by a laser, and
the strip of card in a tray. `fold_up`: boxes of card as nets, and folded. `printer`: a printer's error.
"""
