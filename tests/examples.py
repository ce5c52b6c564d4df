"""How many examples hypothesis tries: few, always the same, in `make test`; many, new in each run, in `make prove`.

A test that needs another number of examples than the profile's says so with `examples`, which obeys the profile.
"""

from hypothesis import settings

QUICK = "quick"
PROVE = "prove"
EXAMPLES = {QUICK: 20, PROVE: 200}

# How long an example takes says more about the computer, busy with other tests, than about what is tested.
settings.register_profile(QUICK, max_examples=EXAMPLES[QUICK], derandomize=True, database=None, deadline=None)
settings.register_profile(PROVE, max_examples=EXAMPLES[PROVE], database=None, deadline=None)


def examples(quick: int) -> settings:
    """Return settings with that many examples in `make test`, and ten times as many in `make prove`."""
    return settings(max_examples=quick * settings().max_examples // EXAMPLES[QUICK])
