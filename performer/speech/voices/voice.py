"""The voice port: one sentence in, its sound out, piece by piece; the silent voice, and the limits of every other."""

import audioop
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import field, replace
from typing import Protocol

from performer.core.audio import MouthShape, WordTime
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.speech.voices.known_loudness import KnownLoudness
from performer.speech.voices.leveller import VoiceLeveller
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.settings import VoiceSettings

SAMPLE_BYTES = 2


@dataclass(frozen=True, kw_only=True)
class Utterance:
    """A piece of a sentence's sound, maybe all of it: whole frames of signed 16-bit little-endian PCM."""

    pcm: bytes = field(repr=False)
    rate: int
    """Samples a second."""
    channels: int = 1
    last: bool = False
    """True when it is known that nothing follows; without it, the end of the pieces is the end."""
    words: tuple[WordTime, ...] = field(default=(), repr=False)
    """When each word of the whole sentence is heard, with the first piece, if the voice knows."""
    mouth: tuple[MouthShape, ...] = field(default=(), repr=False)
    """How a mouth stands during the whole sentence, with the first piece, if the voice knows."""
    phonemes: str = field(default="", repr=False)
    """What is said, with the last piece, if the voice knows no more of it than that."""

    @property
    def duration_s(self) -> float:
        """The seconds that the piece takes to play."""
        return len(self.pcm) / (SAMPLE_BYTES * self.channels * self.rate)


class Voice(Protocol):
    """An engine that turns text into sound.

    One that is missing, fails or hangs raises ServiceError while the pieces are asked for, even after some came.
    """

    @property
    def name(self) -> str:
        """The voice's name for the start-up table: `espeak en-gb`."""

    def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        """Synthesise one sentence in a manner, as far as the engine can; no piece means that nothing is to be heard.

        The pieces are of one rate and number of channels, and 200 ms or longer but for the last. Cancelling the wait
        for a piece, or `aclose()`, ends the engine at once.
        """


class SilentVoice:
    """The voice without a sound: captions come and go at a speaker's pace, and nothing is heard."""

    name = "silent"

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:  # noqa: ARG002  the port's
        """Make no sound."""
        nothing: tuple[Utterance, ...] = ()
        for piece in nothing:
            yield piece


_LONGEST_S = 120.0
_SPARE_S = 4.0
_LETTER_S = 0.5
"""Slow speech takes 0.13 s a letter."""
_SIGN_S = 2.0
"""A digit, an emoji or a character of Chinese may stand for a whole word, or several."""


class TooMuchSoundError(ServiceError):
    """Raised when a voice does not come to an end: what it has given is no speech, and best not heard."""


class WatchedVoice:
    """A voice whose every line ends and is as loud as wanted; what was wrong is said in a sentence.

    Its loudness by itself is what was heard of it before (`loudness`), or else `lufs`, if that is known. It is kept by
    the voice's name, or as `known_as` says.
    """

    def __init__(
        self,
        clock: Clock,
        voice: Voice,
        settings: VoiceSettings,
        loudness: KnownLoudness | None = None,
        *,
        lufs: float | None = None,
        known_as: str = "",
    ) -> None:
        self.name = voice.name
        self._clock, self._voice, self._settings = clock, voice, settings
        self._loudness = loudness or KnownLoudness()
        self._known_as = known_as or voice.name
        heard_lufs = self._loudness.find_lufs(self._known_as)
        self._leveller = VoiceLeveller(settings.loudness_lufs, lufs if heard_lufs is None else heard_lufs)

    async def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        """Synthesise one sentence.

        Raises ServiceError when it begins too late, halts, goes on for too long, gives nothing, or whatever it raises.
        """
        most_s = estimate_longest_s(text)
        self._leveller.begin()
        first: Utterance | None = None
        newest: Utterance | None = None
        sound_s = 0.0
        async with aclosing(self._voice.speak(text, manner)) as pieces:
            while True:
                piece: Utterance | None = None
                limit_s = self._settings.first_sample_s if first is None else self._settings.stall_s
                try:
                    with self._clock.move_on_after(limit_s) as limit:
                        piece = await anext(pieces, None)
                except ServiceError as error:
                    raise ServiceError(
                        own("{name}: {trouble}", name=self.name, trouble=str(error).rstrip(".")), retry=error.retry
                    ) from error
                if limit.cancelled_caught:
                    does = "gave no sound within" if first is None else "fell silent for"
                    raise ServiceError(
                        own("{name}: it {does} {limit_s:g} s and was ended", name=self.name, does=does, limit_s=limit_s)
                    )
                if piece is None:
                    break
                first, newest = first or piece, piece
                sound_s += piece.duration_s
                if (piece.rate, piece.channels) != (first.rate, first.channels):
                    raise ServiceError(own("{name}: its pieces differ in rate or channels", name=self.name))
                if sound_s > most_s:
                    much = f"more than {most_s:.0f} s of sound came for {len(text)} characters"
                    raise TooMuchSoundError(f"{self.name}: {much}")
                yield self._level(piece, manner)
        if newest is None:
            raise ServiceError(own("{name}: no sound came", name=self.name))
        if not newest.last:
            yield self._level(Utterance(pcm=b"", rate=newest.rate, channels=newest.channels, last=True), manner)

    def _level(self, piece: Utterance, manner: Manner) -> Utterance:
        """Return a piece as loud as wanted; with the last one, note how loud the voice is: nobody may ask for more."""
        pcm = self._leveller.level(piece.pcm, piece.rate, piece.channels, is_last=piece.last)
        if piece.last and (lufs := self._leveller.measured_lufs) is not None:
            self._loudness.note(self._known_as, lufs)
        return replace(piece, pcm=reduce_volume(pcm, self._settings.volume * manner.volume))


def estimate_longest_s(text: str) -> float:
    """Estimate the longest that the sound of a text may be, in seconds: several times what any speaker needs."""
    needed_s = sum(_LETTER_S if each.isascii() and not each.isdigit() else _SIGN_S for each in text)
    return min(_SPARE_S + needed_s, _LONGEST_S)


def reduce_volume(pcm: bytes, volume: float) -> bytes:
    """Return 16-bit PCM made softer by a factor from 0 to 1."""
    if volume >= 1:
        return pcm
    return audioop.mul(pcm, SAMPLE_BYTES, volume)
