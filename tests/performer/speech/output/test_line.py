"""A line on its way to the audience: each event of it is published once, with what was heard."""

import re
from dataclasses import replace

import pytest

from performer.core import events
from performer.core.audio import MouthShape, WordTime
from performer.core.clock import VirtualClock
from performer.core.events.speech import SentenceReady
from performer.core.events.stream import Event, EventStream, EventSubscription
from performer.speech.output.line import SpokenLine
from performer.speech.output.recording import LoudnessScale
from performer.speech.voices.voice import Utterance
from tests.performer.speech.output.stage_sound import piece

pytestmark = pytest.mark.anyio

TEXT = "One two three four."


class Spoken:
    """A line, and a reader of what it publishes."""

    def __init__(self, clock: VirtualClock, text: str = TEXT) -> None:
        stream = EventStream(clock)
        self._stream = stream
        self._reader: EventSubscription = stream.whole("test")
        ready = SentenceReady(turn=3, text=text)
        self.line = SpokenLine(clock, stream, ready, "s1", loudness=LoudnessScale(), duck=0.5)

    async def published(self) -> list[Event]:
        self._stream.close()
        return [published.event async for published in self._reader]


@pytest.fixture
def spoken(virtual_clock: VirtualClock) -> Spoken:
    return Spoken(virtual_clock)


async def test_a_line_that_is_heard_to_its_end_states_its_start_and_its_end(
    spoken: Spoken, virtual_clock: VirtualClock
) -> None:
    spoken.line.record(piece(2, last=True))
    spoken.line.mark_sounding(0.0, audible=True)
    await virtual_clock.advance(2)
    spoken.line.mark_ended()
    spoken.line.mark_ended(cut=True)

    started, ended = await spoken.published()

    assert isinstance(started, events.SpeechStarted)
    assert (started.turn, started.sentence, started.duration_s, started.audible) == (3, "s1", 2.0, True)
    assert len(started.envelope) == 100
    assert isinstance(ended, events.SpeechEnded)
    assert (ended.heard_s, ended.cut, ended.heard) == (2.0, False, TEXT)


async def test_what_was_heard_of_a_cut_line_is_whole_words(spoken: Spoken, virtual_clock: VirtualClock) -> None:
    spoken.line.record(piece(2, last=True))
    spoken.line.mark_sounding(0.0, audible=True)
    await virtual_clock.advance(1)
    spoken.line.mark_ended(cut=True)

    ended = (await spoken.published())[-1]

    assert isinstance(ended, events.SpeechEnded)
    assert (ended.heard_s, ended.heard) == (1.0, "One two")


def timed_piece(text: str, *, last: bool = True) -> Utterance:
    """Make two seconds of sound whose words take 0.4 s each, from the second 0.2 on, and whose mouth opens once."""
    found = enumerate(re.finditer(r"\S+", text))
    words = tuple(WordTime(each.start(), each.end(), 0.2 + at * 0.4, 0.6 + at * 0.4) for at, each in found)
    return replace(piece(2, last=last), words=words, mouth=(MouthShape(0.0, "closed"), MouthShape(0.2, "open")))


async def test_the_start_of_a_line_tells_when_each_shown_word_is_heard(virtual_clock: VirtualClock) -> None:
    spoken = Spoken(virtual_clock, "**One** :) two.")
    spoken.line.record(timed_piece("One two.", last=False))
    spoken.line.record(piece(0.5, last=True))
    spoken.line.mark_sounding(0.0, audible=True)

    (started,) = await spoken.published()

    assert isinstance(started, events.SpeechStarted)
    assert started.words == (WordTime(2, 5, 0.2, 0.6), WordTime(11, 14, 0.6, 1.0))
    assert started.mouth == (MouthShape(0.0, "closed"), MouthShape(0.2, "open"))


async def test_a_line_that_nobody_hears_has_no_times(spoken: Spoken) -> None:
    spoken.line.record(timed_piece(TEXT))
    spoken.line.mark_sounding(0.0, audible=False)

    (started,) = await spoken.published()

    assert isinstance(started, events.SpeechStarted)
    assert (started.words, started.mouth) == ((), ())


async def test_of_a_cut_line_the_words_count_as_heard_whose_end_was_heard(
    spoken: Spoken, virtual_clock: VirtualClock
) -> None:
    spoken.line.record(timed_piece(TEXT))
    spoken.line.mark_sounding(0.0, audible=True)
    await virtual_clock.advance(1.5)
    spoken.line.mark_ended(cut=True)

    ended = (await spoken.published())[-1]

    assert isinstance(ended, events.SpeechEnded)
    assert ended.heard == "One two three"


@pytest.mark.parametrize(("position_s", "resumed_s"), [(0.3, 0.0), (0.69, 0.0), (0.9, 0.57), (0.96, 1.0), (1.1, 0.97)])
async def test_a_held_line_goes_on_at_the_word_in_which_it_fell_silent(
    spoken: Spoken, position_s: float, resumed_s: float
) -> None:
    spoken.line.record(timed_piece(TEXT))

    assert spoken.line.find_resume_s(position_s) == pytest.approx(resumed_s)


async def test_a_hold_states_its_place_and_the_line_goes_on_from_where_it_is_told(
    spoken: Spoken, virtual_clock: VirtualClock
) -> None:
    spoken.line.record(piece(2, last=True))
    spoken.line.mark_sounding(0.0, audible=True)
    spoken.line.mark_held(0.9)
    spoken.line.mark_held(1.5)
    await virtual_clock.advance(3)
    assert spoken.line.position_s == 0.9
    spoken.line.mark_sounding(0.5, audible=True)

    _, held, resumed = await spoken.published()

    assert held == events.SpeechHeld(turn=3, sentence="s1", heard_s=0.9)
    assert resumed == events.SpeechResumed(turn=3, sentence="s1", after_s=3.0, from_s=0.5)


