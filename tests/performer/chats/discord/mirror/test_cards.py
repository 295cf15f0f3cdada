"""The cards: each call with its arguments and what came of it, never more than a message holds."""

from collections.abc import Iterable

import pytest

from performer import events
from performer.chats.discord.mirror.split import width
from performer.chats.discord.wire.calls import Card
from performer.clock import VirtualClock
from performer.guard import Guard
from performer.guard.hit import Hit
from performer.guard.reading import Reading
from tests.performer.chats.discord.mirror.board import ASKED, STAGE, mirrored

pytestmark = pytest.mark.anyio


def called(turn: int, call: str = "c", tool: str = "show_emote", **arguments: object) -> events.ToolCalled:
    return events.ToolCalled(turn=turn, call=call, tool=tool, arguments=arguments)


def returned(turn: int, call: str = "c", text: str = "It waves.") -> events.ToolReturned:
    return events.ToolReturned(turn=turn, call=call, tool="show_emote", text=text, after_s=0.1)


def size(cards: Iterable[Card]) -> int:
    fields = [width(name + value) for card in cards for name, value in card.fields]
    return sum(width(card.title + card.text) for card in cards) + sum(fields)


async def test_a_call_is_one_card_with_its_arguments_and_result(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        await show.tell(called(turn, name="wave", size=2), returned(turn))

        ((card,),) = show.board.cards(ASKED)
        assert (card.title, card.text) == (r"show\_emote", "name: wave\nsize: 2")
        assert card.fields == (("Result", "It waves."),)


@pytest.mark.parametrize(
    ("end", "shown"),
    [
        (events.ToolRefused(turn=1, call="c", tool="t", reason="too often"), ("Refused", "too often")),
        (events.ToolFailed(turn=1, call="c", tool="t", reason="it broke"), ("Failed", "it broke")),
        (returned(1, text="[a](http://x.org) @here"), ("Result", "\\[a\\](http://x.org) @\u200bhere")),
    ],
)
async def test_what_came_of_a_call_is_told(
    virtual_clock: VirtualClock, end: events.Event, shown: tuple[str, str]
) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.on_stage()
        await show.tell(called(turn), end)

        ((card,),) = show.board.cards(STAGE)
        assert card.fields == (shown,)


async def test_a_slow_call_is_shown_before_it_ends(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        await show.tell(called(turn), after_s=1)
        before = [card.fields for card in show.board.cards(ASKED)[0]]
        await show.tell(returned(turn), after_s=2)

        assert before == [()]
        assert show.board.cards(ASKED)[0][0].fields == (("Result", "It waves."),)
        assert len(show.board.calls) == 2


async def test_calls_of_a_turn_share_messages_that_discord_takes(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        for number in range(25):
            await show.tell(called(turn, f"c{number}", text="_" * number * 100, more=["*" * 300]), after_s=0.2)
            await show.tell(returned(turn, f"c{number}", "`" * number * 50), after_s=0.2)
        await virtual_clock.advance(60)

        messages = show.board.cards(ASKED)
        assert sum(map(len, messages)) == 25
        assert all(len(cards) <= 10 and size(cards) <= 6000 for cards in messages)
        assert len(messages) < 10


async def test_an_argument_that_is_cut_says_so(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        await show.tell(called(turn, text="a" * 1500), after_s=1)

        ((card,),) = show.board.cards(ASKED)
        assert card.text == f"text: {'a' * 200} … (1,300 more characters)"


async def test_what_the_guard_stops_is_left_out(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock, guard=Guard(words=["plonk"])) as show:
        turn = await show.asked()
        await show.tell(called(turn, a="plonk", b="fine"), returned(turn, text="plonk"))
        await show.tell(called(turn, "d", tool="plonk"), after_s=2)

        ((card,),) = show.board.cards(ASKED)
        assert card.text == "(left out)\nb: fine"
        assert card.fields == (("Result", "(left out)"),)


class Broken:
    """A finder that breaks."""

    def find(self, reading: Reading) -> Iterable[Hit]:
        raise RuntimeError(reading.text)


@pytest.mark.expects_log
async def test_nothing_is_posted_that_a_broken_guard_cannot_tell_of(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock, guard=Guard(finders=[Broken()])) as show:
        turn = await show.asked()
        await show.tell(called(turn), returned(turn), after_s=2)

        assert not show.board.calls


async def test_a_turn_that_nobody_knows_shows_its_calls_nowhere(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        await show.tell(called(9), returned(9), after_s=2)

        assert not show.board.calls
