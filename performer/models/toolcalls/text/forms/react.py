"""ReAct: `Thought:` is thinking, `Action:` and `Action Input:` are a call, `Final Answer:` is speech."""

from typing import Final

from performer.core.pattern_file import PatternFile
from performer.models.toolcalls.text.call_block import read_block, read_named_call
from performer.models.toolcalls.text.calls import resolve_call
from performer.models.toolcalls.text.data.literal import PrintedData, read_literal
from performer.models.toolcalls.text.data.words import skip
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.name_patterns import read_bare_head
from performer.models.toolcalls.text.schema.offered import OfferedTools

_WORDS: Final = ("thought", "thoughts", "thinking", "reasoning", "action", "final answer", "final response")

_PATTERN: Final = PatternFile(__file__).patterns


def _read_react(place: FormPlace, offered: OfferedTools) -> Answer:
    """Read a label at the beginning of a line."""
    if not place.is_line_start:
        return None
    label = place.match(_PATTERN["label"])
    if label is None:
        return MORE if not place.whole and _may_become(place) else None
    if label.end() == len(place.text) and not place.whole:
        return MORE
    match label.group(1).lower()[:2]:
        case "th" | "re":
            return _read_thought(place, label.end())
        case "fi":
            return Found(end=label.end())
        case _:
            return _read_action(place, label.end(), offered)


def _may_become(place: FormPlace) -> bool:
    begun = place.text[place.at : place.at + 24].lstrip("*").rstrip("* \t0123456789").replace("_", " ").lower()
    return "\n" not in begun and len(begun) < 16 and any(word.startswith(begun) for word in _WORDS)


def _read_thought(place: FormPlace, at: int) -> Answer:
    end = _PATTERN["thought_end"].search(place.text, at)
    if end is not None:
        return Found(end=end.end())
    return Found(end=len(place.text)) if place.whole else MORE


def _read_action(place: FormPlace, at: int, offered: OfferedTools) -> Answer:
    if place.text.startswith(("`", "{", "[", "\n"), at):
        return _read_object(place, at, offered) if place.whole else HOLD
    action = _PATTERN["action"].match(place.text, at)
    if not place.whole:
        touches = action is None or action.end() == len(place.text)
        return MORE if touches and "\n" not in place.text[at:] else (HOLD if action else None)
    if action is None:
        return None
    if place.text.startswith("(", action.end()):
        head = read_bare_head(place.text, at, offered)
        named = read_named_call(place.text, head, offered, cut=place.cut, needs=True) if head and head.tool else None
        return Found(end=named.end, calls=named.calls) if named else None
    given = _read_input(place.text, action.end())
    nothing = _PATTERN["nothing"].match(place.text, at)
    if nothing is not None and offered.find(action.group(1)) is None:
        return Found(end=nothing.end())
    if given is None and offered.find(action.group(1)) is None:
        return None
    end = given.end if given else action.end()
    value = given.value if given else None
    cut = bool(given and given.cut) or (place.cut and end >= len(place.text.rstrip()))
    return Found(end=end, calls=(resolve_call(action.group(1), value, offered, cut=cut),))


def _read_object(place: FormPlace, at: int, offered: OfferedTools) -> Answer:
    block = read_block(place.text, at, offered, cut=place.cut)
    if block.calls:
        return Found(end=block.end, calls=block.calls)
    return Found(end=at) if place.text[at:].lstrip()[:1] in ("`", "{", "[") else None


def _read_input(text: str, at: int) -> PrintedData | None:
    """Read the input: an object, or the rest of the line as it stands."""
    label = _PATTERN["input"].match(text, at)
    if label is None:
        return None
    literal = read_literal(text, label.end()) if text.startswith("{", label.end()) else None
    if literal is not None:
        fence = _PATTERN["fence"].match(text, literal.end)
        is_open = literal.cut or literal.open_depth > 0
        return PrintedData(value=literal.value, end=fence.end() if fence else literal.end, cut=is_open)
    end = skip(_PATTERN["line"], text, label.end())
    return PrintedData(value=text[label.end() : end].strip() or None, end=end)


REACT: Final = Form(openers="a*", words=_WORDS, read=_read_react)
