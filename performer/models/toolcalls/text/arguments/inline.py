"""Arguments on the name's own line under the tool's own keys: `text: hi, duration_s: 5`, `with text="hi" and …`."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from performer.models.toolcalls.text.arguments.given import PrintedArguments
from performer.models.toolcalls.text.data.literal import read_literal
from performer.models.toolcalls.text.data.strings import find_opener, read_quoted
from performer.models.toolcalls.text.data.words import read_bare
from performer.models.toolcalls.text.name_patterns import CallHead
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.tools.tool import ToolSpec

_SPACE: Final = r"[^\S\n]"
_MOST: Final = 32
_LINE = re.compile(rf"[^\n]*?(?={_SPACE}*(?:\n|\Z|`|</|<[|｜]|\[/\w))")
_BRACKET = re.compile(rf"(?:{_SPACE}|:){{0,8}}+[(\[]")
_CLOSERS: Final = {"(": ")", "[": "]"}
_PARTS: Final = " \t,;|&"
_BEGUN = re.compile(rf"(?:[,;|&]|{_SPACE}|(?:and|with)\b){{1,8}}+['\"“`*]{{0,2}}(\w[\w \-]{{0,60}})", re.IGNORECASE)


@lru_cache(maxsize=256)
def _keys(names: tuple[str, ...]) -> re.Pattern[str]:
    """Match one of a tool's keys, with what parts it from the value before it and from its own."""
    any_name = "|".join(re.escape(name).replace("_", r"[_ \-]?") for name in sorted(names, key=len, reverse=True))
    return re.compile(
        rf"(?:[,;|&:(\[]|{_SPACE}|(?:and|with)\b|(?<=\?)){{1,8}}+['\"“`*]{{0,2}}({any_name})['\"”`*]{{0,2}}{_SPACE}{{0,4}}"
        rf"(?::(?!:)|=(?!=)|->|→|=>)\*{{0,2}}{_SPACE}{{0,4}}",
        re.IGNORECASE,
    )


def read(text: str, head: CallHead, offered: OfferedTools) -> PrintedArguments | None:  # noqa: ARG001 - the ways are alike
    """Read the pairs behind the name, when the first has a key of the tool's."""
    if head.tool is None or not begins_with_key(text, head.end, head.tool):
        return None
    line = _LINE.match(text, head.end)
    assert line is not None
    keys = _keys(tuple(head.tool.parameters.get("properties", ())))
    known = {key.replace("_", "").replace("-", "").casefold(): key for key in head.tool.parameters["properties"]}
    values: dict[str, object] = {}
    at, stop, end = _behind(text, line.start()), line.end(), -1
    bracket = _BRACKET.match(text, at)
    if bracket is not None:
        closed = text.rfind(_CLOSERS[bracket.group().strip(_PARTS + ":")], at, stop)
        stop, end = (closed, closed + 1) if closed >= 0 else (stop, stop)
    for _ in range(_MOST):
        key = keys.match(text, at, stop)
        if key is None:
            break
        name = known[re.sub(r"[_ \-]", "", key.group(1)).casefold()]
        values[name], at = _value(text, key.end(), stop, keys)
    if stop == len(text) and _is_begun(text[at:stop], known):
        at = stop
    return PrintedArguments(value=values, end=max(at, end), cut=end == stop)


def _is_begun(rest: str, known: Iterable[str]) -> bool:
    """Tell whether what is left of a text is the beginning of one more key: then the call may break off there."""
    begun = _BEGUN.fullmatch(rest)
    letters = re.sub(r"[_ \-]", "", begun.group(1)).casefold() if begun else ""
    return bool(letters) and any(key.startswith(letters) for key in known)


def begins_with_key(text: str, at: int, tool: ToolSpec) -> bool:
    """Tell whether such a key follows a name."""
    names = tuple(tool.parameters.get("properties", ()))
    return bool(names) and _keys(names).match(text, _behind(text, at)) is not None


def _behind(text: str, at: int) -> int:
    """Pass over the mark between a name and its query: `name?text=hi&duration_s=5`."""
    return at + 1 if text.startswith("?", at) else at


def _value(text: str, at: int, stop: int, keys: re.Pattern[str]) -> tuple[object, int]:
    quote = find_opener(text, at)
    quoted = read_quoted(text, at, stop, quote) if quote else None
    if quoted is not None:
        return quoted
    if text.startswith(("[", "{"), at):
        literal = read_literal(text, at, words=True)
        if literal is not None and not literal.cut and literal.end <= stop:
            return literal.value, literal.end
    following = keys.search(text, at, stop)
    end = following.start() if following else stop
    raw = text[at:end].strip(_PARTS)
    return read_bare(raw), end
