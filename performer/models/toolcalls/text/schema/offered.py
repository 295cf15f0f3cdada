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
_SERVER = re.compile(r"\A(?:mcp_(?!_)|(?:[^\W_]++(?:_[^\W_]++)*+(?:__|[.:/]))++)(?=\w)")
_METHOD = re.compile(r"\.(?:call|run|invoke|execute)$")
_NUMBER = re.compile(r":\d+\s*$")
_CHANNEL = re.compile(r"\s+(?:commentary|json|code)$")
_ONE_SLIP: Final = 6
_TWO_SLIPS: Final = 12
"""Letters of a name from which so many may be wrong."""
_MOST_SLIPS: Final = 2


class OfferedTools:
    """The offered tools by their names: exactly, else however it is dressed, else by a slip that is clear.

    Two tools whose names differ in dress alone (`overlay_text`, `overlay-text`) are known by their exact names only.
    """

    def __init__(self, tools: Iterable[ToolSpec]) -> None:
        self._exact = {tool.name: tool for tool in tools}
        # One name is asked for by several readers.
        self._find_cached = lru_cache(maxsize=256)(self._find_dressed)

    def find(self, printed: str, *, misspelt: bool = True) -> ToolSpec | None:
        """Find the one tool that a printed name means; None when there is no such tool, or two: then nothing may run.

        The name stands as in the text: perhaps quoted, with `functions.` before or `:0`, `<|channel|>…` after, and when
        it may be `misspelt`, with a slip of the pen.
        """
        exact = self._exact.get(printed)
        return exact or (self._find_cached(printed, misspelt=misspelt) if len(printed) <= _LONGEST_PRINTED else None)

    def _find_dressed(self, printed: str, *, misspelt: bool) -> ToolSpec | None:
        if ".." in printed or "…" in printed:
            return None
        name = _clean(printed)
        if not name or len(name) > LONGEST_NAME:
            return None
        same = self._exact.get(name)
        if same is not None:
            return same
        if fold(name) in self._folded:
            return self._folded[fold(name)]
        if not misspelt:
            return None
        # The server that the tool is of may stand before its name, or a method behind it: `mcp__stage__play_sfx`.
        return self._exact.get(_SERVER.sub("", _METHOD.sub("", name))) or self._find_nearest(name)

    def can_begin(self, prefix: str) -> bool:
        """Return whether a beginning can still become a name that `find` knows without looking over a slip.

        The empty beginning can; so can a whole name, and `functions.` with the beginning of one.
        """
        if len(prefix) > _LONGEST_PRINTED:
            return False
        begun = prefix.lstrip(_BEFORE)
        names, beginnings = _join_names(tuple(self._exact))
        return "\n" + fold(begun) in beginnings or "\n" + fold(begun[_count_namespace(begun) :]) in names

    def split_glued(self, text: str) -> tuple[ToolSpec, str] | None:
        """Split a name from the key of the same tool that sticks to it: `overlay_texttext`, `overlay_text text`.

        Return the tool with the longest name that fits, and the key as its schema spells it.
        """
        if len(text) > _LONGEST_PRINTED:
            return None
        clean = fold(_clean(text))
        for tool in sorted(self._exact.values(), key=lambda tool: len(fold(tool.name)), reverse=True):
            name = fold(tool.name)
            if clean.startswith(name) and self._folded.get(name, tool) is not None:
                rest = clean[len(name) :]
                return next(((tool, key) for key in tool.parameters.get("properties", ()) if fold(key) == rest), None)
        return None

    @cached_property
    def _folded(self) -> dict[str, ToolSpec | None]:
        found: dict[str, ToolSpec | None] = {}
        for name, tool in self._exact.items():
            found[fold(name)] = None if fold(name) in found else tool
        return found

    def _find_nearest(self, name: str) -> ToolSpec | None:
        begun, letters = fold(name)[:1], len(fold(name))
        near: list[tuple[int, str]] = []
        for each in self._exact:
            length = len(fold(each))
            if fold(each).startswith(begun) and abs(length - letters) <= _MOST_SLIPS:
                most = _MOST_SLIPS if length >= _TWO_SLIPS else 1 if length >= _ONE_SLIP else 0
                count = count_slips(name, each, most=most)
                near += [] if count is None else [(count, each)]
        near.sort()
        is_clear = len(near) == 1 or (len(near) > 1 and near[0][0] < near[1][0])
        return self._exact[near[0][1]] if is_clear else None


@lru_cache(maxsize=64)
def _join_names(names: tuple[str, ...]) -> tuple[str, str]:
    """Write names a line each, and below them what a name may have before it."""
    listed = "".join("\n" + fold(name) for name in names)
    return listed, listed + "".join("\n" + fold(each) for each in _NAMESPACES)


def _clean(printed: str) -> str:
    name = _REST.sub("", printed.lstrip(_BEFORE).replace("\\", ""))
    name = _CHANNEL.sub("", _NUMBER.sub("", name).strip(_AROUND))
    return name[_count_namespace(name) :].strip(_AROUND)


def _count_namespace(name: str) -> int:
    """Count the letters before the name proper."""
    found = _NAMESPACE.match(name)
    return found.end() if found else 0
