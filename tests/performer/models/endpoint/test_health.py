"""The health of an endpoint."""

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.models.endpoint.endpoint import Endpoint
from performer.models.endpoint.health import read_health, read_helper_health
from performer.models.endpoint.request_gate import RequestGate
from performer.models.model import Candidate, FinalAnswer


async def choose() -> Candidate:
    raise ServiceError("there is none")


@pytest.fixture
def endpoint(virtual_clock: VirtualClock) -> Endpoint:
    return Endpoint("pc", choose, RequestGate(), virtual_clock)


def test_it_tells_where_the_model_is_and_what_was_measured_of_it(endpoint: Endpoint) -> None:
    endpoint.figures.count_answer(FinalAnswer(text="Oh."), 1.5)
    endpoint.figures.count_failure("it broke off")

    health = read_health(endpoint, "leads")

    assert (health.place, health.state, health.reason) == ("pc", "leads", "not asked yet")
    assert (health.answers, health.failures, health.answer_s, health.last_error) == (1, 1, 1.5, "it broke off")


@pytest.mark.parametrize(("trouble", "state"), [("", "loading"), ("it is gone", "down")])
def test_a_helper_that_is_not_there_is_down_or_loading(endpoint: Endpoint, trouble: str, state: str) -> None:
    endpoint.trouble = trouble

    assert read_helper_health(endpoint, "describes").state == state
