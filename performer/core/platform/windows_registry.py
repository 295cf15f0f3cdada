"""Windows: values of the registry, each by the path of its key, which begins with HKCU or HKLM."""

import sys
from contextlib import suppress


def read_value(path: str, name: str) -> object:
    """Return a value; None: there is none, or it is not ours to read.

    Raises:
        OSError: on another system.
    """
    if sys.platform != "win32":
        raise OSError(f"{path} is Windows' own")
    import winreg

    roots = {"HKCU": winreg.HKEY_CURRENT_USER, "HKLM": winreg.HKEY_LOCAL_MACHINE}
    root, _, key = path.partition("\\")
    try:
        with winreg.OpenKey(roots[root], key) as opened:
            return winreg.QueryValueEx(opened, name)[0]
    except OSError:
        return None


def remove_value(path: str, name: str) -> None:
    """Remove a value of the person's own; nothing happens where there is none.

    Raises:
        OSError: on another system, or when Windows refuses.
    """
    if sys.platform != "win32":
        raise OSError(f"{path} is Windows' own")
    import winreg

    root, _, key = path.partition("\\")
    assert root == "HKCU", "of the person's own"
    with suppress(FileNotFoundError), winreg.OpenKey(winreg.HKEY_CURRENT_USER, key, 0, winreg.KEY_SET_VALUE) as opened:
        winreg.DeleteValue(opened, name)
