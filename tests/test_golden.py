"""The golden files' own machinery, for a comparison that cannot fail proves nothing."""

import pytest

from tests.conftest import GOLDEN_FOLDER, Golden

pytestmark = pytest.mark.skipif(
    "config.getoption('--update-goldens')", reason="rewriting, not comparing"
)


def test_a_missing_golden_fails(golden: Golden) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"no-such-golden\.txt is missing"):
        golden("no-such-golden.txt", "")
    assert not (GOLDEN_FOLDER / "no-such-golden.txt").exists()


def test_a_golden_that_differs_fails(golden: Golden) -> None:
    text = (GOLDEN_FOLDER / "boxes-first-304.txt").read_text(encoding="ascii")
    golden("boxes-first-304.txt", text)
    with pytest.raises(AssertionError, match="differs"):
        golden("boxes-first-304.txt", text + "\n")
