"""The launcher of macOS: a bundle among the person's applications, and an agent that is started at login.

https://developer.apple.com/library/archive/documentation/CoreFoundation/Conceptual/CFBundles/BundleTypes/BundleTypes.html
"""

import plistlib
import shlex
import shutil
from functools import partial
from pathlib import Path
from typing import Any, Final

from performer.stage.desktop.launcher import APP_ID, ICON, TITLE, Launcher, LauncherEntry, LauncherFile

_PROGRAM: Final = "stream-performer"


def build(entry: LauncherEntry, home: Path) -> Launcher:
    """Return the launcher of the person with this home folder."""
    bundle = LauncherFile(path=home / "Applications" / f"{TITLE}.app", write=partial(_write_bundle, entry))
    agent = LauncherFile(path=home / "Library" / "LaunchAgents" / f"{APP_ID}.plist", write=partial(_write_agent, entry))
    return Launcher((bundle,), (agent,), _remove)


def describe_bundle() -> dict[str, Any]:
    """Return what a bundle's Info.plist says; the program itself shows no icon in the Dock."""
    return {
        "CFBundleName": TITLE,
        "CFBundleDisplayName": TITLE,
        "CFBundleIdentifier": APP_ID,
        "CFBundleExecutable": _PROGRAM,
        "CFBundleIconFile": "performer",
        "CFBundlePackageType": "APPL",
        "CFBundleVersion": "1",
        "LSUIElement": True,
    }


def describe_agent(entry: LauncherEntry) -> dict[str, Any]:
    """Return what launchd is told, to start the show at login."""
    return {
        "Label": APP_ID,
        "ProgramArguments": [entry.program, *entry.words],
        "WorkingDirectory": str(entry.folder),
        "EnvironmentVariables": dict(entry.variables),
        "RunAtLoad": True,
    }


def format_script(entry: LauncherEntry) -> str:
    """Write the program of the bundle: a script that starts ours."""
    exports = [f"export {name}={shlex.quote(value)}" for name, value in entry.variables.items()]
    lines = ("#!/bin/sh", f"cd {shlex.quote(str(entry.folder))} || exit 1", *exports)
    return "\n".join([*lines, f"exec {shlex.join([entry.program, *entry.words])}", ""])


def _write_bundle(entry: LauncherEntry, path: Path) -> None:
    from PIL import Image

    contents = path / "Contents"
    for folder in ("MacOS", "Resources"):
        (contents / folder).mkdir(parents=True, exist_ok=True)
    (contents / "Info.plist").write_bytes(plistlib.dumps(describe_bundle()))
    script = contents / "MacOS" / _PROGRAM
    script.write_text(format_script(entry), encoding="utf-8")
    script.chmod(0o755)
    with Image.open(ICON) as icon:
        icon.convert("RGBA").save(contents / "Resources" / "performer.icns")


def _write_agent(entry: LauncherEntry, path: Path) -> None:
    path.write_bytes(plistlib.dumps(describe_agent(entry)))


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
