"""The outbox while Discord takes nothing: who is tried, how often, and what comes of what waits."""

import logging
import re
from itertools import pairwise

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.chats.discord.hub import DiscordFailed, Trouble
from performer.chats.discord.wire.calls import Send
from performer.chats.discord.wire.values import LinkChanged
from performer.core.clock import VirtualClock
from performer.core.events.parts import ServiceDown
from performer.core.events.turns import TurnCut
from tests.performer.chats.discord.mirror.mirroring import (
    ASKED,
    STAGE,
    TROUBLES,
    Show,
    ended,
    heard,
    lines,
    mirrored,
    ready,
    slowed,
)
from tests.performer.chats.discord.mirror.test_cards import called, returned

pytestmark = pytest.mark.anyio


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
@pytest.mark.parametrize("trouble", ["unknown_outcome", "deadline"])
async def test_what_may_have_been_sent_is_sent_again_as_it_was_and_written_once(
    virtual_clock: VirtualClock, trouble: Trouble, is_done: bool
) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble, show.board.does_unknown, show.board.takes_s = [trouble] * 2, is_done, 1
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


async def wait_for_tries(show: Show, within_s: float) -> list[float]:
    """Let that time pass, and give the instants at which Discord was tried in it."""
    at_s: list[float] = []
    end_s, known = show.clock.now() + within_s, len(show.board.calls)
    while show.clock.now() < end_s:
        await show.clock.advance(0.25)
        at_s += [show.clock.now()] * (len(show.board.calls) - known - len(at_s))
    return at_s


@pytest.mark.expects_log
@pytest.mark.parametrize("trouble", ["unknown_outcome", "deadline", "link"])
async def test_while_an_answer_waits_behind_others_discord_is_tried_five_times_at_least(
    virtual_clock: VirtualClock, trouble: Trouble
) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble = [trouble] * 99
        for text in ("One.", "Two.", "Three."):
            turn = await show.asked()
            await show.tell(ready(turn, text), ended(turn), after_s=18)
        at_s = await wait_for_tries(show, 100)

        assert len(at_s) >= 5


@pytest.mark.expects_log
async def test_the_pauses_begin_anew_when_an_answer_is_given_up(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble = ["deadline"] * 99
        for text in ("One.", "Two."):
            turn = await show.asked()
            await show.tell(ready(turn, text), ended(turn))
        at_s = [virtual_clock.now(), *await wait_for_tries(show, 115)]

        pauses = [after - before for before, after in pairwise(at_s)]
        assert pauses[:7] == pytest.approx([4, 8, 16, 32, 4, 8, 16], rel=0.3)
        assert [text[-4:] for text in tries(show)][:8] == ["One."] * 5 + ["Two."] * 3


async def test_a_discord_that_answers_late_is_tried_as_often(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble, show.board.takes_s = ["deadline"] * 4, 15
        turn = await show.asked()
        await show.tell(ready(turn, "One."), ended(turn), after_s=110)

        assert show.board.texts(ASKED) == ["One."]


@pytest.mark.parametrize("trouble", ["unknown_outcome", "deadline", "link", slowed(8)])
async def test_no_comment_keeps_an_answer_from_being_tried(
    virtual_clock: VirtualClock, trouble: Trouble | DiscordFailed
) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble = [trouble] * 2
        for is_direct, text in ((False, "So do I."), (True, "It is a slime."), (True, "It is a cow.")):
            turn = await show.asked(is_direct=is_direct)
            await show.tell(ready(turn, text), ended(turn))
        await virtual_clock.advance(25)

        assert tries(show)[:4] == ["So do I.", "It is a slime.", "It is a slime.", "It is a cow."]


async def test_a_slow_discord_gets_the_answer_before_the_lines_that_wait(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.takes_s = 8
        await lines(show, 10, long=1500)
        turn = await show.asked(channel=f"discord:{STAGE}")
        await show.tell(ready(turn, "Yes."), ended(turn), after_s=20)

        assert show.board.texts(STAGE)[1] == "Yes."


@pytest.mark.expects_log
async def test_lines_that_are_older_than_75_s_are_left_out_and_younger_ones_are_not(
    virtual_clock: VirtualClock,
) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.is_up = False
        for _ in range(12):
            await lines(show, 1)
            await virtual_clock.advance(9)
        show.board.is_up = True
        show.mirror.hear(LinkChanged(is_up=True))
        await virtual_clock.advance(1)

        first, last = show.board.texts(STAGE)
        assert first == "\n".join(("… 4 lines were not shown", *(f"Line {number}" for number in range(5, 12))))
        assert last == "Line 12"


@pytest.mark.expects_log
async def test_each_outage_that_loses_something_is_logged(
    virtual_clock: VirtualClock, caplog: pytest.LogCaptureFixture
) -> None:
    async with mirrored(virtual_clock) as show:
        for _ in range(2):
            show.board.trouble = ["deadline"] * 99
            for _ in range(2):
                turn = await show.asked()
                await show.tell(ready(turn, "Lost."), ended(turn))
            await virtual_clock.advance(150)
            show.board.trouble = []
            await show.tell(ready(await show.asked(), "There."), after_s=40)

    assert [record.getMessage() for record in caplog.records] == [
        f"Channel {ASKED} misses a line of the show: It is deadline. It was tried 5 times."
    ] * 2


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


async def test_comments_that_reply_to_different_messages_are_not_put_together(virtual_clock: VirtualClock) -> None:
    async with mirrored(virtual_clock) as show:
        show.board.trouble = ["link"]
        for message in ("7", "8"):
            turn = await show.asked(message, is_direct=False)
            await show.tell(ready(turn, "So do I."), ended(turn))
        await virtual_clock.advance(10)

        assert [shown.sent.reply_to for shown in show.board.shown.values()] == ["7", "8"]


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


Said = tuple[str, list[Trouble | DiscordFailed | None], float]
KINDS = st.sampled_from(["answer", "comment", "line"])
FAILURES = st.lists(st.sampled_from([*TROUBLES, slowed(3), slowed(100)]), max_size=3)
PLAN = st.lists(st.tuples(KINDS, FAILURES, st.sampled_from([0.0, 2.0, 30.0])), min_size=1, max_size=15)
"""What is said, how the next calls fail, and the seconds until more is said."""


@pytest.mark.slow
@given(PLAN, st.booleans())
@settings(max_examples=30, deadline=None)
def test_whatever_happens_answers_stand_in_their_order_and_nothing_stands_twice(
    plan: list[Said], is_done: bool
) -> None:
    shown = anyio.run(say, plan, is_done)

    numbers = re.findall(r"(?:answer|comment|line) \d+", "\n".join(shown))
    answers = [int(each.split()[1]) for each in numbers if each.startswith("answer")]
    assert len(numbers) == len(set(numbers))
    assert answers == sorted(answers)


async def say(plan: list[Said], is_done: bool) -> list[str]:
    """Say all of it in one channel, and give what is shown at last."""
    logging.disable()
    try:
        async with mirrored(VirtualClock()) as show:
            show.board.does_unknown = is_done
            for number, (kind, failures, after_s) in enumerate(plan):
                show.board.trouble += failures
                text = f"{kind} {number}."
                if kind == "line":
                    await show.tell(heard(await show.on_stage(), text), after_s=after_s)
                else:
                    turn = await show.asked(channel=f"discord:{STAGE}", is_direct=kind == "answer")
                    await show.tell(ready(turn, text), ended(turn), after_s=after_s)
            show.board.trouble.clear()
            await show.clock.advance(300)
            return show.board.texts(STAGE)
    finally:
        logging.disable(logging.NOTSET)
