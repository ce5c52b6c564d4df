"""The libraries that the lab needs and the rest of the program does without."""

from importlib.util import find_spec

from menace_kit.errors import ExtraError

LIBRARIES = ("numpy", "numba", "joblib")


def check_extra(libraries: tuple[str, ...] = LIBRARIES, extra: str = "lab") -> None:
    """Go on where the libraries of an extra are installed; ExtraError says how to install them."""
    missing = [name for name in libraries if find_spec(name) is None]
    if missing:
        raise ExtraError(
            f"this needs {', '.join(missing)}, which the extra {extra!r} installs: in the folder of menace_kit type  "
            f'pip install ".[{extra}]"'
        )
