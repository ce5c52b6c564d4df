"""Everything that can be made from a kit, as files.

`catalogue` lists what there is, and is the only module here that is quick to import. `making` makes
documents, one function for each printable, and files of them. `build` makes all of a kit, `buying`
counts the pages for the shopping list, `pack` puts together the print pack.
"""
