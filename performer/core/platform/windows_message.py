"""Windows: a message in a window of its own, for a program that has no console to write it to."""

from typing import Final

from performer.core.platform.windows_api import load

_TITLE: Final = "Stream Performer"
_ICON_WARNING, _SET_FOREGROUND = 0x30, 0x10000


def show_message(text: str) -> None:
    """Show a text until the person closes it."""
    load("user32").MessageBoxW(None, text, _TITLE, _ICON_WARNING | _SET_FOREGROUND)
