"""What a builder needs besides the machine itself.

`shopping`: what to buy, how many beads in reserve, what goes into which box, the steps of building;
`warnings`: what to know before. `adoption`: a kit file for boxes that are there already,
from a preset, or changed. `counts`: what is in the boxes, as a table. `cutting`: the strip of card
in a tray, boxes of card as nets. `forecasts`: how many beads machines need.
`printer`: a printer's error.
"""
