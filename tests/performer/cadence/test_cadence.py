"""The cadence: rarer lines and smaller pictures while calls are slow, and the way back; all in virtual time."""

from collections.abc import Callable, Iterator
from random import Random
from statistics import median

import anyio
import pytest

from performer.cadence import Cadence
from performer.clock import VirtualClock
from performer.errors import ServiceError
from performer.events import CadenceChanged, EventStream
from performer.models.model import (
    AssistantMessage,
    Final,
    OnText,
    Step,
    StepRequest,
    ToolMessage,
    Usage,
    UserMessage,
)
from performer.tools import ToolCall
from performer.untrusted import Prompt


class Card:
    """A model on a graphics card: it reads pictures by their size, writes 20 tokens, and `load` makes all of it slow.

    What a call takes is spread a little, as on a real card.
    """

    name = "card"
    sees = True
    reason = "chosen"

    def __init__(self, clock: VirtualClock, *, tells: bool, spread: Iterator[float] | None = None) -> None:
        self.load = 1.0
        self.cold_s = 0.0
        self.breaks = False
        self.known = False
        self.shrinks: list[int] = []
        self._clock = clock
        self._tells = tells
        self._spread = spread or self._some()

    async def warm_up(self) -> None:
        """Be there."""

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        asked = request.messages[0]
        assert isinstance(asked, UserMessage)
        self.shrinks.append(asked.shrink)
        spread = next(self._spread)
        read_s = self.load * spread * (0.2 + (0.8 / asked.shrink**2 if asked.pictures else 0))
        if self.known or isinstance(request.messages[-1], ToolMessage):
            read_s *= 0.05
        answer_s = self.load * spread * 20 * 0.03
        await self._clock.sleep(self.cold_s + read_s)
        if self.breaks:
            raise ServiceError("it broke")
        on_text("Oh.")
        await self._clock.sleep(answer_s)
        told = Usage(answer_tokens=20, read_s=read_s, answer_s=answer_s) if self._tells else Usage()
        usage = Usage(load_s=self.cold_s) if self.cold_s else told
        return Final(text="Oh.", usage=usage)

    @staticmethod
    def _some() -> Iterator[float]:
        while True:
            yield from (1.0, 1.1, 0.95, 1.25, 1.05, 1.15, 0.9)


def wide(seed: int) -> Iterator[float]:
    """Spread calls log-normally: one in six takes half as long again, or longer."""
    chance = Random(seed)
    while True:
        yield chance.lognormvariate(0.0, 0.4)


class Show:
    """A model that is asked about a new picture again and again."""

    def __init__(self, clock: VirtualClock, *, tells: bool = True, spread: Iterator[float] | None = None) -> None:
        self.clock = clock
        self.stream = EventStream(clock)
        self.card = Card(clock, tells=tells, spread=spread)
        self.cadence = Cadence(clock, self.stream)
        self.model = self.cadence.timed(self.card)
        self.changes = self.stream.whole("test", CadenceChanged)
        self._asked = 0

    async def ask(self, calls: int, make: Callable[["Show"], StepRequest] | None = None) -> None:
        async def all_of_them() -> None:
            for _ in range(calls):
                self._asked += 1
                try:
                    await self.model.step((make or Show.about_a_picture)(self), lambda _: None)
                except ServiceError:
                    assert self.card.breaks

        async with anyio.create_task_group() as group:
            group.start_soon(all_of_them)
            await self.clock.advance(60.0 * calls)

    def about_a_picture(self) -> StepRequest:
        picture = str(self._asked).encode()
        return StepRequest(
            messages=(UserMessage(text=Prompt("Well? " * 100), pictures=(picture,), shrink=self.cadence.shrink),)
        )

    def steps(self) -> list[int]:
        """Take the steps that were stated since this was asked last."""
        return [each.event.step for each in self.changes.taken() if isinstance(each.event, CadenceChanged)]


@pytest.fixture
def show(virtual_clock: VirtualClock) -> Show:
    return Show(virtual_clock)


@pytest.mark.anyio
async def test_a_steady_model_is_asked_at_the_usual_pace_with_whole_pictures(show: Show) -> None:
    await show.ask(200)

    assert show.steps() == []
    assert (show.cadence.interval, show.cadence.why) == (1.0, "")
    assert set(show.card.shrinks) == {1}


