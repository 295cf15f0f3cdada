"""Arguments behind the name: in brackets, in pairs or words on the same line, or on lines below it."""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from performer.core.pattern_file import PatternFile
from performer.models.toolcalls.text.data.lines import read_mapping, read_pairs
from performer.models.toolcalls.text.data.literal import PrintedData, read_literal
from performer.models.toolcalls.text.data.python_call import Positional, read_python_call
from performer.models.toolcalls.text.data.strings import find_opener, read_quoted
from performer.models.toolcalls.text.data.words import read_bare, skip
from performer.models.toolcalls.text.name_patterns import CallHead
from performer.models.toolcalls.text.speech import GAP, MARKS
from performer.tools.tool import ToolSpec

_FILE: Final = PatternFile(__file__, **MARKS)
_PATTERN: Final = _FILE.patterns


def read_call_brackets(text: str, head: CallHead) -> PrintedData | None:
    """Read brackets right behind the name, as a Python call has them."""
    call = read_python_call(text, head.at)
    is_empty = call is not None and call.value == Positional() and text.endswith(")", 0, call.end)
    return None if call is None or (is_empty and _PATTERN["object_behind"].match(text, call.end)) else call


def read_mapping_behind(text: str, head: CallHead) -> PrintedData | None:
    """Read one object behind the name, whatever stands between."""
    empty = _PATTERN["empty"].match(text, head.end)
    at = skip(GAP, text, empty.end() if empty else skip(_PATTERN["closes"], text, head.end))
    quoted = _PATTERN["quoted"].match(text, at)
    at = quoted.end() if quoted else at
    if not text.startswith("{", at) and not (head.tool is not None and _PATTERN["list"].match(text, at)):
        return None
    literal = read_literal(text, at)
    if literal is None:
        broken = _PATTERN["broken"].match(text, at + 1)
        return PrintedData(value=None, end=len(text), cut=True) if broken else None
    return replace(literal, end=literal.end + (quoted is not None and text.startswith(quoted.group(), literal.end)))


def read_keywords(text: str, head: CallHead) -> PrintedData | None:
    """Read `:text "hi" :duration_s 5`, as Lisp and EDN have it, up to a closing bracket or the end of the line."""
    first = _PATTERN["keyword"].match(text, head.end)
    if first is None:
        return None
    last = _PATTERN["keywords_end"].search(text, first.end())
    assert last is not None
    literal = read_literal("{" + text[first.end() : last.start()] + "}", 0)
    return PrintedData(value=literal.value, end=last.start(), cut=literal.cut) if literal else None


def read_shell_pairs(text: str, head: CallHead) -> PrintedData | None:
    """Read `text="hi" duration_s=5`, as a shell's line has it."""
    is_pair = head.tool is not None and _PATTERN["shell_pair"].match(text, head.end)
    return read_pairs(text, head.end) if is_pair else None


_MOST: Final = 32
_CLOSERS: Final = {"(": ")", "[": "]"}
_PARTS: Final = " \t,;|&"


@lru_cache(maxsize=256)
def _match_keys(names: tuple[str, ...]) -> re.Pattern[str]:
    """Match one of a tool's keys, with what parts it from the value before it and from its own."""
    any_name = "|".join(re.escape(name).replace("_", r"[_ \-]?") for name in sorted(names, key=len, reverse=True))
    space = _FILE.parts["space"]
    return re.compile(
        rf"(?:[,;|&:(\[]|{space}|(?:and|with)\b|(?<=\?)){{1,8}}+['\"“`*]{{0,2}}({any_name})['\"”`*]{{0,2}}{space}{{0,4}}"
        rf"(?::(?!:)|=(?!=)|->|→|=>)\*{{0,2}}{space}{{0,4}}",
        re.IGNORECASE,
    )


