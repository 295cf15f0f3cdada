"""The tools on offer, found again by the names that models print."""

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Final

from performer.models.toolcalls.text.schema.spelling import LONGEST_NAME, count_slips, fold
from performer.tools.tool import ToolSpec

_LONGEST_PRINTED: Final = 200
_AROUND: Final = " \t\r\n\"'`*“”„‘’«»「」『』:;,.?!"
_BEFORE: Final = _AROUND + "<([{|$@/&#"
_REST = re.compile(r"[<({\[|].*", re.DOTALL)
_NAMESPACES: Final = ("functions", "function", "tools", "tool", "default_api", "multi_tool_use")
_NAMESPACE = re.compile(rf"(?:(?:{'|'.join(_NAMESPACES)})\s*[.:/]+\s*)+", re.IGNORECASE)
_NAMESPACE_INITIALS: Final = frozenset(name[0] for name in _NAMESPACES)
_SERVER = re.compile(r"\A(?:mcp_(?!_)|(?:[^\W_]++(?:_[^\W_]++)*+(?:__|[.:/]))++)(?=\w)")
_METHOD = re.compile(r"\.(?:call|run|invoke|execute)$")
_PLAIN = re.compile(r"[\w\-]+")
_MOST_KNOWN: Final = 256
_NUMBER = re.compile(r":\d+\s*$")
_CHANNEL = re.compile(r"\s+(?:commentary|json|code)$")
_ONE_SLIP: Final = 6
_TWO_SLIPS: Final = 12
"""Letters of a name from which so many may be wrong."""
_MOST_SLIPS: Final = 2


class OfferedTools:
    """Knows each offered tool by its name: exactly, else however it is dressed, else by a slip that is clear.

    Two tools whose names differ in dress alone (`overlay_text`, `overlay-text`) are known by their exact names only.
    """

    def __init__(self, tools: Iterable[ToolSpec]) -> None:
        self._exact = {tool.name: tool for tool in tools}
        self._known: dict[tuple[str, bool], ToolSpec | None] = {}
        """What was asked for already: one name is asked for by several readers."""

    def find(self, printed: str, *, misspelt: bool = True) -> ToolSpec | None:
        """Find the one tool that a printed name means.

        Args:
            printed: As it stands in the text: perhaps quoted, with `functions.` before or `:0`, `<|channel|>…` after.
            misspelt: Whether a slip of the pen may be looked over.

        Returns:
            None when there is no such tool, or two; then nothing may run.
        """
        exact = self._exact.get(printed)
        if exact is not None or len(printed) > _LONGEST_PRINTED:
            return exact
        asked = (printed, misspelt)
        if asked not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[asked] = self._found(printed, misspelt=misspelt)
        return self._known[asked]

    def _found(self, printed: str, *, misspelt: bool) -> ToolSpec | None:
        if ".." in printed or "…" in printed:
            return None
        name = _cleaned(printed)
        if not name or len(name) > LONGEST_NAME:
            return None
        same = self._exact.get(name)
        if same is not None:
            return same
        if fold(name) in self._folded:
            return self._folded[fold(name)]
        return self._within(name) or self._nearest(name) if misspelt else None

    @property
    def initials(self) -> frozenset[str]:
        """The letters, in lower case, one of which is the first of whatever could become a name."""
        return _NAMESPACE_INITIALS | {name[:1].lower() for name in self._exact}

    def can_begin(self, prefix: str) -> bool:
        """Return whether a beginning can still become a name that `find` knows without looking over a slip.

        The empty beginning can; so can a whole name, and `functions.` with the beginning of one.
        """
        if len(prefix) > _LONGEST_PRINTED:
            return False
        begun = prefix.lstrip(_BEFORE)
        names, beginnings = _listed(tuple(self._exact))
        return "\n" + fold(begun) in beginnings or "\n" + fold(begun[_namespace(begun) :]) in names

    def split_glued(self, text: str) -> tuple[ToolSpec, str] | None:
        """Part a name from the key of the same tool that sticks to it: `overlay_texttext`, `overlay_text text`.

        Returns:
            The tool with the longest name that fits, and the key as its schema spells it.
        """
        if len(text) > _LONGEST_PRINTED:
            return None
        clean = _cleaned(text)
        for tool in self._longest_first:
            if fold(clean).startswith(fold(tool.name)) and self._folded.get(fold(tool.name), tool) is not None:
                rest = fold(clean)[len(fold(tool.name)) :]
                return next(((tool, key) for key in tool.parameters.get("properties", ()) if fold(key) == rest), None)
        return None

    @cached_property
    def _folded(self) -> dict[str, ToolSpec | None]:
        found: dict[str, ToolSpec | None] = {}
        for name, tool in self._exact.items():
            found[fold(name)] = None if fold(name) in found else tool
        return found

    @cached_property
    def _longest_first(self) -> list[ToolSpec]:
        return sorted(self._exact.values(), key=lambda tool: len(fold(tool.name)), reverse=True)

    def _within(self, name: str) -> ToolSpec | None:
        """Find a name with the server it is of before it or a method behind it: `mcp__stage__play_sfx`."""
        return self._exact.get(_SERVER.sub("", _METHOD.sub("", name)))

    def _nearest(self, name: str) -> ToolSpec | None:
        begun, letters = fold(name)[:1], len(fold(name))
        alike = [
            self._exact[each]
            for each in self._exact
            if fold(each).startswith(begun) and abs(len(fold(each)) - letters) <= _MOST_SLIPS
        ]
        counted = [(_slips(name, tool.name), tool) for tool in alike]
        near = sorted(((count, tool) for count, tool in counted if count is not None), key=lambda each: each[0])
        is_clear = len(near) == 1 or (len(near) > 1 and near[0][0] < near[1][0])
        return near[0][1] if is_clear else None


def _slips(printed: str, right: str) -> int | None:
    letters = len(fold(right))
    most = _MOST_SLIPS if letters >= _TWO_SLIPS else 1 if letters >= _ONE_SLIP else 0
    return count_slips(printed, right, most=most)


@lru_cache(maxsize=64)
def _listed(names: tuple[str, ...]) -> tuple[str, str]:
    """Write names a line each, and below them what a name may have before it."""
    listed = "".join("\n" + fold(name) for name in names)
    return listed, listed + "".join("\n" + fold(each) for each in _NAMESPACES)


def _cleaned(printed: str) -> str:
    if _PLAIN.fullmatch(printed):
        return printed
    name = _REST.sub("", printed.lstrip(_BEFORE).replace("\\", ""))
    name = _CHANNEL.sub("", _NUMBER.sub("", name).strip(_AROUND))
    return name[_namespace(name) :].strip(_AROUND)


def _namespace(name: str) -> int:
    """Count the letters before the name proper."""
    found = _NAMESPACE.match(name)
    return found.end() if found else 0
