"""How loud voices are, by themselves and as they are heard: the same sound, before and after it was levelled."""

from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from math import log10
from typing import Final

from bench.speed.report import Series, Unit, make_series
from performer.core.clock import SystemClock
from performer.core.loudness import measure_loudness, measure_true_peak
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.settings import VoiceSettings
from performer.speech.voices.voice import Utterance, Voice, WatchedVoice

_SILENCE_DB: Final = -100.0


@dataclass
class _RecordedVoice:
    """A voice that says again what another one has said."""

    name: str
    pieces: Sequence[Utterance] = ()

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:  # noqa: ARG002  the port's
        """Yield the pieces of the sentence that was recorded last."""
        for each in self.pieces:
            yield each


@dataclass(frozen=True)
class _Levels:
    """How loud sentences are, and how high their true peaks."""

    lufs: list[float] = field(default_factory=list)
    peaks_db: list[float] = field(default_factory=list)

    def add(self, pieces: Sequence[Utterance]) -> None:
        """Measure a sentence."""
        pcm, first = b"".join(each.pcm for each in pieces), pieces[0]
        peak = measure_true_peak(pcm, first.channels)
        self.lufs.append(measure_loudness(pcm, first.rate, first.channels).lufs)
        self.peaks_db.append(20 * log10(peak) if peak else _SILENCE_DB)


_Of = tuple[str, str]
"""A voice's name, and `before` or `after`."""


async def measure_voice_loudness(voices: Mapping[str, Voice], sentences: Sequence[str]) -> Sequence[Series]:
    """Measure each sentence by each voice, as a show has it whose voice was never heard before.

    Args:
        voices: By their names in the table and, behind a bar, in the keys: `the neural voice|neural`.
        sentences: What they say.
    """
    found = dict[_Of, _Levels]()
    for name, voice in voices.items():
        before, after = found[name, "before"], found[name, "after"] = _Levels(), _Levels()
        recorded = _RecordedVoice(name)
        watched = WatchedVoice(SystemClock(), recorded, VoiceSettings())
        for text in sentences:
            recorded.pieces = await _collect(voice, text)
            before.add(recorded.pieces)
            after.add(await _collect(watched, text))
    return [*_list_series(found, "lufs", "LUFS"), *_list_series(found, "peaks_db", "dBTP")]


async def _collect(voice: Voice, text: str) -> Sequence[Utterance]:
    async with aclosing(voice.speak(text)) as pieces:
        return [piece async for piece in pieces]


_TITLES: Final[Mapping[tuple[str, str], str]] = {
    ("lufs", "before"): "loudness by itself",
    ("lufs", "after"): f"loudness as it is heard, to be {VoiceSettings().loudness_lufs:g} LUFS",
    ("peaks_db", "before"): "true peak by itself",
    ("peaks_db", "after"): "true peak as it is heard, at most -1 dBTP",
}


def _list_series(found: Mapping[_Of, _Levels], figure: str, unit: Unit) -> Iterator[Series]:
    for when in ("before", "after"):
        for (name, of), levels in found.items():
            if of == when:
                title, _, key = name.partition("|")
                group = _TITLES[figure, when]
                yield make_series(f"{key}_{figure}_{when}", title, getattr(levels, figure), unit, group=group)