@pytest.mark.anyio
@pytest.mark.parametrize("tells", [True, False])
async def test_slow_calls_lead_down_step_by_step_and_quick_ones_back(virtual_clock: VirtualClock, tells: bool) -> None:
    show = Show(virtual_clock, tells=tells)
    await show.ask(20)

    show.card.load = 6.0
    await show.ask(40)
    down = show.steps()
    slowest = (show.cadence.interval, show.card.shrinks[-8:].count(4))
    show.card.load = 1.0
    await show.ask(30)

    assert down == [1, 2, 3, 4]
    assert slowest == (4.0, 6)
    assert show.steps() == [3, 2, 1, 0]
    assert show.cadence.interval == 1.0
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
async def test_a_picture_that_the_server_has_read_already_teaches_nothing_of_reading(show: Show) -> None:
    def the_same(show: Show) -> StepRequest:
        return StepRequest(messages=(UserMessage(text=Prompt("Well? " * 100), pictures=(b"same",)),))

    await show.ask(1, the_same)
    show.card.known = True
    await show.ask(20, the_same)
    show.card.known = False

    await show.ask(20)

    assert show.steps() == []


@pytest.mark.anyio
async def test_smaller_pictures_alone_are_no_sign_that_the_card_is_free(show: Show) -> None:
    await show.ask(20)
    show.card.load = 2.4
    await show.ask(60)
    show.steps()

    await show.ask(100)

    assert show.cadence.interval == 2.25
    assert show.steps() == []
    assert show.card.shrinks[-40:].count(1) == 10


@pytest.mark.anyio
async def test_what_stays_slow_for_long_becomes_the_usual(show: Show) -> None:
    await show.ask(20)
    show.card.load = 1.8

    await show.ask(100)
    meanwhile = show.cadence.interval
    await show.ask(200)

    assert (meanwhile, show.cadence.interval) == (1.5, 1.0)


@pytest.mark.anyio
async def test_loading_the_model_is_no_slowness(show: Show) -> None:
    await show.ask(20)
    show.card.cold_s = 20.0

    await show.ask(10)

    assert show.steps() == []


@pytest.mark.anyio
async def test_calls_that_fail_late_show_slowness_and_those_that_fail_at_once_nothing(show: Show) -> None:
    await show.ask(20)
    show.card.breaks = True
    show.card.load = 0.01
    await show.ask(10)
    at_once = show.steps()

    show.card.load = 20.0
    await show.ask(3)

    assert (at_once, show.steps()) == ([], [1])


@pytest.mark.anyio
async def test_a_further_step_that_the_server_has_mostly_read_teaches_nothing_of_reading(show: Show) -> None:
    call = ToolCall(id="1", name="wave")
    said, answer = AssistantMessage(text=Prompt(""), calls=(call,)), ToolMessage(call=call, text=Prompt("waved"))

    def goes_on(show: Show) -> StepRequest:
        first = show.about_a_picture()
        return StepRequest(messages=(*first.messages, said, answer))

    await show.ask(20, goes_on)
    await show.ask(20)

    assert show.steps() == []


@pytest.mark.anyio
async def test_questions_of_another_kind_are_learned_though_the_last_of_the_old_kind_was_slow(
    virtual_clock: VirtualClock,
) -> None:
    show = Show(virtual_clock, tells=False)

    def without_a_picture(_show: Show) -> StepRequest:
        return StepRequest(messages=(UserMessage(text=Prompt("Well? " * 400)),))

    show.card.load = 2.0
    await show.ask(20)
    show.card.load = 6.0
    await show.ask(1)
    show.card.load = 2.0
    await show.ask(20, without_a_picture)
    show.card.load = 8.0

    await show.ask(8, without_a_picture)

    assert show.steps()[:1] == [1]


@pytest.mark.anyio
async def test_another_model_begins_anew(show: Show) -> None:
    await show.ask(20)
    show.card.load = 6.0
    await show.ask(3)
    show.steps()

    other = Card(show.clock, tells=True)
    other.name = "other"
    show.model = show.cadence.timed(other)
    await show.ask(1)

    assert show.steps() == [0]
    assert show.cadence.interval == 1.0


@pytest.mark.anyio
async def test_the_same_model_taken_back_is_known_already(show: Show) -> None:
    await show.ask(20)
    show.model = show.cadence.timed(show.card)
    show.card.load = 4.0

    await show.ask(3)

    assert show.steps() == [1]


@pytest.mark.anyio
async def test_why_lines_are_rarer_is_said(show: Show) -> None:
    await show.ask(20)
    show.card.load = 6.0
    await show.ask(30)

    assert show.cadence.why == (
        "it answers slowly, so the game comes first: asked 25% as often as usual, with smaller pictures"
    )
