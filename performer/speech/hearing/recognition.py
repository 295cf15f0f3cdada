"""Recognition: what somebody said into the microphone, published when it was the streamer, and not our own voice."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from performer.core import events
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.own_text import OwnText, own
from performer.core.values import dataclass
from performer.speech.hearing.echo import SpeechOwner
from performer.speech.hearing.models import OFF, SPEAKER, find_model, find_speaker_model
from performer.speech.hearing.samples import SLICE_S, HeardVoice, HeardWords, RecogniserState
from performer.speech.hearing.settings import MicSettings
from performer.speech.hearing.voiceprint import check_voiceprint

NOT_LOADED: Final = own("the model that understands speech is being loaded")
_KEPT: Final = round(60 / SLICE_S)
_OURS: Final = 0.5
"""From this share of our own voice on an utterance is ours: what else was in it was drowned."""


@dataclass(frozen=True, kw_only=True)
class ExpectedWords:
    """What somebody is likely to say."""

    hint: str = ""
    """What the recogniser is told to have heard before, with the names that are said to us."""
    names: tuple[str, ...] = ()
    """Those names, which it looks for where it understood something else."""
    asking: str = ""
    """Words that begin a question or a wish, before which it finds a name sooner."""


NOTHING_EXPECTED: Final = ExpectedWords()


def list_recogniser_words(
    settings: MicSettings, home: Home, expected: ExpectedWords = NOTHING_EXPECTED
) -> Sequence[str]:
    """Return the words of the listener's command that have it recognise speech; none when it should not.

    Raises:
        ConfigError: when a model is not there, or the streamer's voice should be known and is not.
    """
    if settings.recognition == OFF:
        return ()
    folder = find_model(settings.recognition, home.ears_folder)
    language = ["--language", settings.language] if settings.language else []
    prompt = ["--hint", expected.hint] if expected.hint else []
    names = [f"--name={each}" for each in expected.names]  # one may begin with a hyphen
    asking = ["--asking", expected.asking] if expected.asking else []
    speaker = list_speaker_words(home) if settings.only_me else ()
    pause = ["--pause", f"{settings.pause_s:g}"]
    return ["--recogniser", str(folder), *pause, *language, *prompt, *names, *asking, *speaker]


def list_speaker_words(home: Home) -> Sequence[str]:
    """Return the words by which others than the streamer are not listened to.

    Raises:
        ConfigError: when the model for that is not there, or the streamer's voice is not known.
    """
    folder, _ = find_speaker_model(home.ears_folder)
    check_voiceprint(home.voiceprint_file, SPEAKER)
    return ("--speaker", str(folder), "--voiceprint", str(home.voiceprint_file))


class OwnShare:
    """Whose voice the newest minute of slices was."""

    def __init__(self) -> None:
        self._judged: deque[tuple[float, bool]] = deque(maxlen=_KEPT)

    def note(self, at_s: float, whose: SpeechOwner) -> None:
        """Note whose a slice of speech is that ended at an instant."""
        if whose is not SpeechOwner.NOBODYS:
            self._judged.append((at_s, whose is SpeechOwner.OURS))

    def measure(self, began_s: float, ended_s: float) -> float:
        """Return how much of the speech between two instants may be our own voice, from 0 to 1."""
        ours = [is_ours for at_s, is_ours in self._judged if began_s <= at_s <= ended_s + SLICE_S]
        return sum(ours) / len(ours) if ours else 0.0


class SpeechRecognition:
    """The recogniser of a show, as its settings want it: what starts it, how it is, and what it understood.

    Args:
        on_trouble: Called with why nothing is understood, and with an empty text when something is again.
    """

    def __init__(self, stream: EventStream, home: Home, on_trouble: Callable[[str], None]) -> None:
        self._stream, self._home, self._on_trouble = stream, home, on_trouble
        self.expected = NOTHING_EXPECTED
        self.own = OwnShare()
        self.kind = ""
        """The kind of recogniser that runs; empty when none does."""
        self.why: str = NOT_LOADED
        self.is_stranger = False
        """Whether the newest utterance was another speaker's."""

    def list_words(self, settings: MicSettings) -> Sequence[str]:
        """Return the words of the listener's command that have it recognise speech; none when it should not, or cannot.

        What is missing is told, and the listener goes without.
        """
        self.kind, self.why = "", NOT_LOADED
        try:
            return list_recogniser_words(settings, self._home, self.expected)
        except ConfigError as error:
            self._fail(OwnText.of(error.args[0]))
            return ()

    def note_state(self, state: RecogniserState) -> None:
        """Note which recogniser runs, or why none does."""
        if not state.recogniser:
            self._fail(state.why)
            return
        self.kind, self.why = state.recogniser, ""
        self._on_trouble("")

    def note_words(self, words: HeardWords) -> None:
        """Publish what was said, unless it was our own voice."""
        if self.is_ours(words.began_s, words.ended_s):
            return
        self.is_stranger = False
        self._stream.publish(
            events.StreamerHeard(
                text=words.text,
                language=words.language,
                confidence=round(words.confidence, 3),
                began_s=round(words.began_s, 3),
                ended_s=round(words.ended_s, 3),
            )
        )

    def note_stranger(self, heard: HeardVoice) -> None:
        """Publish that another than the streamer spoke, unless it was our own voice."""
        if self.is_ours(heard.began_s, heard.ended_s):
            return
        self.is_stranger = True
        began_s, ended_s = round(heard.began_s, 3), round(heard.ended_s, 3)
        self._stream.publish(events.StrangerHeard(likeness=heard.likeness, began_s=began_s, ended_s=ended_s))

    def is_ours(self, began_s: float, ended_s: float) -> bool:
        """Whether what was said between two instants was our own voice."""
        return self.own.measure(began_s, ended_s) >= _OURS

    def _fail(self, why: str) -> None:
        self.kind, self.why = "", why
        self._on_trouble(why)
