import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import anyio
import pytest

from performer.core.audio import WordTime
from performer.core.clock import VirtualClock
from performer.core.events.speech import SpeechEnded, SpeechGrew, SpeechHeld, SpeechResumed, SpeechStarted
from performer.core.events.stream import Event, EventStream
from performer.core.events.turns import TurnCut
from performer.stage.captions import Captions
from performer.stage.connections import StageClients
from performer.stage.protocol.elements import Caption
from performer.stage.settings import StageSettings
from performer.stage.state import Stage

SETTINGS = StageSettings(caption_linger_s=1)


WORD = re.compile(r"\S+").finditer


class Watched:
    """Captions that follow a stream, in virtual time."""

    def __init__(self, clock: VirtualClock, settings: StageSettings) -> None:
        self.clock = clock
        self.events = EventStream(clock)
        self.stage = Stage(clock, StageClients())
        self.captions = Captions(clock, self.stage, self.events, settings)

    async def publish(self, event: Event) -> None:
        self.events.publish(event)
        await anyio.wait_all_tasks_blocked()

    @property
    def shown(self) -> list[str]:
        return [each.alt for each in self.stage.snapshot().elements]

    @property
    def caption(self) -> Caption:
        (caption,) = self.stage.snapshot().elements
        assert isinstance(caption, Caption)
        return caption


@asynccontextmanager
async def watched(clock: VirtualClock, settings: StageSettings = SETTINGS) -> AsyncIterator[Watched]:
    it = Watched(clock, settings)
    async with anyio.create_task_group() as tasks:
        await tasks.start(it.stage.run)
        await tasks.start(it.captions.run)
        yield it
        tasks.cancel_scope.cancel()


def started(sentence: str, text: str, turn: int = 1) -> SpeechStarted:
    return SpeechStarted(turn=turn, sentence=sentence, text=text, duration_s=3, audible=True)


def ended(sentence: str, text: str, *, cut: bool = False) -> SpeechEnded:
    return SpeechEnded(turn=1, sentence=sentence, text=text, heard_s=3, cut=cut)


@pytest.mark.anyio
async def test_a_caption_is_there_while_its_line_sounds_and_lingers_a_little(virtual_clock: VirtualClock) -> None:
    async with watched(virtual_clock) as it:
        await it.publish(started("s1", "Well played."))
        await virtual_clock.advance(3)
        assert it.shown == ["Well played."]

        await it.publish(ended("s1", "Well played."))
        await virtual_clock.advance(0.9)
        assert it.shown == ["Well played."]
        await virtual_clock.advance(0.2)
        assert it.shown == []


@pytest.mark.anyio
async def test_the_next_line_takes_the_place_of_a_lingering_one(virtual_clock: VirtualClock) -> None:
    async with watched(virtual_clock) as it:
        await it.publish(started("s1", "One."))
        await it.publish(ended("s1", "One."))
        await it.publish(started("s2", "Two."))
        assert it.shown == ["Two."]

        await virtual_clock.advance(2)
        assert it.shown == ["Two."]


@pytest.mark.anyio
async def test_a_cut_takes_the_caption_away_at_once(virtual_clock: VirtualClock) -> None:
    async with watched(virtual_clock) as it:
        await it.publish(started("s1", "And the winner is"))
        await it.publish(TurnCut(turn=1, reason="hush"))
        assert it.shown == []

        await it.publish(started("s2", "So,"))
        await it.publish(ended("s2", "So,", cut=True))
        assert it.shown == []


@pytest.mark.anyio
async def test_a_cut_of_an_older_turn_leaves_the_caption(virtual_clock: VirtualClock) -> None:
    async with watched(virtual_clock) as it:
        await it.publish(started("s9", "New turn.", turn=2))
        await it.publish(TurnCut(turn=1, reason="cut"))

        assert it.shown == ["New turn."]


@pytest.mark.anyio
async def test_a_caption_whose_end_is_never_told_goes_all_the_same(virtual_clock: VirtualClock) -> None:
    async with watched(virtual_clock) as it:
        await it.publish(started("s1", "Hello?"))
        await virtual_clock.advance(9)

        assert it.shown == []


LONG = "The first half of a long line is about the castle on the hill, " * 2 + "and the rest is about the owl."


@pytest.mark.anyio
async def test_a_line_too_long_for_a_caption_is_shown_part_after_part(virtual_clock: VirtualClock) -> None:
    async with watched(virtual_clock) as it:
        await it.publish(started("s1", LONG))
        first = it.shown
        await virtual_clock.advance(2.9)
        second = it.shown
        await it.publish(ended("s1", LONG))
        await virtual_clock.advance(0.5)

        assert [len(first), len(second)] == [1, 1]
        assert " ".join([*first, *second]) == LONG
        assert max(map(len, [*first, *second])) <= 100
        assert it.shown == second


@pytest.mark.anyio
async def test_a_cut_takes_the_parts_that_were_to_come_along(virtual_clock: VirtualClock) -> None:
    async with watched(virtual_clock) as it:
        await it.publish(started("s1", LONG))
        await it.publish(TurnCut(turn=1, reason="hush"))
        await virtual_clock.advance(3)

        assert it.shown == []


