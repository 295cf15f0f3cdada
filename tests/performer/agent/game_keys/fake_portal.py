"""A desktop's portal for shortcuts, as xdg-desktop-portal describes it, on the session bus; run as a program.

It refuses F8. A call of `Press` at its own interface plays a key that is held for a moment.
"""

from typing import Any, Final

from jeepney import (  # type: ignore[import-untyped]  # it brings no types
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    message_bus,
    new_method_return,
    new_signal,
)
from jeepney.io.blocking import DBusConnection, open_dbus_connection  # type: ignore[import-untyped]

NAME: Final = "org.freedesktop.portal.Desktop"
PATH: Final = "/org/freedesktop/portal/desktop"
SHORTCUTS: Final = DBusAddress(PATH, NAME, "org.freedesktop.portal.GlobalShortcuts")
HAND: Final = DBusAddress(PATH, NAME, "tests.Hand")
REFUSED: Final = "F8"


def main() -> None:
    bus = open_dbus_connection(bus="SESSION")
    bus.send_and_get_reply(message_bus.RequestName(NAME))
    print("ready", flush=True)
    portal = Portal(bus)
    while True:
        message = bus.receive()
        if message.header.message_type is MessageType.method_call:
            portal.answer(message)


class Portal:
    """The portal of one program."""

    def __init__(self, bus: DBusConnection) -> None:
        self._bus = bus
        self._session = ""
        self._triggers: dict[str, str] = {}

    def answer(self, call: Message) -> None:
        fields = call.header.fields
        match fields[HeaderFields.member]:
            case "CreateSession":
                self._session = f"{PATH}/session/{call.body[0]['session_handle_token'][1]}"
                self._respond(call, {"session_handle": ("s", self._session)})
            case "BindShortcuts":
                self._triggers = {name: about["preferred_trigger"][1] for name, about in call.body[1]}
                given = [(name, {"trigger_description": ("s", name)}) for name in self._triggers if name != REFUSED]
                self._respond(call, {"shortcuts": ("a(sa{sv})", given)})
            case "Press":
                name = next(name for name, trigger in self._triggers.items() if trigger == call.body[0])
                for signal in ("Activated", "Deactivated"):
                    self._bus.send(new_signal(SHORTCUTS, signal, "osta{sv}", (self._session, name, 0, {})))
                self._bus.send(new_method_return(call))
            case _:
                self._bus.send(new_method_return(call))

    def _respond(self, call: Message, results: dict[str, Any]) -> None:
        """Answer with the path of a request, and then with what came of it, as the streamer agrees."""
        sender = call.header.fields[HeaderFields.sender].removeprefix(":").replace(".", "_")
        path = f"{PATH}/request/{sender}/{call.body[-1]['handle_token'][1]}"
        self._bus.send(new_method_return(call, "o", (path,)))
        request = DBusAddress(path, NAME, "org.freedesktop.portal.Request")
        self._bus.send(new_signal(request, "Response", "ua{sv}", (0, results)))


if __name__ == "__main__":
    main()
