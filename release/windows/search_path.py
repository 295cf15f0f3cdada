r"""Put a folder on the PATH of whoever is logged in, take it off, or find it: `search_path.py add|remove|find FOLDER`.

The installer runs it by the Python that it brings. The registry has the value as it was typed, with %VARIABLES%.
"""

from __future__ import annotations

import sys

NOT_FOUND = 5
"""The exit code of `find` for a folder that is not on the PATH."""


def main(word: str, folder: str) -> int:
    """Change the value in the registry, if that changes anything; return the exit code."""
    import winreg

    access = winreg.KEY_READ | winreg.KEY_WRITE  # type: ignore[attr-defined,unused-ignore]  # of Windows alone
    with winreg.CreateKeyEx(winreg.HKEY_CURRENT_USER, "Environment", 0, access) as key:  # type: ignore[attr-defined,unused-ignore]
        try:
            value, kind = winreg.QueryValueEx(key, "Path")  # type: ignore[attr-defined,unused-ignore]
        except FileNotFoundError:
            value, kind = "", winreg.REG_EXPAND_SZ  # type: ignore[attr-defined,unused-ignore]
        if word == "find":
            return 0 if change(value, "remove", folder) != value else NOT_FOUND
        changed = change(value, word, folder)
        if changed != value:
            winreg.SetValueEx(key, "Path", 0, kind, changed)  # type: ignore[attr-defined,unused-ignore]
    return 0


def change(value: str, word: str, folder: str) -> str:
    """Return a PATH with a folder at its end, or without it; the other entries stay as they are."""
    entries = value.split(";")
    others = [each for each in entries if each.rstrip("\\").casefold() != folder.rstrip("\\").casefold()]
    if word == "remove":
        return ";".join(others)
    return value if len(others) < len(entries) else ";".join([value.rstrip(";"), folder] if value else [folder])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
