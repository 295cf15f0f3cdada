"""Answers that outlive a run of the performer: the next run writes each of them, once; or says that it is too late."""

from pathlib import Path

import pytest

from performer.chats.discord.mirror.kept_messages import KeptMessages
from performer.chats.discord.wire.calls import Send
from performer.core.clock import VirtualClock
from performer.core.events.parts import ServiceDown
from performer.core.events.stream import EventStream
from performer.core.events.turns import TurnCut
from tests.performer.chats.discord.mirror.mirroring import ASKED, STAGE, Board, ended, heard, mirrored, ready
from tests.performer.memory.inline import InlineStore

pytestmark = pytest.mark.anyio


@pytest.fixture
def database(tmp_path: Path) -> InlineStore:
    return InlineStore(tmp_path / "memory.db")


def count_kept(database: InlineStore) -> int:
    return len(database.rows("SELECT * FROM posting"))


async def say_and_end(clock: VirtualClock, board: Board, database: InlineStore, *words: str) -> None:
    """Have somebody be answered in a run that then ends."""
    async with mirrored(clock, board=board, database=database) as show:
        turn = await show.asked(message="77")
        for each in words:
            await show.tell(ready(turn, each), after_s=2)
        await show.tell(ended(turn))


async def test_what_could_not_be_sent_is_sent_by_the_next_run_in_its_order(
    virtual_clock: VirtualClock, database: InlineStore
) -> None:
    board = Board(virtual_clock)
    board.is_up = False
    for text in ("One.", "Two."):
        await say_and_end(virtual_clock, board, database, text)
    board.is_up = True
    async with mirrored(virtual_clock, board=board, database=database):
        await virtual_clock.advance(1)

    assert board.texts(ASKED) == ["One.", "Two."]
    assert [shown.sent.reply_to for shown in board.shown.values()] == ["77", "77"]
    assert count_kept(database) == 0


async def test_what_was_on_its_way_is_sent_again_with_its_nonce_and_made_whole(
    virtual_clock: VirtualClock, database: InlineStore
) -> None:
    board = Board(virtual_clock)
    board.never_answers = True
    await say_and_end(virtual_clock, board, database, "One.", "Two.")
    assert board.texts(ASKED) == ["One."]

    board.never_answers = False
    async with mirrored(virtual_clock, board=board, database=database):
        await virtual_clock.advance(5)

    sent = [call for call in board.calls if isinstance(call, Send)]
    assert [call.content for call in sent] == ["One.", "One."]
    assert sent[0].nonce == sent[1].nonce != ""
    assert board.texts(ASKED) == ["One. Two."]


async def test_an_answer_is_on_the_disk_before_it_is_sent(virtual_clock: VirtualClock, database: InlineStore) -> None:
    board = Board(virtual_clock)
    board.never_answers = database.is_cut = True  # what was to be kept soon never is
    await say_and_end(virtual_clock, board, database, "One.")

    (row,) = database.rows("SELECT nonce, text, sent FROM posting")
    assert tuple(row) == (next(iter(board.shown.values())).sent.nonce, "One.", "One.")


async def test_an_answer_that_is_there_in_part_is_made_whole(
    virtual_clock: VirtualClock, database: InlineStore
) -> None:
    board = Board(virtual_clock)
    async with mirrored(virtual_clock, board=board, database=database) as show:
        turn = await show.asked()
        await show.tell(ready(turn, "One."), after_s=2)
        board.trouble = ["link", "link"]
        await show.tell(ready(turn, "Two."), after_s=2)
    board.trouble = []
    async with mirrored(virtual_clock, board=board, database=database):
        await virtual_clock.advance(5)

    assert board.texts(ASKED) == ["One. Two."]
    assert count_kept(database) == 0


@pytest.mark.expects_log
async def test_what_has_become_too_old_meanwhile_is_told_and_not_sent(
    virtual_clock: VirtualClock, database: InlineStore
) -> None:
    board, stream = Board(virtual_clock), EventStream(virtual_clock)
    board.is_up = False
    await say_and_end(virtual_clock, board, database, "One.")
    await virtual_clock.advance(121)
    board.is_up, told = True, stream.whole("test", ServiceDown)
    async with mirrored(virtual_clock, board=board, database=database, stream=stream):
        await virtual_clock.advance(5)

    (down,) = [each.event.reason for each in told.taken() if isinstance(each.event, ServiceDown)]
    assert down == f"Channel {ASKED} did not get an answer: The performer was away. It waited for 126 s."
    assert (board.shown, count_kept(database)) == ({}, 0)


async def test_only_answers_are_kept_and_none_that_was_cut(virtual_clock: VirtualClock, database: InlineStore) -> None:
    board = Board(virtual_clock)
    board.is_up = False
    async with mirrored(virtual_clock, board=board, database=database) as show:
        turn = await show.asked()
        await show.tell(ready(turn, "One."), TurnCut(turn=turn, reason="hush"), after_s=1)
        await show.tell(heard(await show.on_stage(), "A line."), after_s=1)
        await show.tell(ready(await show.asked(is_direct=False), "So do I."), after_s=1)
    board.is_up = True
    async with mirrored(virtual_clock, board=board, database=database):
        await virtual_clock.advance(60)

    assert board.texts(ASKED) + board.texts(STAGE) == []


async def test_no_nonce_is_given_twice_and_discord_takes_each(virtual_clock: VirtualClock) -> None:
    runs = []
    for _ in range(2):
        kept = KeptMessages(virtual_clock)
        runs += [kept.make_nonce() for _ in range(1000)]
        await virtual_clock.advance(0.001)

    assert len(set(runs)) == 2000
    assert max(map(len, runs)) <= 25
