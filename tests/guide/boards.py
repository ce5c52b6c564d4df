"""Boards turned and flipped by hand, without the program's own symmetries."""


def ways_to_hold(board: str) -> list[str]:
    """Return a nine-character board turned and flipped in all eight ways."""
    ways = []
    for _ in range(4):
        board = "".join(board[square] for square in (6, 3, 0, 7, 4, 1, 8, 5, 2))
        ways += [board, board[2::-1] + board[5:2:-1] + board[:5:-1]]
    return ways


def drawn_form(board: str) -> str:
    """Return the largest of the eight, with '.' < noughts < crosses: the one on the box."""
    return max(ways_to_hold(board), key=lambda way: way.translate(str.maketrans(".OX", "012")))


def put(board: str, square: int, mark: str) -> str:
    assert board[square] == "."
    return board[:square] + mark + board[square + 1 :]
