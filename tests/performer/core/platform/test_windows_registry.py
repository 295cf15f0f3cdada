"""The registry of a true Windows; elsewhere there is none."""

import sys

import pytest

from performer.core.platform.windows_registry import read_value, remove_value
from tests.systems import posix_only, windows_only

KEY = "HKCU\\Software\\Stream Performer Test"


@posix_only("there it works")
def test_elsewhere_it_is_said_that_it_is_windows_own() -> None:
    for call in (read_value, remove_value):
        with pytest.raises(OSError, match="is Windows' own"):
            call(KEY, "x")


@windows_only("it has a registry")
def test_a_value_is_read_and_removed_and_one_that_is_not_there_is_none() -> None:
    if sys.platform == "win32":
        import winreg

        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, KEY.partition("\\")[2]) as key:
            winreg.SetValueEx(key, "größe", 0, winreg.REG_SZ, "Wert")
        read = read_value(KEY, "größe")
        remove_value(KEY, "größe")
        remove_value(KEY, "größe")
        after = read_value(KEY, "größe")
        winreg.DeleteKey(winreg.HKEY_CURRENT_USER, KEY.partition("\\")[2])

        assert (read, after, read_value(KEY, "größe")) == ("Wert", None, None)
