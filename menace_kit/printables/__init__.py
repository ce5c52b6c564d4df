"""Everything that can be made from a kit, as files: what the command line writes,
and anyone else may ask for.

`catalogue` lists what there is, and is all that is quick to import.
`build` makes documents first, by one function for each printable; the shopping list counts their
pages, and only then is anything drawn in a file format, or bound as the kit book.
"""
