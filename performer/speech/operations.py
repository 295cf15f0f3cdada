"""The operations of the control socket about the voice: which there are, how one sounds, and its silence."""

import builtins
from collections.abc import Callable, Sequence
from typing import Any, Final

import anyio.to_thread

from performer.core.errors import ConfigError
from performer.core.operations import Arguments, Operation, read_flag, read_text
from performer.core.own_text import own
from performer.core.text import format_near_miss
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.verdict import Category
from performer.speech.output.sample import VoiceSampler
from performer.speech.output.speaker import Speaker
from performer.speech.voices.choice import VoiceChoice
from performer.speech.voices.listed import ListedVoice, find_chosen, list_voices
from performer.speech.voices.settings import parse_voice

_LINE: Final = "Hello there. This is how I sound."
_LONGEST_SAMPLE: Final = 200
_LONGEST_REASON: Final = 300
_MS: Final = 1000
_OPEN: Final[frozenset[Category]] = frozenset({"private"})
"""A voice's name may hold the address of its server."""


@dataclass(frozen=True)
class VoiceOperations:
    """`voices.list voices.sample voices.again voice.mute`."""

    _choice: VoiceChoice
    _sampler: VoiceSampler
    _speaker: Speaker
    _guard: Guard
    _on_change: Callable[[], None]
    """Called when the voice was muted, or is heard again."""

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {
            "voices.list": self.list,
            "voices.sample": self.sample,
            "voices.again": self.again,
            "voice.mute": self.mute,
        }

    async def list(self, _arguments: Arguments) -> dict[str, Any]:
        """Return the `voices`, with what is missing for one, the `id` of the chosen one, and who `speaks` now.

        `first_sound_ms` is how long a voice took here from a sentence to its first sound; null before it has spoken.
        """
        settings = self._choice.settings
        voices = await list_voices(settings)
        chosen = find_chosen(voices, settings)
        return {
            "voices": await anyio.to_thread.run_sync(self._describe_all, voices),
            "chosen": chosen.id if chosen else "",
            "engine": parse_voice(settings.engine).kind if chosen is None else chosen.engine,
            "speaks": self._choice.voice.name,
            "why": self._guard.tell(self._choice.voice.role().why, limit=_LONGEST_REASON, where="panel"),
        }

    async def sample(self, arguments: Arguments) -> dict[str, Any]:
        """Speak a `text` now, in the `voice` of an `id`, or in the chosen one; return when it has ended.

        `made_ms` is how long the voice took to give its first sound, `heard_after_ms` how long that took to be heard.
        """
        text = read_text(arguments, "text", _LINE, most=_LONGEST_SAMPLE)
        words = self._guard.passed(text, limit=_LONGEST_SAMPLE, where="panel")
        if not words:
            raise ConfigError(own("The guard stopped that text: nothing is spoken."))
        wanted = arguments.get("voice")
        settings = self._choice.settings
        if wanted is not None:
            voice = await self._find(read_text(arguments, "voice"))
            settings = self._choice.with_values(voice.settings)
        heard = await self._sampler.speak(words, settings)
        if heard.made_s is not None:
            name = self._choice.voice.name if wanted is None else str(wanted)
            self._choice.voice.first_sounds_s[name] = heard.made_s
        return {
            "made_ms": _round_ms(heard.made_s),
            "heard_after_ms": _round_ms(heard.heard_after_s),
            "why": self._guard.tell(heard.why, limit=_LONGEST_REASON, where="panel"),
        }

    async def again(self, _arguments: Arguments) -> str:
        """Try the voices that have failed now, which would be tried later by themselves; return who speaks."""
        voice = self._choice.voice
        await voice.try_again()
        self._on_change()
        said = voice.role().why or own("{name} speaks.", name=voice.name)
        return self._guard.tell(said, limit=_LONGEST_REASON, where="panel")

    async def mute(self, arguments: Arguments) -> str:
        """Mute the voice while `on`: its lines pass in silence, with their captions; else they are heard again."""
        is_muted = read_flag(arguments, "on")
        await self._speaker.mute(is_muted=is_muted)
        self._on_change()
        return "Its voice is muted; captions go on." if is_muted else "Its voice is on again."

    async def _find(self, name: str) -> ListedVoice:
        voices = {each.id: each for each in await list_voices(self._choice.settings)}
        if name not in voices:
            raise ConfigError(
                own("There is no voice '{name}'. {near}", name=name, near=format_near_miss(name, tuple(voices)))
            )
        if voices[name].trouble:
            raise ConfigError(voices[name].trouble)
        return voices[name]

    def _describe_all(self, voices: Sequence[ListedVoice]) -> builtins.list[dict[str, Any]]:
        return [self._describe(each) for each in voices]

    def _describe(self, voice: ListedVoice) -> dict[str, Any]:
        return {
            "id": voice.id,
            "engine": voice.engine,
            "name": self._guard.tell_recorded(voice.name, spared=_OPEN),
            "language": voice.language,
            "settings": dict(voice.settings),
            "trouble": self._guard.tell(voice.trouble, limit=_LONGEST_REASON, where="panel"),
            "offer": voice.offer,
            "size": voice.size,
            "first_sound_ms": _round_ms(self._choice.voice.first_sounds_s.get(voice.id)),
        }


def _round_ms(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * _MS)
