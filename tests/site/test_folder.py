"""The site's folder: what is in it, and that Python starts from it under a policy that lets nothing leave its host."""

import pytest
from playwright.sync_api import Page

CALL = """async ([part, name, args]) => {
    const {startWorker} = await import(new URL("../static/site.js", location));
    const steps = [];
    const worker = startWorker(part, (step) => steps.push(step.text));
    try {
        return {result: await worker.call(name, args), steps};
    } finally {
        worker.stop();
    }
}"""
"""What a page does to call a function of a part: returns its result, and what was told while it started."""


@pytest.mark.site
def test_python_starts_in_the_browser_and_has_every_box(page: Page) -> None:
    told = page.evaluate(CALL, ["maker", "preview", [{}, "en", []]])
    assert told["result"]["facts"]["boxes"] == 304
    assert told["steps"] == ["runtime", "packages", "program", "start"]
