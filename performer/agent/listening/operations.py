"""The operations that orders by voice need beside others': say it again, and louder."""

from collections.abc import Callable
from typing import Final

from performer.agent.listening.own_lines import OwnLines
from performer.agent.listening.talk import StreamersTalk
from performer.core.clock import Clock
from performer.core.cues import SayCue
from performer.core.errors import ConfigError
from performer.core.operations import Arguments, Operation, read_flag
from performer.core.own_text import own
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
        """Raise the volume of the voice by 3 dB, beyond `voice.volume` 1 its loudness; with `down`, lower it."""
        settings = self._voice()
        change = self._find_lower(settings) if read_flag(arguments, "down") else self._find_louder(settings)
        if change is None:
            return own("The voice stays as loud as it is.")
        key, value = change
        await self._set({"key": key, "value": value})
        return own("{key} is {value} now.", key=key, value=value)

    def _find_louder(self, settings: VoiceSettings) -> tuple[str, float] | None:
        if settings.volume < 1:
            return "voice.volume", round(min(1.0, settings.volume * _STEP), 2)
        if settings.loudness_lufs >= _MOST_LUFS:
            return None
        return "voice.loudness_lufs", min(_MOST_LUFS, settings.loudness_lufs + _STEP_LUFS)

    def _find_lower(self, settings: VoiceSettings) -> tuple[str, float] | None:
        if settings.loudness_lufs > _USUAL_LUFS:
            return "voice.loudness_lufs", max(_USUAL_LUFS, settings.loudness_lufs - _STEP_LUFS)
        if settings.volume <= _LEAST:
            return None
        return "voice.volume", round(max(_LEAST, settings.volume / _STEP), 2)
