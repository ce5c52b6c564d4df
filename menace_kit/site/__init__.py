"""The site: a folder of static files in which this program runs in a browser,
without a computer of one's own.

`folder` writes it, with the data of `game` that the first page plays by. Everything else runs
inside it, in Python compiled to WebAssembly, and holds no rules: `maker` for the page that makes
a kit, of the `choices` that somebody makes there, and `companion` for the logbook in a pocket.
"""