def read_own_keys(text: str, head: CallHead) -> PrintedData | None:
    """Read `text: hi, duration_s: 5` or `with text="hi" and …`, when the first key is one of the tool's."""
    if head.tool is None or not begins_with_key(text, head.end, head.tool):
        return None
    keys = _match_keys(tuple(head.tool.parameters.get("properties", ())))
    known = {key.replace("_", "").replace("-", "").casefold(): key for key in head.tool.parameters["properties"]}
    values: dict[str, object] = {}
    at, stop, end = _find_behind_mark(text, head.end), skip(_PATTERN["line"], text, head.end), -1
    bracket = _PATTERN["bracket"].match(text, at)
    if bracket is not None:
        closed = text.rfind(_CLOSERS[bracket.group().strip(_PARTS + ":")], at, stop)
        stop, end = (closed, closed + 1) if closed >= 0 else (stop, stop)
    for _ in range(_MOST):
        key = keys.match(text, at, stop)
        if key is None:
            break
        name = known[re.sub(r"[_ \-]", "", key.group(1)).casefold()]
        values[name], at = _read_value(text, key.end(), stop, keys)
    if stop == len(text) and _is_begun(text[at:stop], known):
        at = stop
    return PrintedData(value=values, end=max(at, end), cut=end == stop)


def _is_begun(rest: str, known: Iterable[str]) -> bool:
    """Return whether what is left of a text is the beginning of one more key: then the call may break off there."""
    begun = _PATTERN["begun"].fullmatch(rest)
    letters = re.sub(r"[_ \-]", "", begun.group(1)).casefold() if begun else ""
    return bool(letters) and any(key.startswith(letters) for key in known)


def begins_with_key(text: str, at: int, tool: ToolSpec) -> bool:
    """Return whether such a key follows a name."""
    names = tuple(tool.parameters.get("properties", ()))
    return bool(names) and _match_keys(names).match(text, _find_behind_mark(text, at)) is not None


def _find_behind_mark(text: str, at: int) -> int:
    """Pass over the mark between a name and its query: `name?text=hi&duration_s=5`."""
    return at + 1 if text.startswith("?", at) else at


def _read_value(text: str, at: int, stop: int, keys: re.Pattern[str]) -> tuple[object, int]:
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


def read_lines_below(text: str, head: CallHead) -> PrintedData | None:
    """Read lines of `text: hi` below the name, up to an empty one."""
    first = _PATTERN["lines_begin"].match(text, head.end)
    if head.tool is None or first is None:
        return None
    if not head.tool.parameters.get("properties"):
        return None  # what stands below a tool that takes nothing is not its own
    ends = _PATTERN["lines_end"].search(text, first.end())
    begun = text.rfind("\n", 0, first.end()) + 1
    lines = read_mapping(text, begun, ends.start() if ends else len(text))
    return replace(lines, value=_merge_pairs(lines.value)) if lines else None


def _merge_pairs(value: object) -> object:
    """Return the pairs in a list of them as one object: `Arguments:` over `- text: hi` and `- duration_s: 5`."""
    match list(value.values()) if isinstance(value, dict) else []:
        case [[dict(), *_] as pairs] if all(len(pair) == 1 for pair in pairs if isinstance(pair, dict)):
            return {key: each for pair in pairs if isinstance(pair, dict) for key, each in pair.items()}
    return value


_MOST_WORDS: Final = 6


def read_in_order(text: str, head: CallHead) -> PrintedData | None:
    """Read `/show_emote wave` or `CALL play_sfx "boing" 0.5`, in the order of the schema.

    Nothing else may stand on the line, and of words without quotes no more than one. In brackets, `search[the cellar]`,
    any words are one argument.
    """
    if not head.is_command or head.tool is None:
        return None
    bracketed = _PATTERN["bracketed"].match(text, head.end)
    if bracketed is not None:
        return PrintedData(value=(bracketed.group(1) or bracketed.group(2)).strip(), end=bracketed.end())
    line = _PATTERN["words_line"].match(text, head.end)
    if line is None:
        return None
    words = _PATTERN["word"].findall(line["words"])
    values = tuple(quoted or other or read_bare(plain) for quoted, other, plain in words)
    plain = sum(isinstance(value, str) and bool(word[2]) for value, word in zip(values, words, strict=True))
    if plain > 1 or len(values) > _MOST_WORDS:
        return None
    return PrintedData(value=Positional(values=values), end=line.end("words"))
