"""The lab compiled once, whichever process of a run needs it first."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def _compiled(compiled_lab: None) -> None:
    """Let one process compile what all of them use."""
    del compiled_lab
