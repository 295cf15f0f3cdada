"""The cards: each call with its arguments and what came of it, never more than a message holds."""

from collections.abc import Iterable

import pytest

from performer.chats.discord.escape import count_utf16
from performer.chats.discord.wire.calls import EmbedCard
from performer.core import events
from performer.core.clock import VirtualClock
from performer.guard.guard import Guard
from performer.guard.normalise.readings import NormalizedText
from performer.guard.verdict import GuardHit
from tests.performer.chats.discord.mirror.mirroring import ASKED, STAGE, Board, heard, mirrored, ready

pytestmark = pytest.mark.anyio


def called(turn: int, call: str = "c", tool: str = "show_emote", **arguments: object) -> events.ToolCalled:
    return events.ToolCalled(turn=turn, call=call, tool=tool, arguments=arguments)


def returned(turn: int, call: str = "c", text: str = "It waves.") -> events.ToolReturned:
    return events.ToolReturned(turn=turn, call=call, tool="show_emote", text=text, after_s=0.1)


def size(cards: Iterable[EmbedCard]) -> int:
    fields = [count_utf16(name + value) for card in cards for name, value in card.fields]
    return sum(count_utf16(card.title + card.text) for card in cards) + sum(fields)


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
        (events.ToolFailed(turn=1, call="c", tool="t", reason="no '/srv/zoo/a.csv'"), ("Failed", "no 'a.csv'")),
        (events.ToolRefused(turn=1, call="c", tool="t", reason="not in /srv/zoo/b"), ("Refused", "not in b")),
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


def order(board: Board, channel: str) -> list[str]:
    """Return what stands in a channel, from above: its words, or the calls that a message of cards shows."""
    shown = [each for each in board.shown.values() if each.channel == channel]
    return [each.content or "+".join(card.title for card in each.cards) for each in shown]


async def test_words_that_come_after_a_call_stand_below_its_card(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        await show.tell(ready(turn, "Let me look."), called(turn, "a", "one"), called(turn, "b", "two"))
        await show.tell(ready(turn, "Found it."), returned(turn, "a"), returned(turn, "b"))
        at_once = order(show.board, ASKED)
        await show.tell(ready(turn, "Two of them."), called(turn, "c", "three"), after_s=2)

        assert at_once == ["Let me look.", "one+two", "Found it."]
        assert order(show.board, ASKED) == ["Let me look.", "one+two", "Found it. Two of them.", "three"]
        assert [each.sent.reply_to for each in show.board.shown.values()] == ["7", None, None, None]


async def test_what_is_heard_after_a_call_stands_below_its_card(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.on_stage()
        await show.tell(heard(turn, "One."), called(turn, "a", "one"), heard(turn, "Two."), called(turn, "b", "two"))
        await show.tell(heard(turn, "Three."), after_s=2)

        assert order(show.board, STAGE) == ["One.", "one", "Two.", "two", "Three."]


async def test_a_card_does_not_overtake_the_words_before_it(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.takes_s = 1
        other, turn = await show.asked(), await show.asked()
        await show.tell(ready(other, "Busy."), after_s=0.5)
        await show.tell(ready(turn, "Look."), called(turn, tool="one"), returned(turn), after_s=9)

        assert order(show.board, ASKED) == ["Busy.", "Look.", "one"]


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

    def find(self, reading: NormalizedText) -> Iterable[GuardHit]:
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
