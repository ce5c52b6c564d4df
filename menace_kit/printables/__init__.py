"""Everything that can be made from a kit, as files: what the command line writes,
and anyone else may ask for.

`catalogue` lists what there is, and is all that is quick to import.
`making` makes documents first, by one function for each printable, and files of them; `build` makes
all of a kit; `buying` counts the pages for the shopping list; `pack` binds the print pack.
"""
