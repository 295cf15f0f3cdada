"""What was heard, and from when on there is room for more."""

import math

import pytest

from performer.agent.pacing.recent_speech import HeardChange, RecentSpeech
from performer.agent.pacing.talkativeness import MinuteShare
from performer.core.clock import VirtualClock
from tests.performer.agent.pacing.heard_show import HeardShow


@pytest.fixture
def show(virtual_clock: VirtualClock) -> HeardShow:
    return HeardShow(virtual_clock)


@pytest.mark.anyio
async def test_a_turn_is_one_line_however_many_sentences_it_has(show: HeardShow) -> None:
    heard = RecentSpeech(show.stream)

    await show.line(6.0, sentences=3)

    assert list(heard.news()) == [
        HeardChange(kind="line", at_s=2.0),
        HeardChange(kind="end", at_s=2.0),
        HeardChange(kind="end", at_s=4.0),
        HeardChange(kind="end", at_s=6.0),
    ]
    assert heard.room_s(MinuteShare(lines=2, speech_s=60)) == -math.inf
    assert heard.room_s(MinuteShare(lines=1, speech_s=60)) == 60.0


@pytest.mark.anyio
async def test_there_is_room_again_once_the_oldest_line_in_the_way_is_a_minute_old(show: HeardShow) -> None:
    heard = RecentSpeech(show.stream)
    for _ in range(4):
        await show.line(3.0)
        await show.clock.advance(7.0)
    list(heard.news())

    assert heard.room_s(MinuteShare(lines=3, speech_s=60)) == 70.0
    assert heard.room_s(MinuteShare(lines=9, speech_s=10)) == 60.0
    assert heard.room_s(MinuteShare(lines=9, speech_s=9)) == 70.0
    assert heard.room_s(MinuteShare(lines=0, speech_s=0)) == math.inf


@pytest.mark.anyio
async def test_it_is_quiet_when_the_sentence_will_end_as_far_as_is_known(show: HeardShow) -> None:
    heard = RecentSpeech(show.stream)
    told = []

    async def then(seconds: float) -> None:
        list(heard.news())
        told.append(heard.quiet_s)
        await show.clock.advance(seconds)

    show.begin(3.0, turn=1)
    await then(1.0)
    show.grow(2.0)
    await then(1.0)
    show.hold(heard_s=2.0)
    await then(4.0)
    show.resume(after_s=4.0)
    await then(3.0)
    show.end(heard_s=5.0)
    await then(0.0)

    assert told == [3.0, 5.0, math.inf, 9.0, 9.0]


@pytest.mark.anyio
async def test_a_turn_without_a_sentence_came_to_nothing(show: HeardShow) -> None:
    heard = RecentSpeech(show.stream)

    show.nothing_to_say()

    assert list(heard.news()) == [HeardChange(kind="silent turn", at_s=0.0)]
    assert heard.room_s(MinuteShare(lines=1, speech_s=1)) == -math.inf
