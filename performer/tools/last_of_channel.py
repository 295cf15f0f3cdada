"""The last thing of a kind that was made in each channel, so that a later turn can go on with it, or tomorrow's."""

import logging
from functools import cached_property
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from performer.core.cues import Cue, find_reply_place
from performer.core.remembered_conversation import STAGE, KeyValueStore

_log = logging.getLogger(__name__)

T = TypeVar("T")


class LastOfChannel(Generic[T]):
    """Keeps one value as JSON for each place where a turn is answered; `name` begins the names of the kept values."""

    def __init__(self, store: KeyValueStore, name: str, kind: type[T]) -> None:
        self._store = store
        self._name = name
        self._kind = kind

    @cached_property
    def _form(self) -> TypeAdapter[T]:
        """The form of the values; it takes milliseconds to make, and most turns need none."""
        return TypeAdapter(self._kind)

    async def of(self, cue: Cue | None) -> T | None:
        """Return the last value of the cue's channel, or of the stage; None when there is none."""
        name = self._name_for(cue)
        kept = await self._store.kept(name)
        try:
            return self._form.validate_json(kept) if kept else None
        except ValidationError:
            _log.info("What is kept as '%s' was written by another version; a new one can be made.", name)
            return None

    async def keep(self, cue: Cue | None, value: T | None) -> None:
        """Keep a value as the last one from now on; None: there is none any more."""
        text = "" if value is None else self._form.dump_json(value).decode()
        await self._store.keep(self._name_for(cue), text)

    def _name_for(self, cue: Cue | None) -> str:
        channel = find_reply_place(cue)[0] if cue else ""
        return f"{self._name} {channel or STAGE}"
