"""The limit of answers: never more than so many within any hour."""

from datetime import datetime, timedelta

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.chats.discord.chat.reply_quota import HOUR_S, ReplyCounter, ReplyQuota
from performer.chats.discord.permissions import People
from performer.chats.discord.settings import DiscordSettings
from performer.core.clock import VirtualClock
from performer.core.cues import ChatLine
from performer.core.events.speech import SentenceReady
from performer.core.events.stream import EventStream
from performer.core.events.turns import CueTaken
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from tests.performer.chats.discord.given import LittleLink, LittleMemory

pytestmark = pytest.mark.anyio


class Booted(VirtualClock):
    """A clock of a machine that was started later: its seconds begin anew, its wall shows what it shows."""

    def __init__(self, later_s: float) -> None:
        super().__init__()
        self._later = timedelta(seconds=later_s)

    def utc(self) -> datetime:
        return super().utc() + self._later


@settings(max_examples=30)
@given(st.lists(st.integers(0, 2000), max_size=30))
def test_within_any_hour_nobody_is_answered_more_often(pauses_s: list[int]) -> None:
    async def live() -> list[float]:
        clock, answered_s = VirtualClock(), list[float]()
        limit = ReplyCounter(clock, 3)
        for pause_s in pauses_s:
            await clock.advance(pause_s)
            if not limit.find_wait_s("Anna"):
                limit.count_answer("Anna")
                answered_s.append(clock.now())
        return answered_s

    answered_s = anyio.run(live)
    assert all(later - earlier >= HOUR_S for earlier, later in zip(answered_s, answered_s[3:], strict=False))


async def test_who_has_to_wait_may_go_on_when_the_first_answer_is_an_hour_old(virtual_clock: VirtualClock) -> None:
    limit = ReplyCounter(virtual_clock, 2)
    limit.count_answer("Anna")
    await virtual_clock.advance(1000)
    limit.count_answer("Anna")

    assert limit.find_wait_s("Anna") == 2600
    assert limit.find_wait_s("Ben") == 0
    await virtual_clock.advance(2600)
    assert limit.find_wait_s("Anna") == 0


async def test_the_limit_that_is_set_by_then_counts_the_answers_of_before(virtual_clock: VirtualClock) -> None:
    limit = ReplyCounter(virtual_clock, 1)
    for _ in range(3):
        limit.count_answer("Anna")
        await virtual_clock.advance(100)
    waits = []
    for limit.most in (1, 3, 4):
        waits.append(limit.find_wait_s("Anna"))

    assert waits == [3500, 3300, 0]


async def test_everybody_is_told_once_an_hour(virtual_clock: VirtualClock) -> None:
    limit = ReplyCounter(virtual_clock, 2)

    assert [limit.notice_once(who) for who in ("Anna", "Anna", "Ben")] == [True, False, True]
    await virtual_clock.advance(HOUR_S)
    assert limit.notice_once("Anna")


@pytest.mark.parametrize(("later_s", "left_s"), [(1600, 2000), (3601, 0), (-500, 3600)])
async def test_another_run_goes_on_by_the_wall_and_a_wall_set_back_keeps_nobody_longer(
    virtual_clock: VirtualClock, later_s: float, left_s: float
) -> None:
    limit, after = ReplyCounter(virtual_clock, 1), ReplyCounter(Booted(later_s), 1)
    limit.count_answer("Anna")
    after.load(limit.dump())

    assert after.find_wait_s("Anna") == pytest.approx(left_s, abs=0.01)


@pytest.mark.parametrize("kept", ["", "{", "[1]", '{"Anna": [null]}', '{"Anna": 1}'])
def test_what_cannot_be_read_counts_as_nothing(kept: str) -> None:
    limit = ReplyCounter(VirtualClock(), 1)
    limit.load(kept)

    assert limit.find_wait_s("Anna") == 0


async def test_an_answer_of_many_sentences_counts_once(virtual_clock: VirtualClock) -> None:
    stream, memory = EventStream(virtual_clock), LittleMemory()
    run, rights = Runtime(virtual_clock, stream, Guard()), People.of(DiscordSettings(), memory).rights
    quota = ReplyQuota(run, LittleLink(), rights=rights, answers_per_hour=lambda: 2, keeps=memory)
    asked = ChatLine(text="hello", author="Anna", author_id="21", channel="discord:300", message="1")

    async with anyio.create_task_group() as tasks:
        await tasks.start(quota.run)
        assert quota.admit(asked, None)
        stream.publish(CueTaken(turn=1, kind="chat", channel=asked.channel, message=asked.message))
        for text in ("Well.", "Yes."):
            stream.publish(SentenceReady(turn=1, text=text))
        await virtual_clock.advance(0)
        assert quota.admit(asked, None)
        stream.close()
