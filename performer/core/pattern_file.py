"""Files of patterns beside the modules that look for them.

Single patterns stand under `[patterns]`, in a list where they have alternatives; several of one kind under `[groups]`.
In them and in `[parts]`, `{name}` stands for a part, or for any of the words of a list (under `[words]`) or of a whole
table. Words are parted by blanks; a blank in a word is written ~. A line that goes on is indented by two blanks.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

_PART: Final = re.compile(r"\{([a-z_][a-z_0-9]*)\}")
_OF_PATTERNS: Final = frozenset({"words", "parts", "patterns", "groups"})


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
        self.patterns = {key: self._compile(each) for key, each in self.tree["patterns"].items()}
        self.groups = {key: [*map(self._compile, those)] for key, those in self.tree.get("groups", {}).items()}

    def _compile(self, pattern: str | list[str]) -> re.Pattern[str]:
        return re.compile(self._fill("|".join(pattern) if isinstance(pattern, list) else pattern))

    def _fill(self, pattern: str) -> str:
        whole = "".join(line.removeprefix("  ") for line in pattern.split("\n"))
        return _PART.sub(lambda part: self.parts[part[1]], whole)


def make_alternation(words: str) -> str:
    """Return the part of a pattern that matches any of some words; a blank in a word is written ~."""
    return "|".join(dict.fromkeys(words.split())).replace("~", " ")
