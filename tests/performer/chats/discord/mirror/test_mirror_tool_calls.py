"""What becomes of calls that take long, and of what sub-agents call, on the cards in a channel."""

import pytest

from performer.chats.discord.mirror.outbox import GAP_S
from performer.chats.discord.wire.calls import EmbedCard
from performer.core import events
from performer.core.clock import VirtualClock
from performer.guard.guard import Guard
from tests.performer.chats.discord.mirror.mirroring import ASKED, STAGE, Show, mirrored
from tests.performer.chats.discord.mirror.test_cards import called, returned, size

pytestmark = pytest.mark.anyio

STARTED = "It is started as number 7 and takes a while; you will be told."


def told(turn: int, text: str = "", done: float | None = None, *, call: str = "c") -> events.ToolProgressed:
    total = None if done is None else 4
    return events.ToolProgressed(turn=turn, call=call, tool="t", text=text, done=done, total=total)


def errand(turn: int, call: str = "c") -> events.ErrandStarted:
    return events.ErrandStarted(turn=turn, errand=7, call=call, tool="t", within_s=360)


def errand_ended(turn: int, came: str, text: str = "A blue slime.", call: str = "c") -> events.ErrandEnded:
    return events.ErrandEnded(turn=turn, errand=7, call=call, tool="t", came=came, text=text)  # type: ignore[arg-type]  # any of them


def agent(turn: int, name: str, parent: str = "", prototype: str = "researcher") -> events.AgentStarted:
    return events.AgentStarted(turn=turn, agent=name, prototype=prototype, task="Look.", parent=parent)


def called_by(name: str, turn: int, call: str = "x") -> events.ToolCalled:
    return events.ToolCalled(turn=turn, call=call, tool="mcp.time.now", agent=name)


def only_card(show: Show, channel: str = ASKED) -> EmbedCard:
    ((card,),) = show.board.cards(channel)
    return card


async def test_progress_is_shown_on_the_card_and_then_what_came_of_it(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        await show.tell(called(turn), told(turn, "Drawing_it.", 1), after_s=1)
        working = only_card(show).fields
        await show.tell(told(turn, done=3), after_s=2)
        further = only_card(show).fields
        await show.tell(returned(turn), told(turn, "Late.", 4), after_s=2)

        assert working == (("Working", "25 %: Drawing\\_it."),)
        assert further == (("Working", "75 %"),)
        assert only_card(show).fields == (("Result", "It waves."),)


async def test_a_flood_of_progress_is_written_at_the_mirrors_pace(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        await show.tell(called(turn))
        for step in range(200):
            await show.tell(told(turn, f"Step {step}."), after_s=0.05)
        await show.tell(after_s=2)

        assert only_card(show).fields == (("Working", "Step 199."),)
        assert len(show.board.calls) <= 10 / GAP_S + 3


@pytest.mark.parametrize(
    ("came", "name", "color"),
    [("done", "Result", 0x2ECC71), ("failed", "Failed", 0xE74C3C), ("lost", "Failed", 0xE74C3C)],
)
async def test_an_errands_card_tells_what_came_of_it_when_it_is_over(
    virtual_clock: VirtualClock, came: str, name: str, color: int
) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        await show.tell(called(turn), errand(turn), returned(turn, text=STARTED), after_s=2)
        working = only_card(show).fields
        await show.tell(told(turn, "Shading.", 2), after_s=90)
        further = only_card(show).fields
        await show.tell(errand_ended(turn, came), after_s=2)

        assert working == (("Working", "It may take up to 360 s."),)
        assert further == (("Working", "50 %: Shading."),)
        assert (only_card(show).fields, only_card(show).color) == (((name, "A blue slime."),), color)


async def test_an_errand_that_is_cancelled_says_so(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.on_stage()
        await show.tell(called(turn), errand(turn), errand_ended(turn, "cancelled", "all is to be quiet"), after_s=2)

        assert only_card(show, STAGE).fields == (("Cancelled", "all is to be quiet"),)


async def test_an_errand_outlives_the_turns_that_the_mirror_remembers(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        await show.tell(called(turn), errand(turn), after_s=2)
        for _ in range(100):
            await show.on_stage()
        await show.tell(told(turn, "Shading."), errand_ended(turn, "done"), after_s=2)

        assert only_card(show).fields == (("Result", "A blue slime."),)
        assert not show.mirror._jobs


async def test_of_many_errands_whose_end_is_missed_the_newest_are_remembered(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        for _ in range(50):
            turn = await show.on_stage()
            await show.tell(called(turn), errand(turn))

        assert len(show.mirror._jobs) == 32


async def test_what_a_sub_agent_calls_is_counted_on_the_card_that_sent_it(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        await show.tell(called(turn, "d", "delegate", prototype="researcher", task="Look."), agent(turn, "r-1"))
        await show.tell(called_by("r-1", turn), after_s=1)
        one = only_card(show).fields
        await show.tell(errand(turn, "d"), agent(turn, "s-1", parent="r-1", prototype="scout"))
        await show.tell(called_by("s-1", turn), called_by("r-1", turn, "d"), called_by("nobody", turn), after_s=2)
        three = only_card(show).fields
        await show.tell(errand_ended(turn, "done", "Found.", "d"), after_s=2)

        assert one == (("Calls", "researcher: 1 call"),)
        assert three == (("Calls", "researcher: 3 calls"), ("Working", "It may take up to 360 s."))
        assert only_card(show).fields == (("Calls", "researcher: 3 calls"), ("Result", "Found."))


async def test_two_sub_agents_are_counted_each_by_itself(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        for number in "12":
            await show.tell(called(turn, number, "delegate", prototype="researcher"))
        await show.tell(agent(turn, "r-1"), agent(turn, "r-2"))
        await show.tell(called_by("r-1", turn), called_by("r-2", turn), called_by("r-2", turn), after_s=1)

        ((one, two),) = show.board.cards(ASKED)
        assert (one.fields, two.fields) == ((("Calls", "researcher: 1 call"),), (("Calls", "researcher: 2 calls"),))


async def test_a_sub_agents_call_of_the_same_id_does_not_end_the_shows(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        theirs = events.ToolReturned(turn=turn, call="c", tool="t", text="Theirs.", after_s=1, agent="r-1")
        await show.tell(called(turn), called_by("r-1", turn, "c"), theirs, after_s=2)

        assert only_card(show).fields == ()


async def test_progress_that_the_guard_stops_is_left_out(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock, guard=Guard(words=["plonk"])) as show:
        turn = await show.asked()
        await show.tell(called(turn), told(turn, "a p l o n k"), after_s=1)

        assert only_card(show).fields in ((("Working", "(left out)"),), (("Working", "a ●●●"),))


async def test_cards_that_grow_by_their_progress_stay_within_what_discord_takes(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        for number in range(25):
            await show.tell(called(turn, f"c{number}", text="_" * 200, more=["*" * 300]))
            await show.tell(told(turn, "`" * 1000, call=f"c{number}"), errand(turn, f"c{number}"))
        for number in range(25):
            await show.tell(errand_ended(turn, "cancelled", "`" * 1000, f"c{number}"))
        await virtual_clock.advance(90)

        messages = show.board.cards(ASKED)
        assert sum(map(len, messages)) == 25
        assert all(len(cards) <= 10 and size(cards) <= 6000 for cards in messages)
