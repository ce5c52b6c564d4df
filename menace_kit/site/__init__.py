"""The site: a folder of static files that runs this program in a browser, without installing it.

`folder` writes it with `fetching`, `packing` and `rendering`; the first page plays by the data of
`game`. Everything else runs in the browser, in Python compiled to WebAssembly, and holds no rules.
`maker` serves the kit maker's page: its `offer`, a `preview`, and the visitor's `choices`.
`choices_of_files` and `brought_files` turn a kit's files back into choices, `links` carry choices,
and `mistakes` puts each mistake at its field. `companion` serves the logbook in the browser, kept
in a `logbook_folder`; `on_site` puts its pages below an address.
"""
