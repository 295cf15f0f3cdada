"""What a step leaves out after a refusal, and what of it is learnt."""

import pytest

from performer.models.driver.call_modes import LearntQuirks
from performer.models.driver.server_quirks import ServerQuirk, ServerQuirks
from performer.models.driver.step_refusals import StepRefusals
from performer.models.http.lines import ServerError

HELD = {"messages": [], "format": {"type": "object"}}
NO = ServerError("no", status=400, said="no")


@pytest.fixture
def learnt() -> LearntQuirks:
    return LearntQuirks(name="owl", model="owl", server="here", quirks=ServerQuirks(), only_for_now=frozenset())


@pytest.mark.anyio
async def test_a_suspicion_that_proved_true_is_learnt(learnt: LearntQuirks) -> None:
    with StepRefusals((), learnt) as refusals:
        assert refusals.take(NO, HELD) is ServerQuirk.REFUSES_FORMAT
        await refusals.prove()

    assert ServerQuirk.REFUSES_FORMAT in learnt.own
    assert ServerQuirk.REFUSES_FORMAT in learnt.quirks.find("here")


def test_a_step_that_broke_off_has_proved_nothing(learnt: LearntQuirks) -> None:
    with StepRefusals((), learnt) as refusals:
        refusals.take(NO, HELD)
        assert ServerQuirk.REFUSES_FORMAT in learnt.known

    assert not learnt.known


def test_what_is_refused_without_the_form_too_raises_what_was_said_first(learnt: LearntQuirks) -> None:
    with StepRefusals((), learnt) as refusals:
        refusals.take(NO, HELD)
        with pytest.raises(ServerError, match="no"):
            refusals.take(ServerError("then", status=400, said="then"), {"messages": []})


@pytest.mark.parametrize(
    "error",
    [
        ServerError("no", status=401, said="who are you?"),
        ServerError("no", status=500, said="oops"),
        ServerError("no", status=400, said="the context window is full"),
    ],
)
def test_what_is_about_the_asker_the_moment_or_the_length_is_no_refusal_of_a_form(
    learnt: LearntQuirks, error: ServerError
) -> None:
    with StepRefusals((), learnt) as refusals, pytest.raises(ServerError):
        refusals.take(error, HELD)
