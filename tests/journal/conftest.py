"""Nothing stays open after a test of the journal."""

from collections.abc import Iterator

import pytest

from tests.journal.games import close_lent_journals


@pytest.fixture(autouse=True)
def _closed_after_the_test() -> Iterator[None]:
    yield
    close_lent_journals()
