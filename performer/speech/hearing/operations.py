"""The operations of the control socket about the ears: the microphones there are, and another try."""

from typing import Any, Final

from performer.core.errors import ConfigError
from performer.core.files.home import CHECKOUT
from performer.core.operations import Arguments, Operation
from performer.core.own_text import own
from performer.core.process.answer import ask_program
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.verdict import Category
from performer.speech.hearing.service import HearingService
from performer.speech.hearing.settings import make_list_command

_OPEN: Final[frozenset[Category]] = frozenset({"private"})
"""A device's name may look like an address."""


@dataclass(frozen=True)
class HearingOperations:
    """`mic.devices mic.again`."""

    _hearing: HearingService
    _guard: Guard

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {"mic.devices": self.devices, "mic.again": self.again}

    async def again(self, _arguments: Arguments) -> str:
        """Listen anew now: a microphone that was lost may be there again.

        Raises:
            ConfigError: when it is off.
        """
        if not self._hearing.is_on:
            raise ConfigError(own("The microphone is off. Set mic.enabled to true."))
        self._hearing.listen_again()
        return own("It listens anew.")

    async def devices(self, _arguments: Arguments) -> dict[str, Any]:
        """Return the `names` of the microphones, the system's own first, and whether the `wanted` one is there."""
        names = await ask_program(make_list_command(), CHECKOUT)
        wanted = self._hearing.settings.device
        return {
            "names": [self._guard.tell_recorded(each, spared=_OPEN) for each in names],
            "wanted": wanted,
            "is_there": any(wanted.casefold() in each.casefold() for each in names),
        }
