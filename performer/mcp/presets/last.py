"""The last character of each channel that PixelLab drew, so that it can be turned and moved later, or tomorrow."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pydantic import TypeAdapter, ValidationError

from performer.cues import Cue, place
from performer.recollection import STAGE, Keeps

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Last:
    """One that was ordered."""

    character: str
    """Its number at the server."""
    description: str
    body: str = "humanoid"
    films: Mapping[str, str] = field(default_factory=dict)
    """The numbers of its movements, by action and side: none is paid for twice."""


_FORM: Final = TypeAdapter(Last)


class LastCharacters:
    """Remembers one for each place where a turn is answered.

    Args:
        server: Whose they are.
        keeps: Where they are kept over restarts.
    """

    def __init__(self, server: str, keeps: Keeps) -> None:
        self._server = server
        self._keeps = keeps

    async def of(self, cue: Cue | None) -> Last | None:
        """Give the last one of the cue's channel, or of the stage; None when there is none."""
        kept = await self._keeps.kept(self._name(cue))
        if not kept:
            return None
        try:
            return _FORM.validate_json(kept)
        except ValidationError:
            _log.info("What is kept as '%s' is of another time; a new one can be made.", self._name(cue))
            return None

    async def keep(self, cue: Cue | None, last: Last | None) -> None:
        """Take this for the last one from now on; None: there is none."""
        await self._keeps.keep(self._name(cue), _FORM.dump_json(last).decode() if last else "")

    def _name(self, cue: Cue | None) -> str:
        channel = place(cue)[0] if cue else ""
        return f"mcp.{self._server}.last {channel or STAGE}"
