"""Charts.

`chart` the kit for all of them, `panels` what several have; `career` how a machine learned,
`learned` its chances, `class_chart` many machines, `day_poster` one day; `heatmap` all boxes
before and after; `dark` any of them on a dark screen.
"""
