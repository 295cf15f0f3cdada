"""The voice of the settings, which can be changed while it speaks: another one speaks from the next sentence on."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from performer.core.clock import Clock
from performer.core.operations import LiveSettings
from performer.core.settings import Settings
from performer.speech.voices.fallback import FallbackVoice
from performer.speech.voices.select import list_specs, make_chain
from performer.speech.voices.settings import VoiceSettings

_OF_SAME_VOICE: Final = frozenset({"words_per_min", "loudness_lufs", "volume", "first_sample_s", "stall_s"})
"""Settings that change how a voice speaks, and not whether it can."""
_OF_THE_LINE: Final = frozenset({"pronunciation", "liveliness"})
"""Settings that change what a voice is given: it stays as it is."""


class VoiceChoice:
    """The settings of the voice that are in force, and the change of one of them."""

    def __init__(self, clock: Clock, voice: FallbackVoice, settings: VoiceSettings) -> None:
        self._clock = clock
        self.voice = voice
        """The voice that speaks."""
        self.settings = settings
        """How it speaks now."""
        self._specs = list_specs(settings)

    @property
    def live(self) -> LiveSettings:
        """All settings of the voice, by `section.key`: each holds from the next sentence on."""
        paths = [path for name in VoiceSettings.model_fields for path in _list_paths(self.settings, name)]
        return {".".join(("voice", *path)): partial(self._change, path) for path in paths}

    async def _change(self, path: tuple[str, ...], value: Any) -> None:
        settings = _replace(self.settings, path, value)
        if path[0] in _OF_THE_LINE:
            self.settings = settings
            return
        specs = list_specs(settings)
        is_tried = path[0] not in _OF_SAME_VOICE or specs != self._specs
        await self.voice.replace(await make_chain(self._clock, settings), is_tried=is_tried)
        self.settings, self._specs = settings, specs

    async def look_again(self) -> None:
        """Look for voices that were installed or removed, as far as the settings leave the choice or name them."""
        specs = list_specs(self.settings)
        if specs != self._specs or self.voice.role().fix is not None:
            await self.voice.replace(await make_chain(self._clock, self.settings))
            self._specs = specs

    def with_values(self, values: Mapping[str, str]) -> VoiceSettings:
        """Return the settings as they would be with other values, by `voice.key`."""
        settings = self.settings
        for key, value in values.items():
            settings = _replace(settings, tuple(key.split(".")[1:]), value)
        return settings


def _list_paths(settings: Settings, name: str) -> list[tuple[str, ...]]:
    value = getattr(settings, name)
    return [(name, each) for each in type(value).model_fields] if isinstance(value, Settings) else [(name,)]


def _replace(settings: VoiceSettings, path: tuple[str, ...], value: Any) -> VoiceSettings:
    name, *rest = path
    new = getattr(settings, name).model_copy(update={rest[0]: value}) if rest else value
    return settings.model_copy(update={name: new})
