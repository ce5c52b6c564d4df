"""Suggestions for misspelt names."""

from collections.abc import Iterable


def nearest_of(name: str, known: Iterable[str]) -> str:
    """Return the known name that is most like this one, ignoring case, or "" if none is close."""
    import difflib

    spelled = {each.casefold(): each for each in known}
    nearest = difflib.get_close_matches(name.casefold(), spelled, n=1)
    return spelled[nearest[0]] if nearest else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `did you mean blue?`, or "" if no known name is close.

    If the name is the first word of several known ones, all of them are suggested.
    """
    known = list(known)
    begun = [each for each in known if each.startswith(f"{name.casefold()}-")]
    nearest = " or ".join(begun) if len(begun) > 1 else nearest_of(name, known)
    return f"did you mean {nearest}?" if nearest else ""
