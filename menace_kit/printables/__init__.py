"""Everything that can be made from a kit, as files.

`catalogue` lists what there is, and is the only module here that is quick to import. `making` turns
entries of the catalogue into documents, and these into files. `build` makes all of a kit, `buying`
counts the pages for the shopping list, `pack` puts together the print pack.
"""
