"""The keyboard of Windows, as far as it can be tried elsewhere: the codes of keys, and that it is Windows' own."""

import sys

import pytest

from performer.agent.game_keys.windows import WindowsKeyboard, _code
from performer.core.errors import ServiceError


@pytest.mark.parametrize(("key", "code"), [("P", 0x50), ("7", 0x37), ("F1", 0x70), ("F12", 0x7B), ("Pause", 0x13)])
def test_keys_have_windows_codes(key: str, code: int) -> None:
    assert _code(key) == code


@pytest.mark.skipif(sys.platform == "win32", reason="there it works")
def test_elsewhere_it_is_said_that_it_is_windows_own() -> None:
    with pytest.raises(ServiceError, match="is Windows' own"):
        WindowsKeyboard()
