"""Loaded once, before companions are forked from it: the program with its compiled pages."""

import menace_kit.cli.serve
import menace_kit.web.app
import menace_kit.web.server  # noqa: F401 - loaded here for all forked processes
from menace_kit.text import load_words
from menace_kit.web.page import environment

PAGES = environment(load_words("en"))
for page in PAGES.list_templates(extensions=["html"]):
    PAGES.get_template(page)
