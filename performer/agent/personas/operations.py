"""The operations of the control socket on personas: see, change, copy, choose, try, and pass on."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from math import ceil
from typing import Any, Final

import anyio.to_thread

from performer.agent.persona import MOST_CHARS, Persona, count_chars
from performer.agent.persona_sheet import MOST_CHARACTER, PersonaSheet
from performer.agent.personas.files import MOST_BYTES, PersonaFiles
from performer.agent.personas.played import PlayedPersona
from performer.agent.personas.trial import PersonaTrial
from performer.core.errors import ConfigError
from performer.core.operations import Arguments, Operation, read_text
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.guard.guard import Guard

_TOKEN_CHARS: Final = 4
"""Characters of a token, as `persona` counts them."""
_MOST_ID: Final = 40
_MOST_NAME: Final = 40


@dataclass(frozen=True)
class PersonaOperations:
    """The operations `persona.list get set copy remove choose try export import`."""

    _files: PersonaFiles
    _played: PlayedPersona
    _trial: PersonaTrial
    _guard: Guard
    _set: Operation
    """Sets a setting: config.set."""
    _tell_change: Callable[[str], None] = lambda _key: None
    """Has control pages look again at what a key names."""

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {
            "persona.list": self.list_all,
            "persona.get": self.get,
            "persona.set": self.change,
            "persona.copy": self.copy,
            "persona.remove": self.remove,
            "persona.choose": self.choose,
            "persona.try": self.try_out,
            "persona.export": self.export,
            "persona.import": self.take_in,
        }

    async def list_all(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Return all personas: `id`, `name`, whether one `ships`, was `changed` or is your `own`, and which `plays`."""
        listed = await anyio.to_thread.run_sync(self._files.list_all)
        return [{**asdict(each), "name": self._pass(each.name), "plays": each.id == self._played.id} for each in listed]

    async def get(self, arguments: Arguments) -> dict[str, Any]:
        """Return the fields of a persona by its `name` as listed, or of the one that plays, and what they cost."""
        return await anyio.to_thread.run_sync(self._describe, self._read_id(arguments))

    async def change(self, arguments: Arguments) -> dict[str, Any]:
        """Change `fields` of the persona `name`, a null one back to nothing; returned as by persona.get.

        A shipped persona stays beside the changed copy. The one that plays speaks so from the next turn on.
        """
        name, fields = self._read_id(arguments), arguments.get("fields")
        if not isinstance(fields, Mapping) or not fields:
            raise ConfigError(
                own("The argument 'fields' has no field. Expected fields of a persona with their values.")
            )
        named = {"body" if key == "text" else str(key): value for key, value in fields.items()}
        await anyio.to_thread.run_sync(self._files.change, name, named)
        await self._played.note_change(name)
        self._tell_changed(name)
        return await anyio.to_thread.run_sync(self._describe, name)

    async def copy(self, arguments: Arguments) -> str:
        """Copy the persona `name` as one that is called `to`; return the name of its file."""
        name, to = self._read_id(arguments), read_text(arguments, "to", most=_MOST_NAME)
        made = await anyio.to_thread.run_sync(self._files.copy, name, to)
        self._tell_changed(made)
        return made

    async def remove(self, arguments: Arguments) -> str:
        """Remove your persona `name`, or your changes of a shipped one; its file is kept under another ending."""
        name = self._read_id(arguments)
        if name == self._played.id and self._files.origin(name) == "own":
            raise ConfigError(own("'{name}' plays now. Choose another persona first.", name=name))
        await anyio.to_thread.run_sync(self._files.remove, name)
        await self._played.note_change(name)
        self._tell_changed(name)
        return own("removed; its file is kept as {file}", file=f"{name}.md.removed")

    async def choose(self, arguments: Arguments) -> Any:
        """Play the persona `name` from the next turn on, and at the next starts too."""
        name = self._read_id(arguments)
        await anyio.to_thread.run_sync(self._files.build, name)
        return await self._set({"key": "scene.persona", "value": name})

    async def try_out(self, arguments: Arguments) -> list[dict[str, str]]:
        """Return three lines that the persona `name` would say of the picture now; none of them is said."""
        persona = await anyio.to_thread.run_sync(self._played.build, self._read_id(arguments))
        return [asdict(each) for each in await self._trial.run(persona)]

    async def export(self, arguments: Arguments) -> dict[str, str]:
        """Return the persona `name` as the one `file` with its `text` that persona.import takes."""
        name = self._read_id(arguments)
        text = await anyio.to_thread.run_sync(self._files.read_text, name)
        return {"file": f"{name}.md", "text": text}

    async def take_in(self, arguments: Arguments) -> str:
        """Keep the persona that the `text` of a file is, and return its file's name; none that is there changes."""
        text = arguments.get("text")
        if not isinstance(text, str) or not text.strip():
            raise ConfigError(own("The persona file is empty. Choose one that was saved here."))
        made = await anyio.to_thread.run_sync(self._files.import_text, text)
        self._tell_changed(made)
        return made

    def _tell_changed(self, name: str) -> None:
        self._tell_change(f"personas.{name}")

    def _read_id(self, arguments: Arguments) -> str:
        return read_text(arguments, "name", self._played.id, most=_MOST_ID)

    def _describe(self, name: str) -> dict[str, Any]:
        sheet = self._files.read(name)
        is_by_hand = sheet.is_by_hand and self._files.origin(name) != "ships"
        told = sheet.model_dump(mode="json")
        told |= {"short": sheet.short, "text": sheet.body} if is_by_hand else {"short": "", "text": ""}
        return {
            **told,
            "id": name,
            "origin": self._files.origin(name),
            "plays": name == self._played.id,
            "is_by_hand": is_by_hand,
            "cost": _describe_cost(self._files.build(name), sheet),
        }

    def _pass(self, name: str) -> str:
        return self._guard.passed(name, limit=_MOST_NAME, where="panel", instead="…")


def _describe_cost(persona: Persona, sheet: PersonaSheet) -> dict[str, int | str]:
    """Return what a persona costs in tokens, and what a comment is told of it."""
    chars = len(persona.short) + count_chars(persona.examples)
    return {
        "comment": ceil(chars / _TOKEN_CHARS),
        "conversation": ceil(len(persona.prompt) / _TOKEN_CHARS),
        "character": ceil(len(sheet.character) / _TOKEN_CHARS),
        "chars": chars,
        "most_chars": MOST_CHARS,
        "most_character": MOST_CHARACTER,
        "told": persona.short,
        "examples": len(persona.examples),
        "most_bytes": MOST_BYTES,
    }
