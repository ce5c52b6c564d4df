"""What the companion keeps: made once for all who ask, anew where something
changed, never a mistake.
"""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from menace_kit.web.cache import MOST, MadeOnce


def test_a_thing_is_made_once_for_all_who_ask_and_anew_in_another_version() -> None:
    made: list[int] = []

    async def ask() -> None:
        kept = MadeOnce()

        def maker(version: int) -> "asyncio.Future[int]":
            async def make() -> int:
                await asyncio.sleep(0.01)
                made.append(version)
                return version

            return asyncio.ensure_future(make())

        assert (
            await asyncio.gather(*(kept.fetch("x", 1, lambda: maker(1)) for _ in range(5)))
            == [1] * 5
        )
        assert await kept.fetch("x", 1, lambda: maker(99)) == 1
        assert await kept.fetch("x", 2, lambda: maker(2)) == 2
        for number in range(MOST):
            await kept.fetch(number, 0, lambda: maker(0))
        assert await kept.fetch("x", 2, lambda: maker(3)) == 3

    asyncio.run(ask())
    assert made == [1, 2, *[0] * MOST, 3]


def test_what_takes_long_is_made_though_nobody_waited() -> None:
    async def ask() -> None:
        kept = MadeOnce()

        async def make() -> str:
            await asyncio.sleep(0.05)
            return "made"

        with pytest.raises(TimeoutError):
            await asyncio.wait_for(kept.fetch("x", 1, make), 0.001)
        await asyncio.sleep(0.1)
        assert await asyncio.wait_for(kept.fetch("x", 1, make), 0.001) == "made"

    asyncio.run(ask())


def test_a_mistake_is_told_and_not_kept() -> None:
    async def ask() -> None:
        kept = MadeOnce()
        tries: list[int] = []

        async def make() -> str:
            tries.append(1)
            if len(tries) == 1:
                raise ValueError("not yet")
            return "made"

        with pytest.raises(ValueError, match="not yet"):
            await kept.fetch("x", 1, make)
        assert await kept.fetch("x", 1, make) == "made"

    asyncio.run(ask())


def test_a_mistake_that_nobody_waited_for_is_not_kept_either() -> None:
    async def ask() -> None:
        kept = MadeOnce()

        async def fail() -> str:
            await asyncio.sleep(0.02)
            raise ValueError("not yet")

        async def make() -> str:
            return "made"

        with pytest.raises(TimeoutError):
            await asyncio.wait_for(kept.fetch("x", 1, fail), 0.001)
        await asyncio.sleep(0.05)
        assert await kept.fetch("x", 1, make) == "made"

    asyncio.run(ask())


def test_of_one_thing_only_the_newest_version_is_made_and_no_two_at_once() -> None:
    made: list[int] = []
    at_work: list[int] = []

    async def ask() -> None:
        kept = MadeOnce()

        def maker(version: int) -> Callable[[], Awaitable[int]]:
            async def make() -> int:
                at_work.append(version)
                assert at_work == [version]
                await asyncio.sleep(0.02)
                at_work.clear()
                made.append(version)
                return version

            return make

        asked = [
            asyncio.ensure_future(kept.fetch("x", version, maker(version))) for version in (1, 2)
        ]
        await asyncio.sleep(0.01)  # the first is being made already
        asked += [
            asyncio.ensure_future(kept.fetch("x", version, maker(version))) for version in (3, 4)
        ]
        other = await kept.fetch("y", 1, maker_of_another)
        assert other == "y"
        assert await asyncio.gather(*asked) == [2, 2, 4, 4]

    async def maker_of_another() -> str:
        return "y"

    asyncio.run(ask())
    assert made == [2, 4]
