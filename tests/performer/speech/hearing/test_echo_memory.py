"""Our own voice: what sounds when, by what was told of it."""

from datetime import UTC, datetime

import pytest

from performer.core import events
from performer.core.events.stream import Event, PublishedEvent
from performer.speech.hearing.echo import SILENT_DB, OwnVoiceMemory

LOUD, HALF = 1.0, 0.5


def told(own: OwnVoiceMemory, at_s: float, event: Event) -> None:
    own.take(PublishedEvent(event=event, t=at_s, at=datetime(2026, 1, 1, tzinfo=UTC)))


def started(*envelope: float) -> events.SpeechStarted:
    return events.SpeechStarted(sentence="s1", text="", duration_s=1, audible=True, envelope=envelope)


@pytest.fixture
def own() -> OwnVoiceMemory:
    voice = OwnVoiceMemory()
    told(voice, 10.0, started(*[LOUD] * 10, *[HALF] * 40))
    return voice


def test_it_follows_the_envelope_from_the_start(own: OwnVoiceMemory) -> None:
    assert own.find_level_db(9.99) == SILENT_DB
    assert own.find_level_db(10.1) == 0.0
    assert own.find_level_db(10.5) == pytest.approx(-6.0, abs=0.1)
    assert own.find_level_db(11.01) == SILENT_DB


def test_what_grows_follows_what_there_was(own: OwnVoiceMemory) -> None:
    told(own, 10.6, events.SpeechGrew(sentence="s1", duration_s=0.2, envelope=(LOUD,) * 10))

    assert own.find_level_db(10.9) == pytest.approx(-6.0, abs=0.1)
    assert own.find_level_db(11.1) == 0.0


def test_what_grows_too_late_sounds_when_it_comes(own: OwnVoiceMemory) -> None:
    told(own, 11.5, events.SpeechGrew(sentence="s1", duration_s=0.2, envelope=(LOUD,) * 10))

    assert own.find_level_db(11.2) == SILENT_DB
    assert own.find_level_db(11.6) == 0.0


def test_a_hold_silences_it_and_it_goes_on_from_where_it_is_told(own: OwnVoiceMemory) -> None:
    told(own, 10.4, events.SpeechHeld(sentence="s1", heard_s=0.4))
    silent = own.find_level_db(10.5)
    told(own, 12.0, events.SpeechResumed(sentence="s1", after_s=1.6, from_s=0.1))

    assert silent == SILENT_DB
    assert own.find_level_db(10.3) == pytest.approx(-6.0, abs=0.1)
    assert own.find_level_db(12.05) == 0.0
    assert own.find_level_db(12.15) == pytest.approx(-6.0, abs=0.1)


def test_its_end_is_its_end(own: OwnVoiceMemory) -> None:
    told(own, 10.4, events.SpeechEnded(sentence="s1", text="", heard_s=0.4, cut=True))

    assert own.find_loudest_db(10.43, 12.0) == SILENT_DB
    assert own.find_loudest_db(10.0, 12.0) == 0.0


def test_a_line_that_passes_in_silence_has_no_sound() -> None:
    own = OwnVoiceMemory()
    told(own, 10.0, events.SpeechStarted(sentence="s1", text="", duration_s=3, audible=False))

    assert own.find_loudest_db(0, 20) == SILENT_DB


def test_a_room_gives_it_off_for_a_while(own: OwnVoiceMemory) -> None:
    told(own, 10.1, events.SpeechEnded(sentence="s1", text="", heard_s=0.1))

    assert own.compute_faded_db(10.2, 10.2, 0.4, 80.0) == pytest.approx(-8.0, abs=2)
    assert own.compute_faded_db(10.7, 10.7, 0.4, 80.0) == SILENT_DB


def test_half_a_minute_is_remembered_and_no_more(own: OwnVoiceMemory) -> None:
    for second in range(20, 200):
        told(own, second, started(LOUD))

    assert own.find_loudest_db(0, 12) == SILENT_DB
    assert own.find_loudest_db(180, 181) == 0.0
