"""A desktop's tray of the tests' own: it speaks StatusNotifierItem and the menu's protocol on a session bus.

https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from jeepney import (  # type: ignore[import-untyped]  # it brings no types
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    Properties,
    message_bus,
    new_error,
    new_method_call,
    new_method_return,
)
from jeepney.io.blocking import DBusConnection, open_dbus_connection  # type: ignore[import-untyped]

WATCHER: Final = "org.kde.StatusNotifierWatcher"
ITEM: Final = "org.kde.StatusNotifierItem"
MENU: Final = "com.canonical.dbusmenu"
_FACTS: Final = {"IsStatusNotifierHostRegistered": ("b", True), "ProtocolVersion": ("i", 0)}


class TrayHost:
    """The tray; `item` is there once a program has registered its icon."""

    def __init__(self, asking: DBusConnection) -> None:
        self._asking = asking
        self.item = ""
        """The name on the bus of whoever registered an icon."""

    def serve(self, bus: DBusConnection) -> None:
        with suppress(OSError, ValueError):
            while True:
                message = bus.receive()
                if message.header.message_type is MessageType.method_call:
                    bus.send(self._answer(message))

    def _answer(self, call: Message) -> Message:
        match call.header.fields[HeaderFields.member]:
            case "Get":
                return new_method_return(call, "v", (_FACTS[call.body[1]],))
            case "GetAll":
                return new_method_return(call, "a{sv}", (_FACTS,))
            case "RegisterStatusNotifierItem":
                self.item = call.header.fields[HeaderFields.sender]
                return new_method_return(call)
            case _:
                return new_error(call, "org.freedesktop.DBus.Error.UnknownMethod")

    @property
    def tooltip(self) -> str:
        """The title of the icon's tooltip."""
        return str(self._property("ToolTip")[2])

    @property
    def pixels(self) -> bytes:
        """The largest of the icon's pictures, in ARGB."""
        return bytes(max(self._property("IconPixmap"))[2])

    def menu(self) -> dict[str, tuple[int, bool]]:
        """The number of each entry by its words, and whether it can be chosen."""
        answer = self._ask(self._menu_at(), "GetLayout", "iias", 0, -1, [])
        entries = [entry[1] for entry in answer[1][2]]
        return {
            about["label"][1]: (number, about.get("enabled", ("b", True))[1])
            for number, about, _ in entries
            if "label" in about and about.get("visible", ("b", True))[1]
        }

    def choose(self, words: str) -> None:
        """Click on an entry."""
        number, _ = self.menu()[words]
        self._ask(self._menu_at(), "Event", "isvu", number, "clicked", ("i", 0), 0)

    def _menu_at(self) -> DBusAddress:
        return DBusAddress(self._property("Menu"), self.item, MENU)

    def _property(self, name: str) -> Any:
        about = DBusAddress("/StatusNotifierItem", self.item, ITEM)
        return self._asking.send_and_get_reply(Properties(about).get(name), timeout=10).body[0][1]

    def _ask(self, where: DBusAddress, method: str, signature: str, *body: Any) -> Any:
        return self._asking.send_and_get_reply(new_method_call(where, method, signature, body), timeout=10).body


@contextmanager
def tray_host(bus_address: str) -> Iterator[TrayHost]:
    """Run a tray on a bus while the block runs."""
    serving, asking = open_dbus_connection(bus=bus_address), open_dbus_connection(bus=bus_address)
    serving.send_and_get_reply(message_bus.RequestName(WATCHER))
    host = TrayHost(asking)
    thread = threading.Thread(target=host.serve, args=(serving,), daemon=True)
    thread.start()
    try:
        yield host
    finally:
        with suppress(OSError):
            serving.sock.shutdown(2)
        thread.join()
        serving.close()
        asking.close()