@pytest.mark.anyio
async def test_a_held_line_stays_and_its_parts_go_on_from_there(virtual_clock: VirtualClock) -> None:
    async with watched(virtual_clock) as it:
        await it.publish(started("s1", LONG))
        first = it.shown
        await virtual_clock.advance(1)
        await it.publish(SpeechHeld(turn=1, sentence="s1", heard_s=1))
        await virtual_clock.advance(20)
        assert it.shown == first

        await it.publish(SpeechResumed(turn=1, sentence="s1", after_s=20, from_s=0.7))
        await virtual_clock.advance(0.7)
        assert it.shown == first
        await virtual_clock.advance(0.5)
        assert " ".join([*first, *it.shown]) == LONG
        await virtual_clock.advance(6)
        assert len(it.shown) == 1
        await virtual_clock.advance(1)
        assert it.shown == []


@pytest.mark.anyio
async def test_a_held_line_that_is_cut_goes_at_once(virtual_clock: VirtualClock) -> None:
    async with watched(virtual_clock) as it:
        await it.publish(started("s1", "And the winner is"))
        await it.publish(SpeechHeld(turn=1, sentence="s1", heard_s=1))
        await it.publish(ended("s1", "And the winner is", cut=True))

        assert it.shown == []


@pytest.mark.anyio
async def test_the_line_after_a_held_one_that_was_cut_is_shown_part_after_part(virtual_clock: VirtualClock) -> None:
    async with watched(virtual_clock) as it:
        await it.publish(started("s1", "And the winner is"))
        await it.publish(SpeechHeld(turn=1, sentence="s1", heard_s=1))
        await it.publish(TurnCut(turn=1, reason="hush"))
        await it.publish(started("s2", LONG, turn=2))
        first = it.shown
        await virtual_clock.advance(2.9)

        assert " ".join([*first, *it.shown]) == LONG


WORDS = (WordTime(0, 2, 0.2, 0.4), WordTime(3, 5, 0.5, 0.9))


def timed(text: str = "Oh no.") -> SpeechStarted:
    return SpeechStarted(turn=1, sentence="s1", text=text, duration_s=3, audible=True, words=WORDS)


@pytest.mark.anyio
async def test_a_caption_tells_when_its_words_are_heard_through_holds(virtual_clock: VirtualClock) -> None:
    async with watched(virtual_clock) as it:
        await virtual_clock.advance(10)
        await it.publish(timed())
        caption = it.caption
        assert [(each.begin, each.end, each.begin_s, each.end_s) for each in caption.words] == [
            (0, 2, 0.2, 0.5),
            (3, 5, 0.5, 0.9),
        ]
        assert (caption.sounds_ms, caption.held_s) == (10_000, None)

        await virtual_clock.advance(0.6)
        await it.publish(SpeechHeld(turn=1, sentence="s1", heard_s=0.55))
        assert it.caption == replace(caption, held_s=0.55, until_ms=None)

        await virtual_clock.advance(5)
        await it.publish(SpeechResumed(turn=1, sentence="s1", after_s=5, from_s=0.4))
        assert (it.caption.words, it.caption.held_s, it.caption.born_ms) == (caption.words, None, caption.born_ms)
        assert it.caption.sounds_ms == 15_600 - 400

        await it.publish(ended("s1", "Oh no."))
        assert it.caption.words == caption.words


@pytest.mark.anyio
async def test_words_are_not_followed_when_the_streamer_does_not_want_it(virtual_clock: VirtualClock) -> None:
    async with watched(virtual_clock, SETTINGS.model_copy(update={"captions_follow_words": False})) as it:
        await it.publish(timed())
        await it.publish(SpeechHeld(turn=1, sentence="s1", heard_s=0.5))

        assert (it.caption.words, it.caption.sounds_ms, it.caption.held_s) == ((), 0, None)


@pytest.mark.anyio
async def test_words_are_timed_anew_when_the_end_of_the_line_is_known(virtual_clock: VirtualClock) -> None:
    async with watched(virtual_clock) as it:
        await virtual_clock.advance(10)
        await it.publish(started("s1", LONG))
        await it.publish(SpeechGrew(turn=1, sentence="s1", duration_s=1))
        before = it.caption
        assert before.words == ()
        words = tuple(WordTime(each.start(), each.end(), each.start() / 50, each.end() / 50) for each in WORD(LONG))
        await it.publish(SpeechGrew(turn=1, sentence="s1", duration_s=0, words=words))

        first = it.caption
        assert (first.alt, first.born_ms, first.sounds_ms) == (before.alt, before.born_ms, 10_000)
        assert [first.alt[each.begin : each.end] for each in first.words] == first.alt.split()
        assert first.words[0].begin_s == 0.0

        at_s = len(first.alt) / 50
        await virtual_clock.advance(at_s + 0.1)
        assert f"{first.alt} {it.caption.alt}" == LONG
        assert it.caption.words[0].begin_s == pytest.approx(at_s, abs=0.03)

        later = tuple(each._replace(begin_s=each.begin_s + 1, end_s=each.end_s + 1) for each in words)
        await it.publish(SpeechGrew(turn=1, sentence="s1", duration_s=0, words=later))
        assert it.caption.words[0].begin_s == pytest.approx(at_s + 1, abs=0.03)
        await it.publish(SpeechGrew(turn=1, sentence="other", duration_s=0, words=words))
        assert it.caption.words[0].begin_s == pytest.approx(at_s + 1, abs=0.03)
