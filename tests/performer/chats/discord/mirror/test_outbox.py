"""The outbox: bounded, merged, dropped with a count; and what becomes of a post when Discord does not take it."""

import logging
import re
from itertools import pairwise

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.chats.discord.hub import DiscordFailed, Trouble
from performer.chats.discord.mirror.outbox import format_dropped
from performer.chats.discord.wire.calls import Send
from performer.chats.discord.wire.values import LinkChanged
from performer.core.clock import VirtualClock
from performer.core.events.parts import ServiceDown
from performer.core.events.turns import CueTaken, TurnCut
from tests.performer.chats.discord.mirror.mirroring import ASKED, STAGE, Show, ended, heard, mirrored, ready, slowed
from tests.performer.chats.discord.mirror.test_cards import called, returned

pytestmark = pytest.mark.anyio


async def lines(show: Show, count: int, *, long: int = 0) -> None:
    """Have that many turns of one line each be heard."""
    for number in range(count):
        turn = next(show.turns)
        for fact in (CueTaken(turn=turn, kind="scene"), heard(turn, f"Line {turn}{'.' * long}"), ended(turn)):
            show.stream.publish(fact)
        if number % 20 == 19:
            await show.tell()
    await show.tell()


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
        show.board.takes_s = 5
        await lines(show, 60, long=1500)
        await virtual_clock.advance(100)
        await lines(show, 1)
        await virtual_clock.advance(10)

        shown = show.board.texts(STAGE)
        told = [int(number) for text in shown for number in re.findall(r"^… (\d+) lines were not shown\n", text)]
        assert told
        assert sum(told) == 61 - len(shown)
        assert shown[-1] == "Line 61"


