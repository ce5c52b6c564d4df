"""Compiles the lab once, in the process that needs it first."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def _compiled(compiled_lab: None) -> None:
    """Let one process compile what all of them use."""
    del compiled_lab