async def test_a_line_goes_no_further_than_its_sound(spoken: Spoken, virtual_clock: VirtualClock) -> None:
    spoken.line.record(piece(2, last=True))
    spoken.line.mark_sounding(0.5, audible=True)
    await virtual_clock.advance(1)
    assert spoken.line.position_s == 1.5

    await virtual_clock.advance(9)

    assert spoken.line.position_s == 2.0


async def test_sound_that_comes_while_the_line_is_heard_is_stated(spoken: Spoken) -> None:
    spoken.line.record(piece(1))
    spoken.line.mark_sounding(0.0, audible=True)
    spoken.line.record(piece(0.5, last=True))

    grown = (await spoken.published())[-1]

    assert isinstance(grown, events.SpeechGrew)
    assert (grown.duration_s, len(grown.envelope)) == (0.5, 25)


async def test_a_line_that_never_started_states_nothing(spoken: Spoken) -> None:
    spoken.line.mark_held(0.0)
    spoken.line.mark_ended(cut=True)
    spoken.line.mark_sounding(0.0, audible=True)

    assert await spoken.published() == []
    assert spoken.line.is_over


async def test_sound_is_handed_out_under_an_id_of_its_own_each_time(spoken: Spoken) -> None:
    spoken.line.record(piece(1, last=True))
    assert not spoken.line.is_handed_over

    first = [sound async for sound, _ in spoken.line.stream_sound()]
    (again,) = [sound async for sound, _ in spoken.line.stream_sound(0.5)]

    assert [sound.id for sound in (*first, again)] == ["s1", "s1+2"]
    assert (again.turn, again.duck, again.duration_s, again.last) == (3, 0.5, 0.5, True)
    assert spoken.line.is_handed_over


async def test_without_times_of_the_voice_they_are_estimated_by_the_whole_sound(spoken: Spoken) -> None:
    spoken.line.record(piece(1.5))
    spoken.line.record(replace(piece(0.5, last=True), phonemes="wˈʌn tˈuː θɹˈiː fˈɔː"))
    spoken.line.mark_sounding(0.0, audible=True)

    (started,) = await spoken.published()

    assert isinstance(started, events.SpeechStarted)
    assert [TEXT[each.begin : each.end] for each in started.words] == ["One", "two", "three", "four"]
    assert (started.words[0].begin_s, started.words[-1].end_s) == pytest.approx((0.0, 2.0), abs=0.001)
    shapes = " ".join(each.shape for each in started.mouth)
    assert shapes == "closed round open wide round teeth wide teeth round closed"


async def test_of_a_line_that_is_still_made_they_are_reckoned_with_and_put_right_at_its_end(spoken: Spoken) -> None:
    spoken.line.record(piece(1))
    spoken.line.mark_sounding(0.0, audible=True)
    spoken.line.record(piece(1))
    spoken.line.record(replace(piece(2, last=True), phonemes="wˈʌn tˈuː"))

    started, grown, last = await spoken.published()

    assert isinstance(started, events.SpeechStarted)
    assert started.words[-1].end_s == pytest.approx(len(TEXT) / 15, abs=0.02)
    assert isinstance(grown, events.SpeechGrew)
    assert isinstance(last, events.SpeechGrew)
    assert grown.words == ()
    assert last.words[-1].end_s == pytest.approx(4.0)
    assert last.mouth[-1].at_s == pytest.approx(4.0)


async def test_an_end_that_turns_out_later_puts_them_right_too(spoken: Spoken) -> None:
    spoken.line.record(piece(1))
    spoken.line.mark_sounding(0.0, audible=True)
    spoken.line.finish()

    last = (await spoken.published())[-1]

    assert isinstance(last, events.SpeechGrew)
    assert (last.duration_s, last.envelope) == (0.0, ())
    assert last.words[-1].end_s == pytest.approx(1.0)


async def test_times_that_the_voice_told_are_never_estimated_again(spoken: Spoken) -> None:
    spoken.line.record(timed_piece(TEXT, last=False))
    spoken.line.mark_sounding(0.0, audible=True)
    spoken.line.record(piece(1, last=True))
    spoken.line.finish()

    started, grown = await spoken.published()

    assert isinstance(started, events.SpeechStarted)
    assert started.words[0].begin_s == 0.2
    assert isinstance(grown, events.SpeechGrew)
    assert (grown.duration_s, grown.words) == (1.0, ())


async def test_a_held_line_goes_on_by_its_sound_where_its_times_are_estimates(spoken: Spoken) -> None:
    spoken.line.record(piece(0.9))
    spoken.line.record(piece(0.2, loud=0))
    spoken.line.record(piece(0.9, last=True))

    assert spoken.line.find_resume_s(1.2) == spoken.line.recording.find_resume_s(1.2)


async def test_it_stops_where_a_word_ends_if_one_does_soon(spoken: Spoken, virtual_clock: VirtualClock) -> None:
    spoken.line.record(timed_piece(TEXT))
    spoken.line.mark_sounding(0.0, audible=True)
    await virtual_clock.advance(0.84)

    assert spoken.line.find_stop_s(0.3) == pytest.approx(0.2, abs=0.01)
    assert spoken.line.find_stop_s(0.1) == 0.1
