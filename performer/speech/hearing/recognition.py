"""Recognition: what somebody said into the microphone, published when it was the streamer, and not our own voice."""

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from performer.core import events
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.own_text import OwnText, own
from performer.speech.hearing.echo import SpeechOwner
from performer.speech.hearing.models import OFF, find_model
from performer.speech.hearing.samples import SLICE_S, HeardWords, RecogniserState
from performer.speech.hearing.settings import MicSettings

NOT_LOADED: Final = own("the recogniser has not answered yet")
_KEPT: Final = round(60 / SLICE_S)
_OURS: Final = 0.5
"""From this share of our own voice on an utterance is ours: what else was in it was drowned."""


def list_recogniser_words(settings: MicSettings, ears_folder: Path, hint: str = "") -> Sequence[str]:
    """Return the words of the listener's command that have it recognise speech; none when it should not.

    Raises:
        ConfigError: when the model is not there.
    """
    if settings.recognition == OFF:
        return ()
    folder = find_model(settings.recognition, ears_folder)
    language = ["--language", settings.language] if settings.language else []
    prompt = ["--hint", hint] if hint else []
    return ["--recogniser", str(folder), "--pause", f"{settings.pause_s:g}", *language, *prompt]


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

    def __init__(self, stream: EventStream, ears_folder: Path, on_trouble: Callable[[str], None]) -> None:
        self._stream, self._ears_folder, self._on_trouble = stream, ears_folder, on_trouble
        self.hint = ""
        """What the recogniser is told to have heard before, with the names that are said to us."""
        self.own = OwnShare()
        self.kind = ""
        """The kind of recogniser that runs; empty when none does."""
        self.why: str = NOT_LOADED

    def list_words(self, settings: MicSettings) -> Sequence[str]:
        """Return the words of the listener's command that have it recognise speech; none when it should not, or cannot.

        What is missing is told, and the listener goes without.
        """
        self.kind, self.why = "", NOT_LOADED
        try:
            return list_recogniser_words(settings, self._ears_folder, self.hint)
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
        if self.own.measure(words.began_s, words.ended_s) >= _OURS:
            return
        self._stream.publish(
            events.StreamerHeard(
                text=words.text,
                language=words.language,
                confidence=round(words.confidence, 3),
                began_s=round(words.began_s, 3),
                ended_s=round(words.ended_s, 3),
            )
        )

    def _fail(self, why: str) -> None:
        self.kind, self.why = "", why
        self._on_trouble(why)
