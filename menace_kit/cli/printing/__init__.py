"""The commands that make files to print: `print`, `build` and `calibrate`.

`sheets` is `print`, `choices` has the options of single sheets; `labelled`, `lists` and `played`
say what these options mean.
"""
