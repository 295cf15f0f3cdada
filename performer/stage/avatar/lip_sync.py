"""The mouth of the avatar: the loudness of the voice is sent to the clients while a line is heard.

With it goes the shape of the mouth, if the voice knows its phonemes. The mouth shuts at once when the line is cut or
held. A line that nobody hears gets a loudness made from its text.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.core.audio import ENVELOPE_STEP_MS, MOUTHS, MouthShape
from performer.core.clock import Clock
from performer.core.events.speech import SpeechEnded, SpeechGrew, SpeechHeld, SpeechResumed, SpeechStarted
from performer.core.events.stream import EventStream, PublishedEvent
from performer.core.events.turns import TurnCut
from performer.stage.avatar.avatar import StageAvatar
from performer.stage.protocol.messages import Mouth
from performer.stage.state import Stage

_LONGEST_S: Final = 60.0
_TOKEN: Final = re.compile(r"\w+|[^\w\s]+")
_WIDE: Final = "aoáàâäãåóòôöõаояё"
_NARROW: Final = "eiuyéèêëíìîïúùûüýеиіїєуыэю"
_SYLLABLE: Final = re.compile(rf"[^{_WIDE}{_NARROW}]*[{_WIDE}{_NARROW}]+(?:[^{_WIDE}{_NARROW}]+$)?")
_LOUD: Final = 0.62
_SOFT: Final = 0.42
_BETWEEN_WORDS: Final = 0.6
_PAUSE: Final = 3.0
"""A comma or a full stop takes as long as this many letters."""
_SYLLABLES_PER_S: Final = 4


def make_envelope(text: str, duration_s: float) -> tuple[float, ...]:
    """Make an envelope that opens once a syllable and rests at stops; empty for a text without a word."""
    beats = list(_generate_beats(text.lower()))
    steps = _count_steps(min(duration_s, _LONGEST_S))
    total = sum(weight for weight, _ in beats)
    envelope: list[float] = []
    reached = 0.0
    for weight, loudness in beats:
        reached += weight
        length = round(steps * reached / total) - len(envelope)
        shares = ((at + 0.5) / length for at in range(length))
        # Within a syllable the loudness rises and falls, from 0 over 1 to 0.
        envelope.extend(round(loudness * 4 * share * (1 - share), 2) for share in shares)
    return tuple(envelope)


def make_babble_envelope(duration_s: float) -> tuple[float, ...]:
    """Make an envelope for an unknown text."""
    return make_envelope("na" * max(round(duration_s * _SYLLABLES_PER_S), 1), duration_s)


def _generate_beats(text: str) -> Iterator[tuple[float, float]]:
    """Yield syllables and rests, each with its length in letters and its loudness; no rest at the end."""
    tokens = _TOKEN.findall(text)
    while tokens and not tokens[-1][0].isalnum():
        tokens.pop()
    for token in tokens:
        if not token[0].isalnum():
            yield (_PAUSE, 0.0)
            continue
        # A word without a known vowel is spoken letter by letter, or at once if it is plain ASCII.
        at_once = [token] if token.isascii() and token.isalpha() else list(token)
        for syllable in _SYLLABLE.findall(token) or at_once:
            yield (max(len(syllable), 2), _LOUD if any(letter in _WIDE for letter in syllable) else _SOFT)
        yield (_BETWEEN_WORDS, 0.0)


def spell_shapes(mouth: Sequence[MouthShape], from_step: int, count: int) -> str:
    """Spell the shapes of a mouth out for some steps of a line's sound, as `Mouth` has them; empty if none is known."""
    if not mouth:
        return ""
    starts = [_count_steps(each.at_s) for each in mouth]
    letters = [MOUTHS[0][0], *(each.shape[0] for each in mouth)]
    return "".join(letters[bisect_right(starts, step)] for step in range(from_step, from_step + count))


class LipSync:
    """Follows one line at a time, by the Speaker's events; a client that joins late misses the rest of the line."""

    def __init__(self, clock: Clock, stage: Stage, events: EventStream, avatar: StageAvatar) -> None:
        self._clock = clock
        self._stage = stage
        self._avatar = avatar
        self._reader = events.whole("mouth", SpeechStarted, SpeechGrew, SpeechHeld, SpeechResumed, SpeechEnded, TurnCut)
        self._sentence = ""
        self._turn: int | None = None
        self._envelope: tuple[float, ...] = ()
        """The loudness of the line as far as it is known, from its beginning."""
        self._shapes: tuple[MouthShape, ...] = ()
        self._is_held = False
        self._open_until_s = 0.0

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Follow the speech until the stream closes."""
        task_status.started()
        async for published in self._reader:
            self._take(published)

    def _take(self, published: PublishedEvent) -> None:
        match published.event:
            case SpeechStarted() as line:
                self._begin(line, published.t)
            case SpeechGrew(sentence=self._sentence) as more:
                self._grow(more, published.t)
            case SpeechHeld(sentence=self._sentence):
                self._is_held = True
                self._shut()
            case SpeechResumed(sentence=self._sentence, from_s=from_s) if self._is_held:
                self._is_held = False
                self._open(published.t, _count_steps(from_s))
            case SpeechEnded(sentence=self._sentence) | TurnCut(turn=self._turn):
                self._end()

    def _begin(self, line: SpeechStarted, at_s: float) -> None:
        self._sentence, self._turn, self._is_held = line.sentence, line.turn, False
        self._envelope = line.envelope or make_envelope(line.text, line.duration_s)
        self._shapes = line.mouth
        self._open(at_s, 0)

    def _grow(self, more: SpeechGrew, at_s: float) -> None:
        step, begins_s = len(self._envelope), max(self._open_until_s, at_s)
        if more.duration_s:
            self._envelope += more.envelope or make_babble_envelope(more.duration_s)
        if more.mouth:  # what is still to come of what was sent is sent again, with its shapes
            self._shapes = more.mouth
            again = int((begins_s - at_s) * 1000 / ENVELOPE_STEP_MS)
            step, begins_s = step - again, begins_s - again * ENVELOPE_STEP_MS / 1000
        if not self._is_held and step < len(self._envelope):
            self._open(begins_s, step)

    def _open(self, begins_s: float, from_step: int) -> None:
        """Send the loudness from a step of the line on."""
        envelope = self._envelope[from_step:]
        self._open_until_s = begins_s + len(envelope) * ENVELOPE_STEP_MS / 1000
        if self._avatar.is_on_stage:
            shapes = spell_shapes(self._shapes, from_step, len(envelope))
            self._stage.tell(Mouth(at_ms=int(begins_s * 1000), envelope=envelope, shapes=shapes))

    def _end(self) -> None:
        """Shut the mouth; what grows after this is no longer of this line."""
        self._sentence, self._turn, self._is_held = "", None, False
        self._shut()

    def _shut(self) -> None:
        """Shut the mouth now, unless it has come to its end by itself."""
        is_open = self._clock.now() < self._open_until_s
        self._open_until_s = 0.0
        if is_open and self._avatar.is_on_stage:
            self._stage.tell(Mouth(at_ms=self._stage.now_ms()))


def _count_steps(seconds: float) -> int:
    return round(seconds * 1000 / ENVELOPE_STEP_MS)
