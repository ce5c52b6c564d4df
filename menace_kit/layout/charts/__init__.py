"""Charts.

`chart` has what all of them are made of, `panels` what several share. `career` shows how a machine
learned, `learned` its chances, `class_chart` many machines, `day_poster` one day, and `heatmap` all
boxes before and after. `dark` changes any chart for a dark screen.
"""
