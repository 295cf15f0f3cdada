"""Dead air: in virtual time, with a lead that is late for a reaction, and who performs beside it."""

from dataclasses import replace

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceProgressed
from performer.models.settings import UnderstudyPolicy
from tests.performer.models.selection.test_lead import GONE, REACTION, opened

pytestmark = pytest.mark.anyio

LATE = "ollama star did not begin to speak within 8 s; the understudy performs until it is back"


@pytest.mark.parametrize("policy", ["auto", "always"])
async def test_a_reaction_that_does_not_begin_within_8_s_is_the_understudys(
    virtual_clock: VirtualClock, policy: UnderstudyPolicy
) -> None:
    async with opened(virtual_clock, policy) as house:
        house.star.hold = anyio.Event()

        assert (await house.react(7.9), await house.react(8.0)) == ([], ["Ahem."])
        assert house.lead.name == "ollama star"
    assert [each.doing for each in house.told if isinstance(each, ServiceProgressed)] == [LATE]


async def test_until_it_has_answered_the_next_ones_are_the_understudys_at_once(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        house.star.hold = anyio.Event()
        await house.react(8)
        await virtual_clock.advance(15)
        assert (await house.react(0.1), len(house.star.order)) == (["Ahem."], 1)

        house.star.hold.set()
        house.star.hold = None
        await virtual_clock.advance(0)

        assert (await house.react(0), len(house.star.order)) == ([], 2)


async def test_one_that_came_a_little_late_is_known_to_be_slow_and_its_next_line_is_waited_for(
    virtual_clock: VirtualClock,
) -> None:
    async with opened(virtual_clock) as house:
        house.star.hold = anyio.Event()
        await house.react(8)
        await virtual_clock.advance(1.5)
        house.star.hold.set()
        house.star.hold = None
        await virtual_clock.advance(0)
        known_s = house.lead.line_time.line_s

        house.star.hold = anyio.Event()
        late = await house.react(9.5)

    assert known_s == 9.5
    assert "The model needs 10 s a line; a smaller one would be livelier." in house.lead.line_time.why
    assert late == []


async def test_what_it_says_after_its_time_is_heard_by_nobody_and_enough_at_once(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        house.star.hold = anyio.Event()
        heard: list[str] = []
        await house.step(REACTION, 8, heard.append)
        house.star.ends = "Too late."
        house.star.hold.set()

        await virtual_clock.advance(0)

        assert "".join(heard) == "Ahem."
        assert house.star.asked[-1].enough()


async def test_who_stands_in_goes_on_when_the_late_one_fails_at_last(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        house.star.hold, house.star.half_a_line = anyio.Event(), ""
        await house.react(8)
        house.star.trouble = house.absent = GONE
        house.star.hold.set()
        await virtual_clock.advance(0)

        assert house.lead.name == "understudy"
        assert await house.react(0) == ["Ahem."]


async def test_one_that_waited_for_its_turn_until_nobody_did_is_not_asked(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        house.star.hold = anyio.Event()
        async with anyio.create_task_group() as group:
            group.start_soon(house.answer)
            await virtual_clock.advance(1)
            await house.step(REACTION, 8)
            house.star.hold.set()
            await virtual_clock.advance(0)

        assert [request.phase for request in house.star.asked] == ["free"]


async def test_one_that_is_over_its_time_twice_in_a_row_rests_for_20_s(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        for late_s in (8, 10):  # the second time it is waited for longer: it is known to be slow
            house.star.hold = anyio.Event()
            await house.react(late_s)
            house.star.hold.set()
            await virtual_clock.advance(0)
        house.star.hold = None
        await virtual_clock.advance(19.8)
        assert (await house.react(0.1), len(house.star.order)) == (["Ahem."], 2)

        await virtual_clock.advance(0.1)

        assert (await house.react(0), len(house.star.order)) == ([], 3)


async def test_a_turn_that_is_cut_takes_its_request_with_it(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        house.star.hold = anyio.Event()
        await house.react(4)
        await virtual_clock.advance(0)
        house.star.hold = None

        assert await house.answer() == "Ta-da!"


async def test_who_stands_in_is_told_to_the_turn(virtual_clock: VirtualClock) -> None:
    taken: list[float] = []
    async with opened(virtual_clock) as house:
        house.star.hold = anyio.Event()
        request = replace(REACTION, taken_over=lambda: taken.append(virtual_clock.now()))
        await house.step(request, 8)

    assert taken == [8.0]


async def test_a_conversation_waits_for_the_lead_meanwhile(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        house.star.hold = hold = anyio.Event()
        await house.react(8)
        house.star.hold = None
        hold.set()

        assert not house.lead.sees  # so that it is told in words what it cannot see, and can be asked
        assert await house.answer() == "Ta-da!"


async def test_a_reaction_that_has_begun_may_take_as_long_again_and_no_longer(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        house.star.hold, house.star.begins = anyio.Event(), "Well, "
        assert await house.react(15.9) == ["Well, "]

        with pytest.raises(ServiceError, match="did not end its line within 16 s"):
            await house.step(REACTION, 16)


async def test_the_policy_never_waits_for_the_lead_however_long(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock, "never") as house:
        house.star.hold = anyio.Event()

        assert await house.react(30) == []
        assert house.lead.name == "ollama star"


async def test_a_reaction_of_a_lead_that_fails_is_an_ordinary_failure(virtual_clock: VirtualClock) -> None:
    async with opened(virtual_clock) as house:
        house.star.trouble = GONE

        with pytest.raises(ServiceError, match="no Ollama"):
            await house.lead.step(REACTION, lambda _: None)

        assert house.lead.name == "nobody"
