"""The table of the commands that people write after a slash, at Discord and in the terminal alike."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from performer.core.values import dataclass


@dataclass(frozen=True, kw_only=True)
class CommandRow:
    """A command: what it is called, what it does, and what it takes."""

    name: str
    """One word, or two for a subcommand."""
    description: str
    right: str
    """Who may use it at Discord: anybody, moderator or owner; in the terminal the streamer may use all."""
    only: str = ""
    """Where alone it is taken, discord or terminal; empty: in both."""
    forwards: str = ""
    """Who sees the answer, private or public, where the operation of the same name is all that is to be done."""
    options: tuple[Mapping[str, Any], ...] = ()
    """As Discord's options are written: name, description, and where needed type and is_required."""

    def lists_option(self, name: str) -> bool:
        """Return whether it takes an option of this name."""
        return any(each["name"] == name for each in self.options)


def _read_table() -> tuple[CommandRow, ...]:
    tree = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return tuple(CommandRow(**{**row, "options": tuple(row.get("options", ()))}) for row in tree["command"])


COMMANDS: Final = _read_table()
