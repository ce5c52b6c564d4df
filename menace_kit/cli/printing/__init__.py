"""The commands that make files to print: `print`, `build` and `calibrate`.

`sheets` is `print`, `choices` the options that its sheets have, `labelled`, `lists` and `played`
what these options mean.
"""
