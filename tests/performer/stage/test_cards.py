from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest

from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.stage.cards import StageCards
from performer.stage.connections import StageClients
from performer.stage.protocol.elements import Avatar, Card
from performer.stage.state import Stage

pytestmark = pytest.mark.anyio


class Kit:
    def __init__(self, clock: VirtualClock, guard: Guard | None = None) -> None:
        self.clock = clock
        self.stream = EventStream(clock)
        self.stage = Stage(clock, StageClients())
        self.cards = StageCards(clock, self.stage, self.stream, guard or Guard())

    async def tell(self, *happened: events.Event, after_s: float = 0.0) -> list[Card]:
        """State facts, let everybody settle and so much time pass, and give the cards on stage."""
        for each in happened:
            self.stream.publish(each)
        await self.clock.advance(after_s)
        return [each for each in self.stage.snapshot().elements if isinstance(each, Card)]


@asynccontextmanager
async def running(clock: VirtualClock, guard: Guard | None = None) -> AsyncIterator[Kit]:
    kit = Kit(clock, guard)
    async with anyio.create_task_group() as tasks:
        await tasks.start(kit.cards.run)
        await tasks.start(kit.stage.run)
        yield kit
        tasks.cancel_scope.cancel()


def errand(call: str = "c", tool: str = "mcp.pixellab.create_character", within_s: float = 60) -> events.ErrandStarted:
    return events.ErrandStarted(turn=1, errand=7, call=call, tool=tool, within_s=within_s)


def errand_ended(came: str, call: str = "c", text: str = "A secret cave.") -> events.ErrandEnded:
    return events.ErrandEnded(turn=1, errand=7, call=call, tool="t", came=came, text=text, took_s=12.3)  # type: ignore[arg-type]  # any of them


def called(call: str = "c", agent: str = "", tool: str = "search") -> events.ToolCalled:
    return events.ToolCalled(turn=1, call=call, tool=tool, agent=agent)


def told(
    text: str = "", done: float | None = None, total: float | None = None, call: str = "c", agent: str = ""
) -> events.ToolProgressed:
    return events.ToolProgressed(turn=1, call=call, tool="t", text=text, done=done, total=total, agent=agent)


def returned(text: str = "started, you will be told", call: str = "c") -> events.ToolReturned:
    return events.ToolReturned(turn=1, call=call, tool="t", text=text, after_s=3)


def agent(name: str = "researcher-1", parent: str = "", task: str = "Find out who lives here.") -> events.AgentStarted:
    return events.AgentStarted(turn=1, agent=name, prototype="researcher", task=task, parent=parent)


