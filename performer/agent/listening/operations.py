"""The operations that orders by voice need beside others': say it again, and louder."""

from collections.abc import Callable
from typing import Final

from performer.agent.listening.own_lines import OwnLines
from performer.agent.listening.talk import StreamersTalk
from performer.core.clock import Clock
from performer.core.cues import SayCue
from performer.core.errors import ConfigError
from performer.core.operations import Arguments, Operation, read_flag
from performer.core.own_text import OwnText, own
from performer.core.values import dataclass
from performer.speech.voices.settings import VoiceSettings

_STEP: Final = 1.4
"""By what the volume is multiplied: some 3 dB, which are heard."""
_LEAST: Final = 0.1
_STEP_LUFS: Final = 2.0
_USUAL_LUFS: Final = -16.0
_MOST_LUFS: Final = -12.0
"""Louder than that a voice drowns the game."""


@dataclass(frozen=True, eq=False)
class SpokenOperations:
    """`voice.repeat voice.louder`."""

    _clock: Clock
    _own: OwnLines
    _talk: StreamersTalk
    _voice: Callable[[], VoiceSettings]
    """Returns how the voice speaks now."""
    _set: Operation
    """Changes a setting, as `config.set`."""
    _put: Callable[[SayCue], None]

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {"voice.repeat": self.repeat, "voice.louder": self.louder}

    async def repeat(self, arguments: Arguments) -> str:
        """Speak what was said last once more; with `rest` only what an interrupted answer had yet to say, if any."""
        if read_flag(arguments, "rest"):
            rest = self._talk.take_rest(self._clock.now())
            if rest is None:
                return own("Nothing was left unsaid.")
            words = rest.unsaid
        else:
            words = self._own.last
        if not words:
            raise ConfigError(own("Nothing has been said yet."))
        self._put(SayCue(text=words, at_s=self._clock.now()))
        return own("It says that again.")

    async def louder(self, arguments: Arguments) -> str:
        """Raise the volume of the voice by 3 dB, beyond `voice.volume` 1 its loudness; with `down`, lower it.

        It is a setting like any other: written, kept after the show, and undone as one.
        """
        settings, is_down = self._voice(), read_flag(arguments, "down")
        change = self._find_lower(settings) if is_down else self._find_louder(settings)
        if change is None:
            return own("The voice is as soft as it gets.") if is_down else own("The voice is as loud as it gets.")
        name, value = change
        answer = await self._set({"key": f"voice.{name}", "value": value})
        if getattr(self._voice(), name) != value:  # something else wins, such as an option
            return OwnText.of(answer)
        if is_down:
            return own(
                "The voice is softer: {key} is {value} now, and in later shows.", key=f"voice.{name}", value=value
            )
        return own("The voice is louder: {key} is {value} now, and in later shows.", key=f"voice.{name}", value=value)

    def _find_louder(self, settings: VoiceSettings) -> tuple[str, float] | None:
        if settings.volume < 1:
            return "volume", round(min(1.0, settings.volume * _STEP), 2)
        if settings.loudness_lufs >= _MOST_LUFS:
            return None
        return "loudness_lufs", min(_MOST_LUFS, settings.loudness_lufs + _STEP_LUFS)

    def _find_lower(self, settings: VoiceSettings) -> tuple[str, float] | None:
        if settings.loudness_lufs > _USUAL_LUFS:
            return "loudness_lufs", max(_USUAL_LUFS, settings.loudness_lufs - _STEP_LUFS)
        if settings.volume <= _LEAST:
            return None
        return "volume", round(max(_LEAST, settings.volume / _STEP), 2)
