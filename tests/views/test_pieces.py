"""Arrows and pieces as a screen draws them: paths over squares of a width of 100."""

import pytest

from menace_kit.views.pieces import arrow_path, drawings


@pytest.mark.parametrize(
    ("end", "tall", "path"),
    [
        ((0.5, 1.5), 1, "M43.0 64.0L43.0 90.0L32.0 90.0L50.0 118.0L68.0 90.0L57.0 90.0L57.0 64.0Z"),
        (
            (0.5, 1.5),
            2,
            "M43.0 114.0L43.0 240.0L32.0 240.0L50.0 268.0L68.0 240.0L57.0 240.0L57.0 114.0Z",
        ),
        (
            (2.5, 0.5),
            1,
            "M64.0 57.0L190.0 57.0L190.0 68.0L218.0 50.0L190.0 32.0L190.0 43.0L64.0 43.0Z",
        ),
    ],
)
def test_an_arrow_lies_between_the_middles_of_two_squares(
    end: tuple[float, float], tall: float, path: str
) -> None:
    assert arrow_path((0.5, 0.5), end, tall) == path


def test_black_pawns_and_heads_of_matches_are_filled() -> None:
    filled = {name: [part.filled for part in piece.parts] for name, piece in drawings().items()}
    assert filled == {"white-pawn": [False], "black-pawn": [True], "match": [False, True]}
    shaft, head = drawings()["match"].parts
    assert shaft.path == "M41.0 25.0L59.0 25.0L59.0 184.0L41.0 184.0Z"
    assert head.path == "M33.0 36.0a17.0 17.0 0 0 0 34.0 0a17.0 17.0 0 0 0 -34.0 0Z"
    assert {name: piece.height for name, piece in drawings().items()} == {
        "white-pawn": 100, "black-pawn": 100, "match": 200,
    }  # fmt: skip
