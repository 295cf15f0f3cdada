"""The tray's connection to the show: orders with their answers, and the news that the show sends by itself."""

import itertools
import json
import logging
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject, QUrl, Signal

from overlay.client.link import Connection

_log = logging.getLogger(__name__)


class ControlLink(Connection):
    """A client's end of the control socket."""

    told = Signal(str, object)
    """The kind of the news, such as `state`, and their value."""

    def __init__(self, url: QUrl, *, parent: QObject) -> None:
        super().__init__(url, parent=parent)
        self._numbers = itertools.count(1)
        self._waiting: dict[int, Callable[[Any], None]] = {}
        self.heard.connect(self._read)
        self.lost.connect(self._waiting.clear)

    def ask(self, op: str, *, then: Callable[[Any], None] = lambda _value: None, **arguments: object) -> None:
        """Send an order; `then` gets its value, and a refusal is logged. Without a connection it is dropped."""
        number = next(self._numbers)
        self._waiting[number] = then
        self.send(json.dumps({"id": number, "op": op, "args": arguments}))

    def _read(self, text: str) -> None:
        message: Mapping[str, Any] = json.loads(text)
        if "op" in message:
            self.told.emit(str(message["op"]), message.get("value"))
            return
        then = self._waiting.pop(message.get("id") or 0, None)
        if not message.get("ok"):
            _log.info("refused: %.200s", message.get("error"))
        elif then:
            then(message.get("value"))
