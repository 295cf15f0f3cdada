"""The keyboard of a Wayland session: the desktop's own portal asks the streamer, and gives the keys.

https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.GlobalShortcuts.html
"""

import itertools
import os
import select
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

# It brings no types.
from jeepney import (  # type: ignore[import-untyped]
    DBusAddress,
    DBusErrorResponse,
    HeaderFields,
    MatchRule,
    Message,
    MessageType,
    message_bus,
    new_method_call,
)
from jeepney.io.blocking import DBusConnection, open_dbus_connection  # type: ignore[import-untyped]
from jeepney.wrappers import unwrap_msg  # type: ignore[import-untyped]

from performer.agent.game_keys.keyboard import BY_COMMAND, KeyEvent
from performer.agent.pause_triggers.settings import Shortcut
from performer.core.errors import ServiceError
from performer.core.own_text import OwnText, own
from performer.stage.desktop.launcher import APP_ID

_BUS: Final = "org.freedesktop.portal.Desktop"
_PATH: Final = "/org/freedesktop/portal/desktop"
_SHORTCUTS: Final = DBusAddress(_PATH, _BUS, "org.freedesktop.portal.GlobalShortcuts")
_REGISTRY: Final = DBusAddress(_PATH, _BUS, "org.freedesktop.host.portal.Registry")
_REQUEST: Final = "org.freedesktop.portal.Request"
_WITHIN_S: Final = 120.0
"""How long the streamer may think over what the desktop asks."""
_ANSWERS_WITHIN_S: Final = 10.0
_MODIFIERS: Final = {"ctrl": "CTRL", "alt": "ALT", "shift": "SHIFT", "super": "LOGO"}
_KEYS: Final = {"Space": "space"}
_numbers = itertools.count(1)


class PortalKeyboard:
    """The keys that the desktop's portal gives; the streamer may choose others there."""

    def __init__(self) -> None:
        try:
            self._bus: DBusConnection = open_dbus_connection(bus="SESSION")
        except (OSError, KeyError, ValueError) as error:
            raise ServiceError(
                own("this Wayland session has no D-Bus, which gives the keys: {remedy}", remedy=BY_COMMAND), retry=False
            ) from error
        self._stop, self._stopper = os.pipe()
        self._held: dict[str, Shortcut] = {}
        self._session = ""
        self._is_over = False

    def hold(self, shortcuts: Sequence[Shortcut]) -> Mapping[Shortcut, str]:
        """Ask the portal for the shortcuts; it may ask the streamer."""
        self._held = {str(each): each for each in shortcuts}
        self._register()
        for signal in ("Activated", "Deactivated"):
            self._subscribe(MatchRule(type="signal", interface=_SHORTCUTS.interface, member=signal, path=_PATH))
        token = f"performer{os.getpid()}"
        created = self._request("CreateSession", "a{sv}", {"session_handle_token": ("s", token)})
        self._session = str(created["session_handle"][1])
        wanted = [(name, _describe(name, each)) for name, each in self._held.items()]
        bound = self._request("BindShortcuts", "oa(sa{sv})sa{sv}", self._session, wanted, "", {})
        given = {name for name, _ in bound.get("shortcuts", ("", []))[1]}
        return {each: _REFUSED for name, each in self._held.items() if name not in given}

    def next_event(self) -> KeyEvent | None:
        """Wait for the portal, or for the end; the bus forgets the session with the connection."""
        while not self._is_over:
            if event := self._read():
                return event
            ready, _, _ = select.select([self._bus.sock, self._stop], [], [])
            if self._stop in ready:
                self._let_go()
        return None

    def close(self) -> None:
        """End the wait of the thread in `next_event`."""
        os.close(self._stopper)

    def _read(self) -> KeyEvent | None:
        """Return the next event of a key that has come; None when none has."""
        try:
            while True:
                message = self._bus.receive(timeout=0)
                if event := self._find_event(message):
                    return event
        except TimeoutError:
            return None
        except OSError as error:
            self._let_go()
            raise ServiceError(own("the desktop's portal is gone")) from error

    def _find_event(self, message: Message) -> KeyEvent | None:
        member = message.header.fields.get(HeaderFields.member)
        if message.header.message_type is not MessageType.signal or member not in {"Activated", "Deactivated"}:
            return None
        session, name, *_ = message.body
        shortcut = self._held.get(name)
        return KeyEvent(shortcut, is_down=member == "Activated") if shortcut and session == self._session else None

    def _request(self, method: str, signature: str, *body: Any) -> dict[str, Any]:
        """Make a request of the portal, whose answer comes as a signal; return its results."""
        token = f"performer{os.getpid()}_{next(_numbers)}"
        sender = self._bus.unique_name.removeprefix(":").replace(".", "_")
        path = f"{_PATH}/request/{sender}/{token}"
        answer = MatchRule(type="signal", interface=_REQUEST, member="Response", path=path)
        self._subscribe(answer)
        *arguments, options = body
        order = new_method_call(_SHORTCUTS, method, signature, (*arguments, {**options, "handle_token": ("s", token)}))
        try:
            with self._bus.filter(answer) as queue:
                unwrap_msg(self._bus.send_and_get_reply(order, timeout=_ANSWERS_WITHIN_S))
                code, results = self._bus.recv_until_filtered(queue, timeout=_WITHIN_S).body
        except (OSError, DBusErrorResponse) as error:
            raise ServiceError(_NO_PORTAL, retry=False) from error
        if code:
            raise ServiceError(
                own("the desktop was asked for the keys and said no: {remedy}", remedy=BY_COMMAND), retry=False
            )
        return dict(results)

    def _register(self) -> None:
        """Name the program to the portal; an older one does not ask."""
        order = new_method_call(_REGISTRY, "Register", "sa{sv}", (APP_ID, {}))
        with suppress(TimeoutError):
            self._bus.send_and_get_reply(order, timeout=_ANSWERS_WITHIN_S)

    def _subscribe(self, rule: MatchRule) -> None:
        self._bus.send_and_get_reply(message_bus.AddMatch(rule), timeout=_ANSWERS_WITHIN_S)

    def _let_go(self) -> None:
        self._is_over = True
        self._bus.close()
        os.close(self._stop)


_REFUSED: Final[OwnText] = own("the desktop has not given this key: choose one in its settings of shortcuts")
_NO_PORTAL: Final[OwnText] = own(
    "this desktop's portal gives no keys (it takes KDE Plasma 5.27, GNOME 48 or Hyprland): {remedy}", remedy=BY_COMMAND
)


def _describe(name: str, shortcut: Shortcut) -> dict[str, tuple[str, str]]:
    held = [_MODIFIERS[each] for each in ("ctrl", "alt", "shift", "super") if each in shortcut.modifiers]
    key = _KEYS.get(shortcut.key, shortcut.key.lower() if len(shortcut.key) == 1 else shortcut.key)
    return {"description": ("s", f"Stream Performer: {name}"), "preferred_trigger": ("s", "+".join([*held, key]))}
