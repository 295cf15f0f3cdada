"""The outbox: bounded, merged, dropped with a count; and what becomes of a post when Discord refuses it."""

import logging
import re
from itertools import pairwise

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.chats.discord.hub import Trouble
from performer.chats.discord.mirror.outbox import format_dropped
from performer.core.clock import VirtualClock
from tests.performer.chats.discord.mirror.mirroring import (
    ASKED,
    STAGE,
    TROUBLES,
    ended,
    lines,
    mirrored,
    ready,
    slowed,
)

pytestmark = pytest.mark.anyio


async def test_a_busy_discord_gets_small_lines_in_one_message(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.takes_s = 5
        await lines(show, 100)
        await virtual_clock.advance(60)

        texts = show.board.texts(STAGE)
        assert len(texts) < 20
        assert "\n".join(texts).split("\n") == [f"Line {number + 1}" for number in range(100)]


async def test_a_flood_is_dropped_and_counted(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.takes_s = 4
        await lines(show, 60, long=1500)
        await virtual_clock.advance(100)
        await lines(show, 1)
        await virtual_clock.advance(10)

        shown = show.board.texts(STAGE)
        told = [int(number) for text in shown for number in re.findall(r"^… (\d+) lines were not shown\n", text)]
        assert told
        assert sum(told) == 61 - len(shown)
        assert shown[-1] == "Line 61"


@pytest.mark.parametrize("is_done", [True, False])
async def test_a_flood_takes_nothing_that_may_be_there_already(virtual_clock: VirtualClock, is_done: bool) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble, show.board.does_unknown = ["unknown_outcome"], is_done
        await lines(show, 1, long=1500)
        await lines(show, 19, long=1500)
        await virtual_clock.advance(10)

        first, second, *rest = [text.rstrip(".") for text in show.board.texts(STAGE)]
        assert (first, second) == ("Line 1", "… 4 lines were not shown\nLine 6")
        assert len(rest) == 14


async def test_a_flood_takes_lines_before_it_takes_answers(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.is_up = False
        turn = await show.asked(channel=f"discord:{STAGE}")
        await show.tell(ready(turn, "Yes."), ended(turn))
        await lines(show, 30, long=1500)
        show.board.is_up = True
        await virtual_clock.advance(40)

        assert "Yes." in "".join(show.board.texts(STAGE))


@pytest.mark.expects_log
async def test_what_discord_refuses_is_said_once_and_counted(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble = ["discord_error", "discord_error"]
        for text in ("One.", "Two.", "Three."):
            turn = await show.asked()
            await show.tell(ready(turn, text), ended(turn), after_s=2)

        assert show.board.texts(ASKED) == ["… 2 lines were not shown\nThree."]


@pytest.mark.expects_log
@pytest.mark.parametrize("count", [2, 5, 40])
async def test_words_that_discord_refuses_take_no_other_line_along(virtual_clock: VirtualClock, count: int) -> None:
    for refused in sorted({2, count // 2 + 1, count}):
        async with mirrored(virtual_clock) as show:
            show.board.takes_s, show.board.forbidden = 0.5, str(refused)
            await lines(show, count)
            await virtual_clock.advance(30)
            shown = "\n".join(show.board.texts(STAGE)).split("\n")

            assert [text for text in shown if "…" not in text] == [
                f"Line {number}" for number in range(1, count + 1) if number != refused
            ]
            assert len(show.board.calls) <= 16


@pytest.mark.expects_log
async def test_each_line_whose_words_discord_refuses_is_counted_and_no_other(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.takes_s, show.board.forbidden = 0.5, "Line"
        await lines(show, 7)
        await virtual_clock.advance(30)
        show.board.forbidden = ""
        await lines(show, 1)
        await virtual_clock.advance(5)

        assert show.board.texts(STAGE) == ["… 7 lines were not shown\nLine 8"]


@pytest.mark.expects_log
async def test_dropped_lines_are_told_of_once_even_if_nobody_knows_whether_that_was_sent(
    virtual_clock: VirtualClock,
) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble = ["discord_error", "discord_error", "unknown_outcome"]
        for text in ("One.", "Two.", "Three.", "Four."):
            turn = await show.asked()
            await show.tell(ready(turn, text), ended(turn), after_s=2)
        await virtual_clock.advance(10)

        assert show.board.texts(ASKED) == ["… 2 lines were not shown\nThree.", "Four."]


@pytest.mark.expects_log
@pytest.mark.parametrize("is_done", [True, False])
async def test_dropped_lines_are_told_of_once_even_if_an_answer_overtakes_the_comment_that_tells_of_them(
    virtual_clock: VirtualClock, is_done: bool
) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble, show.board.does_unknown = ["discord_error", "unknown_outcome"], is_done
        for is_direct, text in ((True, "One."), (False, "Two."), (True, "Three."), (True, "Four.")):
            turn = await show.asked(is_direct=is_direct)
            await show.tell(ready(turn, text), ended(turn), after_s=2)
        await virtual_clock.advance(10)

        assert sorted(show.board.texts(ASKED)) == sorted(["… 1 line was not shown\nTwo.", "Three.", "Four."])


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


async def test_a_line_waits_for_a_channel_in_slow_mode_and_takes_the_others_along(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble = [slowed(70)]
        await lines(show, 3)
        await virtual_clock.advance(69)
        await lines(show, 2)
        assert show.board.texts(STAGE) == []

        await virtual_clock.advance(2)
        assert show.board.texts(STAGE) == ["Line 1\nLine 2\nLine 3\nLine 4", "Line 5"]
        assert len(show.board.calls) == 3


@pytest.mark.expects_log
async def test_what_slow_mode_would_keep_too_long_is_dropped_and_told(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble = [slowed(600)]
        await lines(show, 3)
        await virtual_clock.advance(550)
        await lines(show, 1)
        await virtual_clock.advance(49)
        assert len(show.board.calls) == 1

        await virtual_clock.advance(2)
        assert show.board.texts(STAGE) == ["… 3 lines were not shown\nLine 4"]


async def test_the_end_of_the_show_does_not_wait_for_a_channel_in_slow_mode(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble = [slowed(30), slowed(30)]
        await lines(show, 1)
        show.stream.close()
        await virtual_clock.advance(0.1)

        assert show.is_over.is_set()


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


Step = tuple[int, float, Trouble | None, int]
STEPS = st.lists(
    st.tuples(
        st.integers(1, 25),
        st.sampled_from([0.0, 0.3, 4.0]),
        st.sampled_from(TROUBLES),
        st.sampled_from([0, 1500]),
    ),
    min_size=1,
    max_size=6,
)
"""How many lines are heard, how slow Discord is then, how its next call fails, and how long the lines are."""


@pytest.mark.slow
@given(STEPS)
@settings(max_examples=20, deadline=None)
def test_whatever_happens_each_line_is_shown_once_in_its_place_or_counted(
    steps: list[Step],
) -> None:
    shown = anyio.run(weathered, steps)

    numbers = [int(number) for text in shown for number in re.findall(r"Line (\d+)", text)]
    counted = sum(int(number) for text in shown for number in re.findall(r"… (\d+) line", text))
    assert numbers == sorted(set(numbers))
    assert len(numbers) + counted == sum(step[0] for step in steps) + 1


async def weathered(steps: list[Step]) -> list[str]:
    """Go through it, and give what is shown at last."""
    logging.disable()
    try:
        async with mirrored(VirtualClock()) as show:
            for count, takes_s, trouble, long in steps:
                show.board.takes_s = takes_s
                show.board.trouble.append(trouble)
                show.board.does_unknown = not show.board.does_unknown
                await lines(show, count, long=long)
            show.board.takes_s = 0.0
            show.board.trouble.clear()
            await show.clock.advance(300)
            await lines(show, 1)
            await show.clock.advance(1)
            return show.board.texts(STAGE)
    finally:
        logging.disable(logging.NOTSET)


async def test_how_many_lines_were_not_shown_is_told_in_words_of_our_own() -> None:
    assert [format_dropped(count) for count in (1, 7)] == ["… 1 line was not shown", "… 7 lines were not shown"]
    assert not any(piece.is_foreign for piece in format_dropped(7).pieces)
