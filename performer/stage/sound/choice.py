"""The choice of how the show is heard, which can be changed while it is on, and the devices to hear it on."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from performer.core.files.home import CHECKOUT
from performer.core.operations import Arguments, LiveSettings, Operation
from performer.core.process.answer import ask_program
from performer.guard.guard import Guard
from performer.guard.verdict import Category
from performer.stage.processes.sound_player import SoundSettings, SoundWatch, make_list_command
from performer.stage.sound.mixer import SoundMixer

_LONGEST_REASON: Final = 300
_OPEN: Final[frozenset[Category]] = frozenset({"private"})
"""A device's name may look like an address."""
_OF_PLAYER: Final = ("device", "speech_device", "clip_device", "volume")


class SoundChoice:
    """The settings of the sound that are in force; `restart` starts the player anew, by a command."""

    def __init__(
        self,
        settings: SoundSettings,
        mixer: SoundMixer,
        watch: SoundWatch,
        guard: Guard,
        restart: Callable[[Sequence[str]], None],
    ) -> None:
        self._settings, self._guard = settings, guard
        self._mixer, self._watch, self._restart = mixer, watch, restart

    @property
    def settings(self) -> SoundSettings:
        """The settings in force."""
        return self._settings

    @property
    def live(self) -> LiveSettings:
        """The settings that can be changed during the show, by `section.key`."""
        of_player = {f"sound.{name}": partial(self._change_player, name) for name in _OF_PLAYER}
        return {**of_player, "sound.effects_lufs": self._change_effects, "sound.order": self._change_order}

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {"sound.devices": self.devices}

    async def devices(self, _arguments: Arguments) -> dict[str, Any]:
        """Return the `names` of the outputs, the system's own first, and whether the `wanted` one is there.

        `plays` is the device that is heard now, or empty, and `why` why none is.
        """
        names = await ask_program(make_list_command(), CHECKOUT)
        wanted = self._settings.speech_device or self._settings.device
        return {
            "names": [self._guard.tell_recorded(each, spared=_OPEN) for each in names],
            "wanted": wanted,
            "is_there": any(wanted.casefold() in each.casefold() for each in names),
            "plays": self._guard.tell_recorded(self._watch.state, spared=_OPEN),
            "why": self._guard.tell(self._watch.why, limit=_LONGEST_REASON, where="panel"),
        }

    async def _change_player(self, name: str, value: object) -> None:
        self._settings = self._settings.model_copy(update={name: value})
        self._restart(self._settings.command())

    async def _change_effects(self, value: float) -> None:
        self._mixer.clip_lufs = value

    async def _change_order(self, value: Sequence[str]) -> None:
        self._mixer.prefer(value)
