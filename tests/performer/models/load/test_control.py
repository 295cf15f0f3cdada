"""The load control: rarer lines and smaller pictures while calls are slow, and the way back; all in virtual time."""

from statistics import median

import pytest

from performer.core.clock import VirtualClock
from tests.performer.models.load.card import Show, wide


@pytest.mark.anyio
async def test_a_steady_model_is_asked_at_the_usual_pace_with_whole_pictures(show: Show) -> None:
    await show.ask(200)

    assert show.steps() == []
    assert (show.load.interval, show.load.why) == (1.0, "")
    assert set(show.card.shrinks) == {1}


@pytest.mark.anyio
@pytest.mark.parametrize("tells", [True, False])
async def test_slow_calls_lead_down_step_by_step_and_quick_ones_back(virtual_clock: VirtualClock, tells: bool) -> None:
    show = Show(virtual_clock, tells=tells)
    await show.ask(20)

    show.card.load = 6.0
    await show.ask(40)
    down = show.steps()
    slowest = (show.load.interval, show.card.shrinks[-8:].count(4))
    show.card.load = 1.0
    await show.ask(30)

    assert down == [1, 2, 3, 4]
    assert slowest == (4.0, 6)
    assert show.steps() == [3, 2, 1, 0]
    assert show.load.interval == 1.0
    assert show.card.shrinks[-1] == 1


@pytest.mark.anyio
@pytest.mark.parametrize(("load", "step"), [(1.4, 0), (1.8, 1), (2.7, 2), (3.6, 3), (8.0, 4)])
async def test_it_goes_as_far_down_as_calls_are_slow_and_stays_there(show: Show, load: float, step: int) -> None:
    await show.ask(20)

    show.card.load = load
    await show.ask(80)

    assert show.steps() == list(range(1, step + 1))


@pytest.mark.anyio
async def test_the_way_down_takes_three_calls_a_step_at_least(show: Show) -> None:
    await show.ask(20)
    show.card.load = 4.0

    await show.ask(2)
    after_two = show.steps()
    await show.ask(1)

    assert (after_two, show.steps()) == ([], [1])


@pytest.mark.anyio
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_calls_that_spread_widely_are_no_load(virtual_clock: VirtualClock, seed: int) -> None:
    show = Show(virtual_clock, spread=wide(seed))

    await show.ask(1000)

    assert show.steps() == []


@pytest.mark.anyio
async def test_a_card_that_becomes_half_as_quick_is_found_within_eight_calls(virtual_clock: VirtualClock) -> None:
    async def calls_until_found(show: Show) -> int:
        await show.ask(40)
        show.card.load = 2.0
        for calls in range(1, 40):
            await show.ask(1)
            if show.steps():
                return calls
        return 40

    spread = [await calls_until_found(Show(virtual_clock, spread=wide(seed))) for seed in range(15)]

    assert await calls_until_found(Show(virtual_clock)) <= 8
    assert median(spread) <= 8


@pytest.mark.anyio
async def test_a_slow_call_now_and_then_changes_nothing(show: Show) -> None:
    await show.ask(20)
    for _ in range(30):
        show.card.load = 5.0
        await show.ask(1)
        show.card.load = 1.0
        await show.ask(2)

    assert show.steps() == []


@pytest.mark.anyio
async def test_quick_calls_with_slow_ones_among_them_do_not_lead_back(show: Show) -> None:
    await show.ask(20)
    show.card.load = 2.4
    await show.ask(4)
    for _ in range(10):
        show.card.load = 1.0
        await show.ask(2)
        show.card.load = 2.4
        await show.ask(1)

    assert show.steps() == [1]


@pytest.mark.anyio
async def test_the_way_back_from_the_last_step_takes_sixteen_calls_at_most(show: Show) -> None:
    await show.ask(20)
    show.card.load = 6.0
    await show.ask(30)
    show.steps()
    show.card.load = 1.0

    await show.ask(16)

    assert show.steps() == [3, 2, 1, 0]


@pytest.mark.anyio
async def test_calls_of_half_a_second_are_never_slow(show: Show) -> None:
    show.card.load = 0.05
    await show.ask(20)
    show.card.load = 0.25

    await show.ask(20)

    assert show.steps() == []


@pytest.mark.anyio
async def test_smaller_pictures_alone_are_no_sign_that_the_card_is_free(show: Show) -> None:
    await show.ask(20)
    show.card.load = 2.4
    await show.ask(60)
    show.steps()

    await show.ask(100)

    assert show.load.interval == 2.25
    assert show.steps() == []
    assert show.card.shrinks[-40:].count(1) == 10


@pytest.mark.anyio
async def test_why_lines_are_rarer_is_said(show: Show) -> None:
    await show.ask(20)
    show.card.load = 6.0
    await show.ask(30)

    assert show.load.why == (
        "it answers more slowly than usual and is asked 25% as often, with smaller pictures, "
        "to leave the graphics card to the game"
    )