async def test_an_errand_is_shown_at_once_and_outlives_its_call_and_turn(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as kit:
        (card,) = await kit.tell(called(tool="mcp.pixellab.create_character"), errand())
        await kit.tell(returned(), events.TurnEnded(turn=1, reason="final", steps=1, sentences=0, took_s=1))
        (later,) = await kit.tell(events.TurnCut(turn=1, reason="hush"), after_s=20)

    assert (card.alt, card.text, card.state, card.progress) == ("Pixellab: create character", "", "working", None)
    assert later == card


@pytest.mark.parametrize(
    ("came", "state", "text"),
    [
        ("done", "done", "done after 12 s"),
        ("failed", "failed", "failed after 12 s"),
        ("lost", "failed", "failed after 12 s"),
    ],
)
async def test_how_an_errand_ended_is_shown_for_four_seconds_and_never_what_it_came_to(
    virtual_clock: VirtualClock, came: str, state: str, text: str
) -> None:
    async with running(virtual_clock) as kit:
        await kit.tell(errand(), told("Drawing.", 1, 4), after_s=12)
        (card,) = await kit.tell(errand_ended(came), after_s=3.9)

        assert (card.state, card.text) == (state, text)
        assert card.progress == (1.0 if came == "done" else 0.25)
        assert "cave" not in card.text
        assert await kit.tell(after_s=0.2) == []


async def test_an_errand_that_is_cancelled_is_gone_at_once(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as kit:
        await kit.tell(errand())

        assert await kit.tell(errand_ended("cancelled")) == []


async def test_progress_is_a_bar_and_the_last_words(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as kit:
        await kit.tell(errand(), told("Sketching.", 1, 4))
        (card,) = await kit.tell(told(done=3, total=4), after_s=1)
        (over,) = await kit.tell(told("Done soon.", 9, 4), told("Odd.", 3, 0), after_s=1)

    assert (card.text, card.progress) == ("Sketching.", 0.75)
    assert (over.text, over.progress) == ("Odd.", 1.0)


async def test_a_flood_of_progress_is_shown_four_times_a_second(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as kit:
        await kit.tell(errand())
        seen = {str(await kit.tell(told("Step.", step, 200), after_s=0.01)) for step in range(200)}
        (last,) = await kit.tell(after_s=0.3)

    assert len(seen) in range(8, 11)
    assert last.progress == 0.995


async def test_a_call_is_shown_once_it_has_told_something_and_runs_for_two_seconds(
    virtual_clock: VirtualClock,
) -> None:
    async with running(virtual_clock) as kit:
        early = await kit.tell(called(), called("silent"), told("Looking."), after_s=1.9)
        (card,) = await kit.tell(after_s=0.2)
        (ended,) = await kit.tell(returned("Found: a cave."), returned(call="silent"))

    assert early == []
    assert (card.alt, card.text) == ("Search", "Looking.")
    assert (ended.id, ended.state, ended.text) == (card.id, "done", "done after 3 s")


async def test_a_call_that_is_over_soon_is_never_shown(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as kit:
        await kit.tell(called(), told("Looking.", 1, 2), after_s=1)

        assert await kit.tell(returned(), after_s=5) == []


async def test_what_a_sub_agents_call_of_the_same_id_tells_is_not_the_shows(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as kit:
        theirs = events.ToolFailed(turn=1, call="c", tool="t", reason="Theirs.", agent="researcher-1")
        (card,) = await kit.tell(called(), told("Ours."), told("Theirs.", agent="researcher-1"), theirs, after_s=3)

    assert (card.text, card.state) == ("Ours.", "working")


async def test_a_call_goes_with_its_turn(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as kit:
        await kit.tell(called(), told("Looking."), after_s=3)

        assert await kit.tell(events.TurnCut(turn=1, reason="hush")) == []


async def test_of_a_sub_agent_its_task_is_shown_and_nothing_that_it_does_or_says(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as kit:
        await kit.tell(called(tool="delegate"), agent(), agent("researcher-2", parent="researcher-1"))
        await kit.tell(errand(tool="delegate"), called("c2", agent="researcher-1"))
        said = events.AgentSaid(turn=1, agent="researcher-1", text="It is a cave.")
        (card,) = await kit.tell(said, told("A cave.", call="c2", agent="researcher-1"), after_s=9)
        (ended,) = await kit.tell(
            events.AgentEnded(turn=1, agent="researcher-1", came="done", text="A cave.", took_s=150)
        )

    assert (card.alt, card.text, card.state) == ("Researcher", "Find out who lives here.", "working")
    assert (ended.text, ended.state) == ("done after 2 min", "done")


async def test_the_three_youngest_are_shown_and_an_older_one_when_there_is_room_again(
    virtual_clock: VirtualClock,
) -> None:
    async with running(virtual_clock) as kit:
        for call in "abc":
            await kit.tell(errand(call, tool=call), after_s=1)
        cards = await kit.tell(errand("d", tool="d"))
        again = await kit.tell(errand_ended("cancelled", "c"))

    assert [each.alt for each in cards] == ["B", "C", "D"]
    assert {each.alt for each in again} == {"A", "B", "D"}


async def test_cards_of_others_keep_their_place(virtual_clock: VirtualClock) -> None:
    sprite = Card(id="exhibit", alt="A slime", born_ms=0, state="done")
    async with running(virtual_clock) as kit:
        for call in "abc":
            await kit.tell(errand(call, tool=call), after_s=1)
        kit.stage.show(sprite)
        shown = await kit.tell(told("Still here.", call="c"), after_s=1)

    assert [each.alt for each in shown] == ["B", "C", "A slime"]


async def test_a_hush_takes_all_away_for_good(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as kit:
        await kit.tell(errand(), agent())
        hushed = await kit.tell(events.Hushed())

        assert hushed == await kit.tell(told("Still here."), errand_ended("done"), after_s=5) == []


async def test_what_the_guard_stops_is_not_shown(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock, Guard(words=["plonk"])) as kit:
        (card,) = await kit.tell(errand(tool="mcp.plonk.make"), told("A plonk.", 1, 2), after_s=1)
        (_, task) = await kit.tell(agent(task="Look for a p l o n k."), after_s=1)

    assert (card.alt, card.text, card.progress) == ("Working", "", 0.5)
    assert "o n k" not in task.text


async def test_a_card_whose_end_is_never_told_goes_by_itself(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as kit:
        await kit.tell(errand(within_s=30), after_s=30)

        assert await kit.tell(after_s=5) == []
        assert not kit.cards._known


async def test_cards_stand_where_no_bubble_hangs(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as kit:
        (left,) = await kit.tell(errand())
        kit.stage.show(Avatar(id="avatar", alt="", born_ms=0, side="left", srcs=(), srcs2x=()))
        (right,) = await kit.tell(told("On.", 1, 2), after_s=1)

    assert (left.side, right.side) == ("left", "right")


async def test_calls_that_nobody_ends_take_no_room(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as kit:
        for number in range(500):
            await kit.tell(called(str(number)))

        assert len(kit.cards._known) == 64
