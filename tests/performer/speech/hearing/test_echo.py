"""The echo: learned from levels, and told from the streamer. Levels are made here; sound is in test_in_a_room."""

import math
import random
from datetime import UTC, datetime

import pytest

from performer.core import events
from performer.core.events.stream import PublishedEvent
from performer.speech.hearing.echo import SILENT_DB, EchoDetector, OwnVoiceMemory, SpeechOwner, correlate
from performer.speech.hearing.samples import SLICE_S, SpeechSlice

NOISE_DB = -62.0
MARGIN_DB = 6.0


class Microphone:
    """Hears our voice `gain_db` below its loudest and `lag_s` later, beside the noise."""

    def __init__(self, *, gain_db: float | None, lag_s: float = 0.1, seed: int = 1) -> None:
        self.own = OwnVoiceMemory()
        self.echo = EchoDetector(self.own, margin_db=MARGIN_DB)
        self.gain_db = gain_db
        self.now_s = 0.0
        self.rings_db_per_s = 1e6
        """How fast the room falls silent; it rings 6 dB below what began it."""
        self._lag_s = lag_s
        self._ring_db = SILENT_DB
        self._chance = random.Random(seed)

    def we_speak(self, seconds: float) -> None:
        """Begin a sentence; syllables of some 200 ms."""
        envelope = [
            round(abs(math.sin(step / 6)) ** 0.7 * self._chance.uniform(0.7, 1), 2)
            for step in range(int(seconds / 0.02))
        ]
        event = events.SpeechStarted(sentence="s1", text="", duration_s=seconds, audible=True, envelope=tuple(envelope))
        self.own.take(PublishedEvent(event=event, t=self.now_s, at=datetime(2026, 1, 1, tzinfo=UTC)))

    def hear(self, seconds: float, *, streamer_db: float | None = None, speech: float = 1.0) -> list[SpeechOwner]:
        """Tell whose each slice was found to be; all of it is speech to the detector, also our own."""
        found = []
        for _ in range(round(seconds / SLICE_S)):
            self.now_s += SLICE_S
            power = 10 ** (NOISE_DB / 10)
            if self.gain_db is not None:
                ours_db = self.own.find_level_db(self.now_s - SLICE_S / 2 - self._lag_s) + self._chance.gauss(0, 1)
                self._ring_db = max(ours_db - 6, self._ring_db - self.rings_db_per_s * SLICE_S)
                power += 10 ** ((ours_db + self.gain_db) / 10) + 10 ** ((self._ring_db + self.gain_db) / 10)
            if streamer_db is not None:
                power += 10 ** ((streamer_db + self._chance.gauss(0, 2)) / 10)
            level_db = 10 * math.log10(power) + self._chance.gauss(0, 0.5)
            found.append(self.echo.judge(SpeechSlice(at_s=self.now_s, level_db=level_db, speech=speech)))
        return found


def share(found: list[SpeechOwner], whose: SpeechOwner) -> float:
    return sum(each is whose for each in found) / len(found)


@pytest.mark.parametrize("lag_s", [0.02, 0.1, 0.24, 0.38])
@pytest.mark.parametrize("gain_db", [-12.0, -30.0])
def test_lag_and_gain_are_learned_and_our_voice_is_not_taken_for_another(lag_s: float, gain_db: float) -> None:
    microphone = Microphone(gain_db=gain_db, lag_s=lag_s)
    microphone.we_speak(8.0)
    found = microphone.hear(8.5)

    coupling = microphone.echo.coupling
    assert coupling is not None
    assert coupling.lag_s == pytest.approx(lag_s, abs=0.03)
    assert coupling.gain_db == pytest.approx(gain_db, abs=4)
    assert share(found, SpeechOwner.LOUDER) < 0.02
    assert share(found, SpeechOwner.STREAMERS) == 0


@pytest.mark.parametrize("gain_db", [-12.0, -30.0, None])
def test_a_streamer_who_is_clearly_louder_is_heard_over_it(gain_db: float | None) -> None:
    microphone = Microphone(gain_db=gain_db)
    microphone.we_speak(8.0)
    microphone.hear(5.0, speech=1.0 if gain_db else 0.0)
    found = microphone.hear(1.0, streamer_db=-2.0 if gain_db == -12 else -18.0)

    assert share(found, SpeechOwner.LOUDER) > 0.7


