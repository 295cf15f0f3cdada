"""The last sprite of each channel, kept as its recipe, so that it can be turned, made to walk, or made blue."""

import logging
from typing import Final

from pydantic import TypeAdapter, ValidationError

from performer.core.cues import Cue, find_reply_place
from performer.core.remembered_conversation import STAGE, KeyValueStore
from performer.tools.pixel_art.recipe import Recipe

_log = logging.getLogger(__name__)
_FORM: Final = TypeAdapter(Recipe)


class LastSprites:
    """Keeps one recipe for each place where a turn is answered.

    Args:
        keeps: Where they are kept over restarts.
    """

    def __init__(self, keeps: KeyValueStore) -> None:
        self._keeps = keeps

    async def of(self, cue: Cue | None) -> Recipe | None:
        """Return the last one of the cue's channel, or of the stage; None when there is none."""
        kept = await self._keeps.kept(_name(cue))
        if not kept:
            return None
        try:
            return _FORM.validate_json(kept)
        except ValidationError:
            _log.info("The kept sprite of '%s' is of another time; a new one can be drawn.", _name(cue))
            return None

    async def keep(self, cue: Cue | None, recipe: Recipe) -> None:
        """Keep a recipe as the last one from now on."""
        await self._keeps.keep(_name(cue), _FORM.dump_json(recipe).decode())


def _name(cue: Cue | None) -> str:
    channel = find_reply_place(cue)[0] if cue else ""
    return f"sprite {channel or STAGE}"
