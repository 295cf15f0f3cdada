"""Walking over `{"say": …, "calls": […]}` while it arrives: where each part begins and ends, in whatever order."""

import re
from typing import Final

from performer.models.constrained.json_string import JsonString

_TOKEN: Final = re.compile(r'["{}\[\]:,]|[^"{}\[\]:,]+')
_SAY: Final = "say"
_CALLS: Final = "calls"


class SayCalls:
    """Reads one object from its opening brace on, piece by piece; what comes after it is passed over."""

    def __init__(self) -> None:
        self._depth = 0
        self._key = ""
        self._is_value = False
        self._string: JsonString | None = None
        self._text: list[str] = []
        self._length = 0
        self._said: tuple[int, int] | None = None
        self._calls: tuple[int, int] | None = None
        self.ended = False
        """Whether the object is complete."""

    def feed(self, text: str) -> str:
        """Take the next piece and give what of `say` is certain now; only the first `say` counts."""
        said: list[str] = []
        at = 0
        while at < len(text) and not self.ended:
            if self._string is None:
                at = self._token(text, at)
                continue
            read, at = self._string.feed(text, at)
            if self._is_say:
                said.append(read)
            elif self._is_key:
                self._key += read
            if self._string.closed:
                self._close_string(self._length + at)
        self._text.append(text[:at])
        self._length += at
        return "".join(said)

    @property
    def rest(self) -> str:
        """What was not said, in a form that models print too: the calls, or the whole object without its `say`."""
        whole = "".join(self._text)
        if self._calls is not None:
            begin, end = self._calls
            return f'{{"tool_calls":{whole[begin:]}' if end < 0 else f'{{"tool_calls":{whole[begin:end]}}}'
        if self._said is None:
            return whole
        begin, end = self._said
        return "" if end < 0 else f"{whole[:begin]}{whole[end:]}"

    @property
    def _is_key(self) -> bool:
        return self._depth == 1 and not self._is_value

    @property
    def _is_say(self) -> bool:
        return (
            self._depth == 1 and self._is_value and self._key == _SAY and self._said is not None and self._said[1] < 0
        )

    def _token(self, text: str, at: int) -> int:
        token = _TOKEN.match(text, at)
        assert token is not None, "the two halves of the pattern leave nothing out"
        where = self._length + at
        match token.group():
            case '"':
                self._open_string(where)
            case "{" | "[":
                self._depth += 1
            case "}" | "]":
                self._close(where)
            case ":" if self._is_key:
                self._begin_value(where + 1)
            case "," if self._depth == 1:
                self._end_value(where)
        return token.end()

    def _open_string(self, where: int) -> None:
        self._string = JsonString()
        if self._is_key:
            self._key = ""
        elif self._depth == 1 and self._key == _SAY and self._said is None:
            self._said = (where + 1, -1)

    def _close_string(self, where: int) -> None:
        if self._is_say and self._said is not None:
            self._said = (self._said[0], where - 1)
        self._string = None

    def _begin_value(self, where: int) -> None:
        self._is_value = True
        if self._key == _CALLS and self._calls is None:
            self._calls = (where, -1)

    def _end_value(self, where: int) -> None:
        if self._is_value and self._key == _CALLS and self._calls is not None and self._calls[1] < 0:
            self._calls = (self._calls[0], where)
        self._is_value = False

    def _close(self, where: int) -> None:
        self._depth -= 1
        if self._depth == 0:
            self._end_value(where)
            self.ended = True
