"""Several endpoints: who leads when, in virtual time, with models that come, fail and come back."""

import anyio
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from performer.core.clock import VirtualClock
from performer.core.cues import OperatorCue
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.untrusted_text import Prompt
from performer.models.endpoint.endpoint import STAND_BY_S
from performer.models.model import StepRequest, UserMessage
from performer.models.settings import UnderstudyPolicy
from tests.performer.models.helpers import Company, company

pytestmark = pytest.mark.anyio


async def test_the_first_leads_and_the_second_stands_by_loaded(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock) as them:
        assert await them.answer() == ["first"]

        assert (them.lead.name, them.states) == ("first at pc-first", ["leads", "stands by"])
        assert them.lead.reason == "as configured; second at pc-second stands by"
        assert them.second.loads == 1
    assert them.told == [ServiceUp(service="brain", reason="first at pc-first: as configured")]


@pytest.mark.parametrize("how", ["off", "fails"])
async def test_a_step_that_fails_before_its_first_word_is_asked_of_the_next_at_once(
    virtual_clock: VirtualClock, how: str
) -> None:
    async with company(virtual_clock) as them:
        them.first.is_off = how == "off"
        them.first.fails_after = [""]

        assert await them.answer() == ["", "second"][how == "off" :]
    trouble = "first is gone" if how == "off" else "first broke off"
    assert them.told[1:] == [ServiceDown(service="brain", reason=f"{trouble}; second at pc-second leads now")]


async def test_a_step_of_which_something_was_heard_is_not_asked_again(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock) as them:
        them.first.fails_after = ["I was ab"]

        assert await them.answer() == ["I was ab", "<first broke off.>"]
        assert await them.answer() == ["second"]


async def test_who_failed_is_taken_back_once_it_is_loaded_and_that_is_said(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock) as them:
        them.first.fails_after, them.first.load_s = [""], 60
        await them.answer()
        await virtual_clock.advance(5)
        assert (them.states, them.lead.name) == (["loading", "leads"], "second at pc-second")
        assert them.lead.why_down == "first at pc-first is loading; second at pc-second leads now"

        await virtual_clock.advance(60)

        assert them.states == ["leads", "stands by"]
    assert them.told[-1] == ServiceUp(service="brain", reason="first at pc-first: as configured")


async def test_a_turn_stays_with_who_began_it(virtual_clock: VirtualClock) -> None:
    turn, next_turn = StepRequest(messages=(), cue=OperatorCue()), StepRequest(messages=(), cue=OperatorCue())
    async with company(virtual_clock) as them:
        them.first.fails_after = ["I was ab"]
        await them.answer()
        assert await them.answer(turn) == ["second"]
        await virtual_clock.advance(10)

        assert them.states == ["leads", "stands by"]
        assert await them.answer(turn) == ["second"]
        assert await them.answer(next_turn) == ["first"]


async def test_when_all_have_failed_it_keeps_quiet_at_first_and_says_so_once(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock) as them:
        them.first.is_off = them.second.is_off = True

        assert await them.answer() == ["<second is gone.>"]
        assert (await them.answer(), them.lead.name) == ([], "nobody")
        await virtual_clock.advance(300)
    assert [each.reason for each in them.told[1:] if isinstance(each, ServiceDown)] == [
        "first is gone; second at pc-second leads now",
        "second is gone; no other model is there either",
        "second is gone; the understudy performs until it is back",
    ]


async def test_the_understudy_that_always_plays_takes_the_very_step(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock, "always") as them:
        them.first.is_off = them.second.is_off = True

        assert await them.answer() == ["Ahem."]


async def test_the_second_leads_while_the_first_is_still_being_loaded(virtual_clock: VirtualClock) -> None:
    them = Company(virtual_clock, "auto")
    them.first.load_s = 60
    async with anyio.create_task_group() as group:
        await group.start(them.lead.run)
        await virtual_clock.advance(1)

        assert (them.states, them.lead.coming) == (["loading", "leads"], "")
        assert them.lead.reason == "as configured; first at pc-first is loading"
        group.cancel_scope.cancel()


async def test_a_first_that_is_not_there_at_the_start_is_said_with_who_leads(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock, off=["first"]) as them:
        assert await them.answer() == ["second"]
        assert them.lead.reason == "as configured; first is gone"
    assert them.told == [ServiceDown(service="brain", reason="first is gone; second at pc-second leads now")]


