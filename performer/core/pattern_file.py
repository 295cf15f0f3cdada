"""Files of patterns beside the modules that look for them.

Single patterns stand under `[patterns]`, in a list where they have alternatives; several of one kind under `[groups]`.
In them and in `[parts]`, `{name}` stands for a part, or for any of the words of a list (under `[words]`) or of a whole
table. Words are parted by blanks; a blank in a word is written ~. A line that goes on is indented by two blanks.

A pattern is compiled when it is first needed: a start does not wait for the thousand that a session may never need.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from performer.core.made_late import compile_late

V = TypeVar("V")

_PART: Final = re.compile(r"\{([a-z_][a-z_0-9]*)\}")
_OF_PATTERNS: Final = frozenset({"words", "parts", "patterns", "groups"})


class MadeOnce(dict[str, V]):
    """Values by their names, each of which is made when it is first asked for."""

    def __init__(self, makers: Mapping[str, Callable[[], V]]) -> None:
        super().__init__()
        self.names = tuple(makers)
        """The names of all values, also of those that are not made yet."""
        self._makers = makers

    def __missing__(self, name: str) -> V:
        self[name] = self._makers[name]()
        return self[name]

    def make_all(self) -> None:
        """Make the values that nobody has asked for yet."""
        for name in self.names:
            self[name]


class PatternFile:
    """The patterns of a module's TOML file, by their names, and whatever else it holds (`tree`).

    Args:
        module: The path of the module, which the file stands beside.
        parts: Further parts that the patterns name.
    """

    def __init__(self, module: str, **parts: str) -> None:
        self.tree: Mapping[str, Any] = tomllib.loads(Path(module).with_suffix(".toml").read_text(encoding="utf-8"))
        tables = {key: " ".join(each.values()) for key, each in self.tree.items() if key not in _OF_PATTERNS}
        lists = tables | self.tree.get("words", {})
        self.parts = parts | {key: make_alternation(words) for key, words in lists.items()}
        for key, part in self.tree.get("parts", {}).items():
            self.parts[key] = self._fill(part)
        self.patterns = MadeOnce({key: partial(self._compile, each) for key, each in self.tree["patterns"].items()})
        self.groups = MadeOnce(
            {key: partial(self._compile_group, those) for key, those in self.tree.get("groups", {}).items()}
        )

    def find_late(self, name: str) -> re.Pattern[str]:
        """Return a pattern that is compiled when it is first searched for, for a module that gives it a name."""
        return compile_late(self._write(self.tree["patterns"][name]))

    def compile_all(self) -> None:
        """Compile the patterns that nobody has needed yet."""
        self.patterns.make_all()
        self.groups.make_all()

    def _compile(self, pattern: str | list[str]) -> re.Pattern[str]:
        return re.compile(self._write(pattern))

    def _write(self, pattern: str | list[str]) -> str:
        return self._fill("|".join(pattern) if isinstance(pattern, list) else pattern)

    def _compile_group(self, patterns: list[str]) -> list[re.Pattern[str]]:
        return [*map(self._compile, patterns)]

    def _fill(self, pattern: str) -> str:
        whole = "".join(line.removeprefix("  ") for line in pattern.split("\n"))
        return _PART.sub(lambda part: self.parts[part[1]], whole)


def make_alternation(words: str) -> str:
    """Return the part of a pattern that matches any of some words; a blank in a word is written ~."""
    return "|".join(dict.fromkeys(words.split())).replace("~", " ")