def test_with_headphones_even_a_quiet_streamer_is_heard_within_the_first_sentence() -> None:
    microphone = Microphone(gain_db=None)
    microphone.we_speak(8.0)
    microphone.hear(1.2, speech=0.0)
    found = microphone.hear(1.0, streamer_db=-45.0)

    assert share(found, SpeechOwner.LOUDER) > 0.9


def test_before_anything_is_known_nothing_beside_our_voice_counts() -> None:
    microphone = Microphone(gain_db=-6.0)
    microphone.we_speak(3.0)

    assert set(microphone.hear(0.5)) <= {SpeechOwner.OURS}


def test_while_we_are_silent_every_speech_is_the_streamers_and_the_rest_nobodys() -> None:
    microphone = Microphone(gain_db=-6.0)

    assert set(microphone.hear(1.0, streamer_db=-50.0)) == {SpeechOwner.STREAMERS}
    assert set(microphone.hear(1.0, speech=0.3)) == {SpeechOwner.NOBODYS}


def test_what_rings_on_after_our_last_word_is_still_ours() -> None:
    microphone = Microphone(gain_db=-12.0, lag_s=0.3)
    microphone.we_speak(6.0)
    microphone.hear(6.0)
    found = microphone.hear(0.3)

    assert set(found) == {SpeechOwner.OURS}


def test_a_room_that_rings_between_our_words_is_not_taken_for_another() -> None:
    microphone = Microphone(gain_db=-6.0)
    microphone.rings_db_per_s = 90.0
    found: list[SpeechOwner] = []
    for _ in range(4):
        microphone.we_speak(2.0)
        found += microphone.hear(2.7)

    assert share(found, SpeechOwner.LOUDER) < 0.02
    assert share(found, SpeechOwner.STREAMERS) < 0.02


def test_louder_speakers_are_learned_after_a_false_alarm() -> None:
    microphone = Microphone(gain_db=-30.0)
    microphone.we_speak(20.0)
    microphone.hear(6.0)
    microphone.gain_db = -12.0
    alarm = microphone.hear(0.5)
    microphone.echo.forget()
    microphone.hear(2.0)
    found = microphone.hear(5.0)

    assert share(alarm, SpeechOwner.LOUDER) > 0.3
    assert share(found, SpeechOwner.LOUDER) < 0.02


def test_speakers_that_are_turned_down_let_the_streamer_be_heard_again() -> None:
    microphone = Microphone(gain_db=-6.0)
    microphone.we_speak(25.0)
    microphone.hear(6.0)
    before = microphone.hear(0.5, streamer_db=-14.0)
    microphone.gain_db = None
    microphone.hear(8.0, speech=0.0)
    found = microphone.hear(1.0, streamer_db=-14.0)

    assert share(before, SpeechOwner.LOUDER) < 0.5
    assert share(found, SpeechOwner.LOUDER) > 0.9


def test_somebody_who_speaks_all_the_while_does_not_become_our_echo() -> None:
    microphone = Microphone(gain_db=None)
    microphone.we_speak(25.0)
    microphone.hear(3.0, speech=0.0)
    found = microphone.hear(3.0, streamer_db=-24.0)

    assert share(found, SpeechOwner.LOUDER) > 0.9


def test_after_a_long_silence_of_the_microphone_it_may_be_another() -> None:
    microphone = Microphone(gain_db=-12.0)
    microphone.we_speak(6.0)
    microphone.hear(6.0)
    microphone.now_s += 20.0
    microphone.hear(0.1)

    assert microphone.echo.coupling is None


def test_correlation_knows_alike_unlike_and_still() -> None:
    row = [1.0, 5.0, 2.0, 8.0]

    assert correlate(row, [2 * each + 3 for each in row]) == pytest.approx(1.0)
    assert correlate(row, [-each for each in row]) == pytest.approx(-1.0)
    assert correlate(row, [4.0] * 4) == 0.0
