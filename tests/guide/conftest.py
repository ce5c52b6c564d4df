"""Closes everything after each test."""

from collections.abc import Iterator

import pytest

from tests.logbook.games import close_lent_logbooks


@pytest.fixture(autouse=True)
def _closed_after_the_test() -> Iterator[None]:
    yield
    close_lent_logbooks()
