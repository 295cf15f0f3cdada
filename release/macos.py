"""The copy for macOS: an application's folder that runs with a Python of python.org's or Homebrew's.

Only its layout is tried, for no Mac was at hand. Whether it starts, what macOS asks at the first capture of the screen
and at the microphone, and the signature with its notarisation are not.
"""

from __future__ import annotations

import plistlib
import tempfile
from pathlib import Path

from PIL import Image

from release.source import NAME, pack, read_version
from release.system_copy import PYTHONS, fill_packages, write_launcher
from requirements.terminal import ROOT

SYSTEM = "aarch64-apple-darwin"
"""As uv names it: Macs since 2020."""
ENVIRONMENT = '"$HOME/Library/Application Support/stream-performer/python"'
OLDEST = "13.0"
"""The oldest macOS that Qt 6.11 runs on."""
PLACES = "".join(
    f":{folder}"
    for folder in (
        "/opt/homebrew/bin",
        "/usr/local/bin",
        *(f"/Library/Frameworks/Python.framework/Versions/{version}/bin" for version in reversed(PYTHONS)),
    )
)
"""Where a Mac has a Python of its owner's; an application that is clicked looks there by itself nowhere."""


def lay_out(folder: Path, wheel: Path) -> Path:
    """Lay the application out in a folder; return its own."""
    application = lay_frame(folder)
    fill_packages(application / "Contents/Resources/packages", SYSTEM, wheel)
    return application


def lay_frame(folder: Path) -> Path:
    """Lay out what macOS asks of an application: what it is, its icon, and the program that starts it."""
    application = folder / "Stream Performer.app"
    contents = application / "Contents"
    resources = contents / "Resources"
    resources.mkdir(parents=True)
    program = contents / "MacOS/performer"
    write_launcher(program, packages="../Resources/packages", environment=ENVIRONMENT, words="desktop", places=PLACES)
    with Image.open(ROOT / "assets/icon/performer.png") as icon:
        icon.convert("RGBA").save(resources / "performer.icns")
    (contents / "Info.plist").write_bytes(plistlib.dumps(_describe(read_version())))
    return application


def build_archive(wheel: Path, target: Path, time_s: int) -> Path:
    """Build the application of a wheel as `.tar.gz` into a folder, and return the archive."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, f"{NAME}-{read_version()}-macos-arm64")
        lay_out(folder, wheel)
        archive = target / f"{folder.name}.tar.gz"
        pack(folder, archive, time_s)
    return archive


def _describe(version: str) -> dict[str, str | bool]:
    return {
        "CFBundleDevelopmentRegion": "en",
        "CFBundleExecutable": "performer",
        "CFBundleIconFile": "performer.icns",
        "CFBundleIdentifier": "org.stream-performer.performer",
        "CFBundleInfoDictionaryVersion": "6.0",
        "CFBundleName": "Stream Performer",
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "LSMinimumSystemVersion": OLDEST,
        "LSUIElement": True,  # it has no window of its own beside the stage: its icon is in the menu bar
        "NSHighResolutionCapable": True,
        "NSMicrophoneUsageDescription": "It falls silent when you speak, if you have it listen.",
    }
