"""Names that are nearly right: what was meant by them."""

from collections.abc import Iterable


def nearest_of(name: str, known: Iterable[str]) -> str:
    """Return the known name that a name may be a slip for, capitals or not;
    empty where none is near.
    """
    import difflib

    spelled = {each.casefold(): each for each in known}
    nearest = difflib.get_close_matches(name.casefold(), spelled, n=1)
    return spelled[nearest[0]] if nearest else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `did you mean blue?` for a name that may be a slip for a known one, or begins
    several; empty where none is near.
    """
    known = list(known)
    begun = [each for each in known if each.startswith(f"{name.casefold()}-")]
    nearest = " or ".join(begun) if len(begun) > 1 else nearest_of(name, known)
    return f"did you mean {nearest}?" if nearest else ""
