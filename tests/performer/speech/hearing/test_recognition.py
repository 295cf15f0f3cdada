"""What was understood is published when it was the streamer, and what is missing is told."""

from pathlib import Path

import pytest

from performer.core.clock import VirtualClock
from performer.core.events.speech import StrangerHeard, StreamerHeard
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.speech.hearing.echo import SpeechOwner
from performer.speech.hearing.recognition import ExpectedWords, OwnShare, SpeechRecognition
from performer.speech.hearing.samples import SLICE_S, HeardVoice, HeardWords, RecogniserState
from performer.speech.hearing.settings import MicSettings
from performer.speech.hearing.voiceprint import Voiceprint
from tests.performer.speech.hearing.test_models import make_whole

WORDS = HeardWords(text="Go left.", language="en", confidence=0.91234, began_s=1.0, ended_s=2.0)


class Desk:
    def __init__(self, clock: VirtualClock, folder: Path) -> None:
        self.stream = EventStream(clock)
        self.news = self.stream.whole("test")
        self.troubles: list[str] = []
        self.recognition = SpeechRecognition(self.stream, Home(config=folder, data=folder), self.troubles.append)

    def judge(self, begin_s: float, end_s: float, whose: SpeechOwner) -> None:
        for number in range(round((end_s - begin_s) / SLICE_S)):
            self.recognition.own.note(begin_s + (number + 1) * SLICE_S, whose)

    def published(self) -> list[object]:
        return [each.event for each in self.news.taken()]


@pytest.fixture
def desk(virtual_clock: VirtualClock, tmp_path: Path) -> Desk:
    return Desk(virtual_clock, tmp_path)


def test_words_are_published_with_when_they_were_said(desk: Desk) -> None:
    desk.recognition.note_words(WORDS)

    expected = StreamerHeard(text="Go left.", language="en", confidence=0.912, began_s=1.0, ended_s=2.0)
    assert desk.published() == [expected]


def test_our_own_voice_is_not_published_and_the_streamers_beside_it_is(desk: Desk) -> None:
    desk.judge(1.0, 1.8, SpeechOwner.OURS)
    desk.judge(1.8, 2.0, SpeechOwner.LOUDER)
    desk.recognition.note_words(WORDS)
    assert desk.published() == []

    desk.judge(3.0, 3.3, SpeechOwner.OURS)
    desk.judge(3.3, 4.0, SpeechOwner.LOUDER)
    desk.recognition.note_words(HeardWords(text="Stop!", language="en", confidence=1.0, began_s=3.0, ended_s=4.0))
    assert len(desk.published()) == 1


def test_what_nobody_said_counts_for_nobody() -> None:
    share = OwnShare()
    share.note(1.0, SpeechOwner.NOBODYS)

    assert share.measure(0.0, 2.0) == 0.0


def test_the_listener_is_told_of_the_model_the_language_and_the_hint(desk: Desk, tmp_path: Path) -> None:
    desk.recognition.expected = ExpectedWords(hint="Hey Pip!", names=("Pip", "-x-"), asking="who tell")
    off = desk.recognition.list_words(MicSettings())
    plain = desk.recognition.list_words(MicSettings(recognition=str(tmp_path), pause_s=0.8, language="de"))

    assert off == ()
    assert plain == [
        "--recogniser", str(tmp_path), "--pause", "0.8", "--language", "de", "--hint", "Hey Pip!",
        "--name=Pip", "--name=-x-", "--asking", "who tell",
    ]  # fmt: skip
    assert desk.troubles == []


def test_a_model_that_is_missing_or_breaks_is_told_and_when_it_runs_again(desk: Desk) -> None:
    assert desk.recognition.list_words(MicSettings(recognition="nowhere/at/all")) == ()
    assert "nor a folder" in desk.recognition.why

    desk.recognition.note_state(RecogniserState(sent=1.0, recogniser="", why="out of memory"))
    desk.recognition.note_state(RecogniserState(sent=1.0, recogniser="whisper"))

    assert desk.troubles[1:] == ["out of memory", ""]
    assert (desk.recognition.kind, desk.recognition.why) == ("whisper", "")


def test_another_speaker_is_told_of_without_words_and_our_own_voice_is_none(desk: Desk) -> None:
    desk.judge(1.0, 2.0, SpeechOwner.OURS)
    desk.recognition.note_stranger(HeardVoice(likeness=0.1, began_s=1.0, ended_s=2.0))
    assert not desk.recognition.is_stranger

    desk.recognition.note_stranger(HeardVoice(likeness=0.2, began_s=3.0, ended_s=4.0))
    assert desk.recognition.is_stranger
    assert desk.published() == [StrangerHeard(likeness=0.2, began_s=3.0, ended_s=4.0)]

    desk.recognition.note_words(HeardWords(text="Go.", language="en", confidence=1.0, began_s=5.0, ended_s=6.0))
    assert not desk.recognition.is_stranger


def test_the_streamer_alone_is_understood_once_their_voice_is_known_and_else_nobody(desk: Desk, tmp_path: Path) -> None:
    settings = MicSettings(recognition=str(tmp_path), only_me=True)
    (tmp_path / "ears").mkdir()
    assert desk.recognition.list_words(settings) == ()
    assert "ears get speaker" in desk.recognition.why

    model, file = make_whole(tmp_path / "ears", "speaker"), tmp_path / "voiceprint.json"
    assert desk.recognition.list_words(settings) == ()
    assert "ears enrol" in desk.recognition.why

    Voiceprint(model="speaker", alike=0.42, vector=(1.0,)).write(file)
    words = desk.recognition.list_words(settings)
    assert words[-4:] == ["--speaker", str(model), "--voiceprint", str(file)]
