"""Server-sent events out of lines: what a stream of OpenAI's kind is made of.

It is as tolerant as the servers are careless: events need no empty line between them, fields no blank after the colon,
and an error may come as a field of its own.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Event:
    """What one event carries."""

    data: str
    is_error: bool = False
    """Whether the server called it one."""


class EventReader:
    """Puts lines together to events, of which at most one is unfinished."""

    def __init__(self) -> None:
        self._data: list[str] = []
        self._is_error = False

    def feed(self, line: bytes) -> list[Event]:
        """Take the next line, without its end, and give the events that are complete with it: none, one or two."""
        text = line.decode("utf-8", "replace").removesuffix("\r").removeprefix("\ufeff")
        if not text.strip():
            return self.finish()
        field, value = _field(text)
        if field == "event":
            self._is_error = value == "error"
        if field == "error":
            return [*self.finish(), Event(data=value, is_error=True)]
        return self._more(value) if field == "data" else []

    def finish(self) -> list[Event]:
        """Give the event that is unfinished, if any: the stream ended."""
        data, is_error = "\n".join(self._data).strip(), self._is_error
        self._data, self._is_error = [], False
        return [Event(data=data, is_error=is_error)] if data else []

    def _more(self, value: str) -> list[Event]:
        """Take more data; what cannot belong to the data before, because no JSON goes on so, begins a new event."""
        ended = self.finish() if self._is_whole() and value.startswith(("{", "[")) else []
        self._data.append(value)
        return ended

    def _is_whole(self) -> bool:
        return bool(self._data) and self._data[-1].rstrip().endswith("}")


def _field(line: str) -> tuple[str, str]:
    """Part a line into its field and value; a comment has no field, and bare JSON is taken for data."""
    if line.startswith("{"):
        return "data", line
    field, _, value = line.partition(":")
    return field, value.removeprefix(" ")
