"""The site: a folder of static files in which this program runs in a browser,
without a computer of one's own.

`folder` writes it: `fetching`, `packing` and `rendering` say of what, and the first page plays by
the data of `game`. Everything else runs inside it, in Python compiled to WebAssembly, and holds
no rules. `maker` is for the page that makes a kit: what is in its `offer`, a `preview`, and
the `choices` that somebody makes there; `choices_of_files` reads them back, `brought_files` too;
`links` carry them, `mistakes` have a place in the form. `companion` is for the logbook in a pocket,
which is in a `logbook_folder`, and its pages are `on_site`, below an address.
"""
