"""The operations of the control socket on what is remembered: look at it, and forget it."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any, Final

from performer.core.errors import ConfigError
from performer.core.operations import MOST_NAME, Arguments, read_number, read_text
from performer.core.own_text import own
from performer.core.text import format_iso
from performer.core.values import dataclass
from performer.memory.messages import ErasedCounts, MessageStore
from performer.memory.notes import Notes

_STILL_COPIED: Final = own("the nightly copies hold it until the next night: they cannot be made anew now")


@dataclass(frozen=True)
class MemoryOperations:
    """`memory.notes memory.channels memory.forget`, each answering with what JSON can hold."""

    _messages: MessageStore
    _notes: Notes
    _renew_copies: Callable[[], Awaitable[str]]
    """Makes the nightly copies anew without what was forgotten; returns what failed, or nothing."""

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Return the operations by their names on the wire."""
        return {"memory.notes": self.notes, "memory.channels": self.channels, "memory.forget": self.forget}

    async def notes(self, arguments: Arguments) -> list[dict[str, Any]]:
        """Return the notes of a `channel`, of a `person` by their id, or all, the newest first."""
        channel = read_text(arguments, "channel", most=MOST_NAME) if "channel" in arguments else ""
        of_person = "person" in arguments and not channel
        person = read_text(arguments, "person", most=MOST_NAME) if of_person else ""
        found = await self._notes.list_newest(channel=channel, person_id=person)
        return [{**asdict(note), "at": format_iso(note.at)} for note in found]

    async def channels(self, _arguments: Arguments) -> dict[str, int]:
        """Return how many messages of each channel are kept."""
        return await self._messages.counts()

    async def forget(self, arguments: Arguments) -> str:
        """Remove the `note` of a number (with `person`: if it is theirs), a `channel`, or a `person`; return what.

        The nightly copies are made anew without it.
        """
        told = await self._erase(arguments)
        trouble = await self._renew_copies()
        return own("{told} ({but})", told=told, but=_STILL_COPIED) if trouble else told

    async def _erase(self, arguments: Arguments) -> str:
        if "note" in arguments:
            return await self._forget_note(arguments)
        if "channel" in arguments:
            return _describe(await self._messages.forget(read_text(arguments, "channel", most=MOST_NAME)))
        if "person" in arguments:
            return _describe(await self._messages.forget_person(read_text(arguments, "person", most=MOST_NAME)))
        raise ConfigError(own("memory.forget has nothing to forget. Expected 'note', 'channel' or 'person'."))

    async def _forget_note(self, arguments: Arguments) -> str:
        wanted = read_number(arguments, "note")
        person = read_text(arguments, "person", most=MOST_NAME) if "person" in arguments else ""
        if not await self._notes.forget(wanted, person_id=person):
            of_person = own("There is no note {wanted} of that person. List them first.", wanted=wanted)
            of_all = own("There is no note {wanted}. List them first.", wanted=wanted)
            raise ConfigError(of_person if person else of_all)
        return own("note {wanted} is forgotten", wanted=wanted)


def _describe(forgotten: ErasedCounts) -> str:
    messages = own("1 message") if forgotten.messages == 1 else own("{count} messages", count=forgotten.messages)
    notes = own("1 note") if forgotten.notes == 1 else own("{count} notes", count=forgotten.notes)
    return own("forgotten: {messages}, {notes}", messages=messages, notes=notes)
