"""The API as it describes itself: calls that the description allows,
and calls that it does not, get an answer.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable

from tests.examples import examples
from tests.web.server import Server
from tests.web.warm import served

EXAMPLES = 1
"""Calls of each kind that are tried of each operation."""


@pytest.fixture(name="described", scope="module")
def fixture_described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("described")) as server:
        for _ in range(5):
            server.play_on()
        yield server


@pytest.mark.prove
@pytest.mark.parametrize("mode", ["positive", "negative"])
def test_no_call_makes_the_server_fail(described: Server, mode: str) -> None:
    # Imported here: every worker reads this file, and few runs try these calls.
    import schemathesis
    from schemathesis.core.result import Ok

    # The events never end; they have tests of their own.
    api = schemathesis.openapi.from_url(f"{described.address}/api/openapi.json").exclude(
        path="/api/events"
    )
    tried, statuses = set(), set()
    for found in api.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()

        @given(case=operation.as_strategy(generation_mode=schemathesis.GenerationMode(mode)))
        @settings(examples(EXAMPLES), suppress_health_check=list(HealthCheck))
        def call(case: Any) -> None:
            # A change on an entry made up by chance would always be late.
            if (
                isinstance(case.body, dict)
                and isinstance(case.body.get("on"), int)
                and case.body["on"] % 2
            ):
                case.body["on"] = described.state()["entry"]
            answer = case.call(timeout=20)
            statuses.add(answer.status_code)
            assert answer.status_code < 500, answer.text
            if answer.status_code >= 400:
                assert answer.headers["content-type"] == ["application/problem+json"]
                assert answer.json()["detail"]

        with suppress(Unsatisfiable):  # a call without anything to say cannot be made wrongly
            call()
            tried.add(operation.label)
    assert len(tried) > 12
    assert ({422} if mode == "negative" else {200, 409, 422}) <= statuses
    assert described.state()["entry"] > 0


def test_every_call_has_a_summary_and_says_how_it_fails(described: Server) -> None:
    found = described.browser.get("/api/openapi.json").json()
    assert found["openapi"].startswith("3.")
    for path, methods in found["paths"].items():
        for method, facts in methods.items():
            assert facts["summary"], (method, path)
            expected = {"403", "422"} | ({"409", "413"} if method == "post" else set())
            assert expected <= set(facts["responses"]), (method, path)
    assert {"Problem", "Moment"} <= set(found["components"]["schemas"])


def test_the_plain_list_names_every_call_and_needs_nothing_from_elsewhere(
    described: Server,
) -> None:
    page = described.browser.get("/api/docs").text
    for path in described.browser.get("/api/openapi.json").json()["paths"]:
        assert path in page
    assert "http://" not in page
    assert "https://" not in page
