"""The mirror: what stands in which channel, and when; on a board in memory and a clock that is turned by hand."""

import anyio
import pytest

from performer.chats.discord.wire.calls import Edit, Send
from performer.core import events
from performer.core.clock import VirtualClock
from performer.guard.guard import Guard
from tests.performer.chats.discord.mirror.mirroring import ASKED, STAGE, ended, heard, mirrored, ready

pytestmark = pytest.mark.anyio


async def test_what_is_heard_of_a_turn_is_one_message_on_the_stage(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.on_stage()
        await show.tell(ready(turn, "One."), ready(turn, "Two."), heard(turn, "One."))

        assert show.board.texts(STAGE) == ["One."]
        await show.tell(heard(turn, "Two."), ended(turn), after_s=2)
        assert show.board.texts(STAGE) == ["One. Two."]


async def test_a_sentence_that_was_cut_is_left_out(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.on_stage()
        await show.tell(heard(turn, "Look there."), heard(turn, "Gold", cut=True), heard(turn, "", cut=True), after_s=2)

        assert show.board.texts(STAGE) == ["Look there."]


async def test_another_turn_or_a_long_pause_begins_another_message(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        one, two = await show.on_stage(), await show.on_stage()
        start = events.SpeechStarted(turn=two, sentence="s", text="x", duration_s=1, audible=True)
        await show.tell(heard(one, "One."), heard(two, "Two."), after_s=7)
        await show.tell(start, heard(two, "Later."), after_s=2)

        assert show.board.texts(STAGE) == ["One.", "Two.", "Later."]


async def test_an_answer_is_not_posted_again_when_it_is_heard(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked(channel=f"discord:{STAGE}")
        await show.tell(ready(turn, "One."), ended(turn), heard(turn, "One."), after_s=3)

        assert show.board.texts(STAGE) == ["One."]


async def test_what_is_only_written_stands_in_its_channel_alone(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        await show.tell(events.SentenceWritten(turn=turn, text="Hi @everyone."), ended(turn), after_s=3)

        assert show.board.texts(ASKED) == ["Hi @\u200beveryone."]
        assert not show.board.texts(STAGE)


async def test_without_a_stage_channel_only_answers_are_posted(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock, stage="") as show:
        turn = await show.on_stage()
        asked = await show.asked()
        await show.tell(heard(turn, "One."), ready(asked, "Yes."), after_s=2)

        assert [shown.content for shown in show.board.shown.values()] == ["Yes."]


async def test_a_picture_that_was_kept_is_attached_with_its_caption(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        digest = show.store.put(b"\xff\xd8\xff a jpeg")
        turn = await show.asked()
        await show.tell(events.PictureKept(turn=turn, digest=digest, caption="Look at [this](http://x.org)"), after_s=1)

        (shown,) = show.board.shown.values()
        assert shown.sent.pictures[0].filename == f"{digest}.jpg"
        assert shown.content == "Look at [this] (http://x.org)"


async def test_a_picture_that_is_gone_is_not_posted(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        await show.tell(events.PictureKept(digest="0" * 16, caption="x"), after_s=1)

        assert not show.board.calls


async def test_a_caption_that_the_guard_stops_is_left_out(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock, guard=Guard(words=["plonk"])) as show:
        digest = show.store.put(b"\x89PNG a picture")
        await show.tell(events.PictureKept(digest=digest, caption="a plonk"), after_s=1)

        (shown,) = show.board.shown.values()
        assert (shown.channel, shown.content, shown.sent.pictures[0].description) == (STAGE, "", "")


async def test_a_farewell_posts_what_was_told_last(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        show.stream.publish(ready(turn, "Bye."))
        await show.mirror.farewell()

        assert show.board.texts(ASKED) == ["Bye."]


async def test_the_calls_are_sends_and_edits_alone(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        turn = await show.asked()
        await show.tell(ready(turn, "One."), after_s=2)
        await show.tell(ready(turn, "Two."), after_s=2)

        assert [type(call) for call in show.board.calls] == [Send, Edit]


async def test_whoever_writes_below_what_was_said_waits_until_it_stands_there(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show, anyio.create_task_group() as tasks:
        show.board.takes_s = 1.5
        turn = await show.asked()
        show.stream.publish(events.SentenceWritten(turn=turn, text="I will ask first."))
        seen: list[list[str]] = []

        async def write_below() -> None:
            await show.mirror.catch_up(ASKED)
            seen.append(show.board.texts(ASKED))

        tasks.start_soon(write_below)
        await virtual_clock.advance(1)
        assert seen == []
        await virtual_clock.advance(1)

    assert seen == [["I will ask first."]]


async def test_nobody_waits_long_for_what_cannot_be_written(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show, anyio.create_task_group() as tasks:
        show.board.is_up = False
        turn = await show.asked()
        await show.tell(events.SentenceWritten(turn=turn, text="Nobody reads this."))
        is_over = anyio.Event()

        async def write_below() -> None:
            await show.mirror.catch_up(ASKED)
            is_over.set()

        tasks.start_soon(write_below)
        await virtual_clock.advance(3)

        assert is_over.is_set()