async def test_answers_wait_for_the_link_and_go_on_when_it_is_back(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.is_up = False
        turn = await show.asked()
        await show.tell(ready(turn, "One."), ready(turn, "Two."), ended(turn), after_s=100)
        count = len(show.board.calls)
        show.board.is_up = True
        show.mirror.hear(LinkChanged(is_up=True))
        await virtual_clock.advance(0.1)

        assert show.board.texts(ASKED) == ["One. Two."]
        assert count <= 8


async def test_the_end_of_the_show_does_not_wait_for_a_link_that_is_down(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.is_up = False
        turn = await show.asked()
        await show.tell(ready(turn, "One."), after_s=3)
        show.stream.close()
        await virtual_clock.advance(0.1)

        assert show.is_over.is_set()


def tries(show: Show) -> list[str]:
    return [call.content for call in show.board.calls if isinstance(call, Send)]


@pytest.mark.parametrize("is_done", [True, False])
async def test_what_may_have_been_sent_is_sent_again_as_it_was_and_written_once(
    virtual_clock: VirtualClock, is_done: bool
) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble, show.board.does_unknown, show.board.takes_s = ["unknown_outcome"] * 2, is_done, 1
        turn = await show.asked()
        await show.tell(ready(turn, "One."))
        await show.tell(ready(turn, "Two."), ended(turn), after_s=30)

        assert tries(show) == ["One."] * 3
        assert len({call.nonce for call in show.board.calls if isinstance(call, Send)}) == 1
        assert show.board.texts(ASKED) == ["One. Two."]


@pytest.mark.parametrize("trouble", ["unknown_outcome", "deadline", "link"])
async def test_what_meets_trouble_keeps_its_place(virtual_clock: VirtualClock, trouble: Trouble) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble = [trouble, trouble]
        for text in ("One.", "Two."):
            turn = await show.asked()
            await show.tell(ready(turn, text), ended(turn), after_s=1)
        await virtual_clock.advance(20)

        assert show.board.texts(ASKED) == ["One.", "Two."]


@pytest.mark.expects_log
@pytest.mark.parametrize("trouble", ["unknown_outcome", "deadline"])
async def test_an_answer_is_tried_five_times_over_a_minute_and_then_told_as_lost(
    virtual_clock: VirtualClock, trouble: Trouble
) -> None:
    async with mirrored(virtual_clock) as show:
        told, at_s = show.stream.whole("test", ServiceDown), [virtual_clock.now()]
        show.board.trouble = [trouble] * 9
        turn = await show.asked()
        await show.tell(ready(turn, "One."), ended(turn))
        while len(show.board.trouble) > 4 and virtual_clock.now() < 100:
            await virtual_clock.advance(0.25)
            at_s += [virtual_clock.now()] * (len(show.board.calls) - len(at_s))
        show.board.trouble = []
        await virtual_clock.advance(100)

        assert len(show.board.calls) == 5
        assert 48 <= at_s[-1] <= 72
        assert [after - before for before, after in pairwise(at_s)] == pytest.approx([4, 8, 16, 32], rel=0.3)
        (down,) = [each.event.reason for each in told.taken() if isinstance(each.event, ServiceDown)]
        assert down == f"Channel {ASKED} did not get an answer: It is {trouble}. It was tried 5 times."


async def test_no_two_shows_try_again_at_the_same_instant() -> None:
    waited_s = []
    for seed in (1, 2):
        async with mirrored(VirtualClock(seed)) as show:
            show.board.trouble = ["deadline"]
            await show.tell(ready(await show.asked(), "One."), after_s=10)
            waited_s += [shown.at[0] for shown in show.board.shown.values()]

    assert waited_s[0] != waited_s[1]


async def test_what_is_to_be_sent_again_later_waits_for_as_long_as_it_is_told_to(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        busy = DiscordFailed("unknown_outcome", "It is busy.", "discord.send", about="moment", again_in_s=25)
        show.board.trouble = [busy]
        await show.tell(ready(await show.asked(), "One."), after_s=24)
        assert not show.board.shown

        await virtual_clock.advance(2)
        assert show.board.texts(ASKED) == ["One."]


async def test_an_edit_that_meets_trouble_is_made_again(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble = [None, slowed(0), "deadline", "link"]
        turn = await show.asked()
        await show.tell(ready(turn, "One."))
        await show.tell(ready(turn, "Two."), ended(turn), after_s=60)

        assert show.board.texts(ASKED) == ["One. Two."]


async def test_an_outage_leaves_one_message_of_what_was_heard_and_no_half_sentences(
    virtual_clock: VirtualClock,
) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.is_up = False
        asked = await show.asked(channel=f"discord:{STAGE}")
        await show.tell(ready(asked, "Yes."), ended(asked))
        for number in range(7):
            turn = await show.on_stage()
            await show.tell(called(turn, f"c{number}"), returned(turn, f"c{number}"))
            await show.tell(heard(turn, f"Line {number}."), heard(turn, "Gold", cut=True), ended(turn), after_s=5)
        show.board.is_up = True
        await virtual_clock.advance(60)

        assert show.board.texts(STAGE) == ["Yes.", "\n".join(f"Line {number}." for number in range(6)), "Line 6."]
        assert len(show.board.cards(STAGE)) <= 3


@pytest.mark.expects_log
async def test_after_an_outage_whoever_spoke_to_the_performer_is_answered_and_nobody_else(
    virtual_clock: VirtualClock,
) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.is_up = False
        for is_direct, text in ((False, "So do I."), (True, "It is a slime.")):
            turn = await show.asked(is_direct=is_direct)
            await show.tell(ready(turn, text), ended(turn))
        await virtual_clock.advance(35)
        show.board.is_up = True
        await virtual_clock.advance(40)

        assert show.board.texts(ASKED) == ["… 1 line was not shown\nIt is a slime."]


async def test_an_answer_that_is_cut_while_its_sending_fails_never_comes(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble, show.board.takes_s = ["unknown_outcome"], 1
        turn = await show.asked()
        await show.tell(ready(turn, "One."))
        await show.tell(TurnCut(turn=turn, reason="hush"), after_s=60)

        assert len(show.board.calls) == 1


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
        show.board.trouble = [slowed(90)]
        await lines(show, 3)
        await virtual_clock.advance(89)
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
        await virtual_clock.advance(500)
        await lines(show, 1)
        await virtual_clock.advance(99)
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
TROUBLES: tuple[Trouble | None, ...] = (None, "link", "deadline", "discord_error", "unknown_outcome")
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