async def test_of_two_models_of_one_server_the_second_is_loaded_only_when_the_first_fails(
    virtual_clock: VirtualClock,
) -> None:
    async with company(virtual_clock, one_address=True) as them:
        await virtual_clock.advance(2 * STAND_BY_S)
        assert (them.states, them.second.loads) == (["leads", "in reserve"], 0)

        them.first.is_off = True
        await them.answer()

        assert (them.states, await them.answer()) == (["down", "leads"], ["second"])


async def test_a_model_that_is_being_loaded_holds_up_no_other_of_its_server(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock, one_address=True, off=["first"]) as them:
        them.first.is_off, them.first.load_s = False, 250
        await virtual_clock.advance(20)
        assert them.states == ["loading", "leads"]

        assert await them.answer() == ["second"]


async def test_one_that_fails_while_it_is_looked_after_is_down_and_comes_back(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock) as them:
        them.second.look_s, them.second.load_s = 1.5, 1
        await virtual_clock.advance(STAND_BY_S - 0.05)
        them.first.is_off, them.second.fails_after = True, [""]

        assert await them.answer() == ["", "<second broke off.>"]
        assert them.states == ["down", "down"]
        await virtual_clock.advance(10)
        assert (them.states, await them.answer()) == (["down", "leads"], ["second"])


async def test_one_that_stands_by_is_looked_after(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock) as them:
        them.second.is_off = True
        await virtual_clock.advance(STAND_BY_S)
        assert (them.states, them.lead.health()[1].last_error) == (["leads", "down"], "second is gone.")

        them.second.is_off = False
        await virtual_clock.advance(5)

        assert (them.states, them.first.loads) == (["leads", "stands by"], 1)
    assert len(them.told) == 1


async def test_whether_it_sees_follows_who_leads(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock) as them:
        them.second.sees = False
        assert them.lead.sees

        them.first.is_off = True
        await them.answer()

        assert not them.lead.sees


async def test_one_without_eyes_is_asked_of_no_picture(virtual_clock: VirtualClock) -> None:
    shown = StepRequest(messages=(UserMessage(text=Prompt("What is this?"), pictures=(b"jpeg",)),))
    async with company(virtual_clock) as them:
        them.second.sees = False
        them.first.is_off = True

        assert await them.answer(shown) == ["<first is gone.>"]
        assert await them.answer() == ["second"]


async def test_the_times_of_each_are_told(virtual_clock: VirtualClock) -> None:
    async with company(virtual_clock) as them:
        await them.answer()
        them.first.fails_after = [""]
        await them.answer()

        first, second = them.lead.health()
    assert (first.answers, first.failures, first.answer_s, first.last_error) == (1, 1, 1.0, "first broke off.")
    assert (second.answers, second.failures, second.answer_s) == (1, 0, 1.0)


TROUBLE = st.tuples(st.sampled_from(["first", "second"]), st.sampled_from(["off", "on", "fails", "breaks off"]))
STEPS_AT_ONCE = st.integers(0, 3)
PAUSE_S = st.sampled_from([0, 4, 6, 77, 90])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(TROUBLE, STEPS_AT_ONCE, PAUSE_S), min_size=1, max_size=8),
    st.sampled_from([0, 1.5]),
    st.booleans(),
    st.sampled_from(["auto", "always", "never"]),
)
@example([(("second", "fails"), 0, 77), (("first", "off"), 1, 4)], 1.5, False, "auto")  # fails as it is looked after
def test_whatever_fails_nobody_is_asked_twice_at_once_no_step_is_spoken_twice_and_the_first_comes_back(
    happens: list[tuple[tuple[str, str], int, float]], look_s: float, one_address: bool, policy: UnderstudyPolicy
) -> None:
    heard: list[list[str]] = []

    async def play() -> None:
        async with company(VirtualClock(), policy, one_address=one_address, load_s=2, look_s=look_s) as them:
            for (name, trouble), steps, pause_s in happens:
                them.go(name, trouble)
                heard.extend(await them.answers(steps))
                await them.clock.advance(pause_s)
                assert "" not in [each.name for each in them.lead.health() if each.state not in {"down", "loading"}]
            assert them.most_at_once() == 1
            for each in them.machines:
                each.is_off, each.fails_after = False, []
            await them.clock.advance(100)
            assert await them.answer() == ["first"]

    anyio.run(play)
    assert all(len([piece for piece in each if piece and piece[0] != "<"]) <= 1 for each in heard)
