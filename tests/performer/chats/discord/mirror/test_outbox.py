"""The outbox: bounded, merged, dropped with a count; and what becomes of a post when Discord does not take it."""

from itertools import pairwise

import pytest

from performer.chats.discord.wire.calls import Send
from performer.chats.discord.wire.happenings import LinkChanged
from performer.clock import VirtualClock
from tests.performer.chats.discord.mirror.board import ASKED, STAGE, Show, ended, heard, mirrored, ready

pytestmark = pytest.mark.anyio


async def lines(show: Show, count: int, *, long: int = 0) -> None:
    """Have that many turns of one line each be heard."""
    for number in range(count):
        turn = await show.on_stage()
        await show.tell(heard(turn, f"Line {number + 1}{'.' * long}"), ended(turn))


async def test_a_busy_discord_gets_small_lines_in_one_message(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.takes_s = 5
        await lines(show, 100)
        await virtual_clock.advance(60)

        texts = show.board.texts(STAGE)
        assert len(texts) < 20
        assert "\n".join(texts).split("\n") == [f"Line {number + 1}" for number in range(100)]


async def test_a_flood_is_dropped_and_counted_once(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.takes_s = 5
        await lines(show, 60, long=1500)
        await virtual_clock.advance(100)
        await lines(show, 1)
        await virtual_clock.advance(10)

        shown = show.board.texts(STAGE)
        told = [text.split("\n")[0] for text in shown if "not shown" in text]
        assert told == [f"… {61 - len(shown)} lines were not shown"]
        assert shown[1].startswith("… ")
        assert shown[-1] == "Line 1"


async def test_answers_wait_for_the_link_and_go_on_when_it_is_back(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.is_up = False
        turn = await show.asked()
        await show.tell(ready(turn, "One."), ready(turn, "Two."), ended(turn), after_s=100)
        tries = len(show.board.calls)
        show.board.is_up = True
        show.mirror.hear(LinkChanged(is_up=True))
        await virtual_clock.advance(0.1)

        assert show.board.texts(ASKED) == ["One. Two."]
        assert tries <= 8


@pytest.mark.expects_log
async def test_the_end_of_the_show_does_not_wait_for_a_link_that_is_down(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.is_up = False
        turn = await show.asked()
        await show.tell(ready(turn, "One."), after_s=3)
        show.stream.close()
        await virtual_clock.advance(0.1)

        assert show.is_over.is_set()


async def test_what_may_have_been_sent_is_not_sent_again(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble, show.board.takes_s = ["unknown_outcome"], 1
        turn = await show.asked()
        await show.tell(ready(turn, "One."))
        await show.tell(ready(turn, "Two."), after_s=1.5)
        await show.tell(ready(turn, "Three."), ended(turn), after_s=9)

        sent = [call.content for call in show.board.calls if isinstance(call, Send)]
        assert sent == ["One.", "Two.", "Three."]


@pytest.mark.expects_log
async def test_what_discord_refuses_is_said_once_and_counted(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble = ["discord_error", "discord_error"]
        for text in ("One.", "Two.", "Three."):
            turn = await show.asked()
            await show.tell(ready(turn, text), ended(turn), after_s=2)

        assert show.board.texts(ASKED) == ["… 2 lines were not shown\nThree."]


async def test_a_change_that_is_refused_is_tried_once_more(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble = [None, "discord_error"]
        turn = await show.asked()
        await show.tell(ready(turn, "One."))
        await show.tell(ready(turn, "Two."), after_s=5)

        assert show.board.texts(ASKED) == ["One. Two."]


@pytest.mark.expects_log
async def test_nothing_more_is_added_to_an_answer_that_a_moderator_deleted(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble = [None, "discord_error", "discord_error"]
        turn = await show.asked()
        await show.tell(ready(turn, "One."))
        await show.tell(ready(turn, "Two."), after_s=5)
        await show.tell(ready(turn, "Three."), after_s=5)

        assert len(show.board.calls) == 3


@pytest.mark.expects_log
async def test_what_comes_too_late_twice_is_dropped(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble = ["deadline", "deadline"]
        turn = await show.asked()
        await show.tell(ready(turn, "One."), ended(turn), after_s=60)

        assert not show.board.shown


async def test_a_busy_channel_changes_all_its_messages_at_most_every_1_2_s(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turns = [await show.asked() for _ in range(5)]
        for word in range(10):
            await show.tell(*(ready(turn, f"Word {word}.") for turn in turns), after_s=0.5)
        await virtual_clock.advance(20)

        edits = sorted(at for shown in show.board.shown.values() for at in shown.at[1:])
        gaps = [after - before for before, after in pairwise(edits)]
        assert min(gaps) > 1.19
        assert all(shown.content.endswith("Word 9.") for shown in show.board.shown.values())
