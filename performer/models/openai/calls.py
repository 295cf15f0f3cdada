"""Tool calls that arrive in pieces, put together again."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from performer.models.openai.wire import CallPart
from performer.models.piece import NativeCall

_MOST_CALLS = 64
"""More than any answer makes; further ones are not kept."""


@dataclass
class _Growing:
    index: int | None
    id: str = ""
    name: str = ""
    pieces: list[str] = field(default_factory=list)
    whole: object = None
    """All arguments as an object, from servers that do not send a string."""

    @property
    def said(self) -> bool:
        """Whether any arguments came."""
        return self.whole is not None or any(self.pieces)


class GrowingCalls:
    """Takes the pieces of an answer's calls, of which the first tells most, and knows which belong together.

    A piece belongs to the call with its id; without an id to the newest call with its index; without an index to the
    newest call. A new id begins a new call even at an index that is taken, for some servers number every call 0; and so
    does another name where the arguments are whole, for some give every call the same id, or none.
    """

    def __init__(self) -> None:
        self._calls: list[_Growing] = []

    def take(self, parts: Iterable[CallPart]) -> None:
        """Take the next pieces."""
        for part in parts:
            call = self._of(part)
            if call is not None:
                _grow(call, part)

    def whole(self) -> tuple[NativeCall, ...]:
        """Give the calls in the order in which they began; those that never got a name are none."""
        named = [each for each in self._calls if each.name]
        return tuple(NativeCall(id=each.id, name=each.name, arguments=_arguments(each)) for each in named)

    def _of(self, part: CallPart) -> _Growing | None:
        """Find the call that a piece belongs to, or begin it."""
        known = self._by_id(part) if part.id else self._by_index(part)
        if known is not None and _is_another(known, part):
            known = None
        if known is not None or len(self._calls) == _MOST_CALLS:
            return known
        self._calls.append(_Growing(index=part.index))
        return self._calls[-1]

    def _by_id(self, part: CallPart) -> _Growing | None:
        same = [each for each in reversed(self._calls) if each.id == part.id]
        if same:
            return next((each for each in same if each.index == part.index), same[0])
        newest = self._by_index(part)
        return newest if newest is not None and not newest.id and not newest.name else None

    def _by_index(self, part: CallPart) -> _Growing | None:
        if part.index is not None:
            return next((each for each in reversed(self._calls) if each.index == part.index), None)
        newest = self._calls[-1] if self._calls else None
        return None if newest is not None and part.name and newest.name else newest


def _is_another(call: _Growing, part: CallPart) -> bool:
    """Tell whether a piece names another call than the one it seems to belong to; a name may come in pieces too."""
    return bool(call.name and part.name and part.name != call.name and isinstance(_arguments(call), dict) and call.said)


def _grow(call: _Growing, part: CallPart) -> None:
    call.id = call.id or part.id
    if part.name != call.name:  # some servers repeat it in every piece
        call.name += part.name
    if isinstance(part.arguments, str):
        call.pieces.append(part.arguments)
    else:
        call.whole = part.arguments


def _arguments(call: _Growing) -> object:
    """Give the arguments: as an object if they are one, otherwise as they came."""
    if call.whole is not None:
        return call.whole
    text = "".join(call.pieces).strip()
    objects = [each for each in _documents(text) if each != {}]  # some servers send an empty object first
    if not objects and text.replace("{}", "").strip() == "":
        return {}
    return objects[0] if objects and all(each == objects[0] for each in objects) else text


def _documents(text: str) -> Iterator[object]:
    """Read the JSON documents that stand one after the other in a text; a broken end gives the text itself."""
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        try:
            found, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            yield text
            return
        yield found
        at = end + len(text[end:]) - len(text[end:].lstrip())
