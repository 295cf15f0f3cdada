"""Build the set-up program for Windows, on Linux: dist/stream-performer-VERSION-setup.exe.

python3 run.py installer               some five minutes on two cores, most of it to press it small
python3 run.py installer --quick       pressed less, and its first start is slow: for a try
python3 run.py installer --try         then install, start, upgrade and remove it under Wine
python3 run.py installer --sign FILE   have this program sign uninstaller and set-up, each in its place
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from release import bundled_python, staging
from release.windows_python import find_cache
from requirements.terminal import ROOT, Stop, run_program, say

PARTS = Path(__file__).parent / "windows"
COMMAND = '@"%~dp0..\\python\\python.exe" -m performer %*\r\n'
"""The program `performer`, whose own folder is `%~dp0`."""
ICON_SIZES = (16, 24, 32, 48, 64, 128, 256)
MOST_BYTES = 60_000_000
"""What a download may have; a quick one is no download."""


def main(words: list[str]) -> None:
    """Build it, and try it if that is asked."""
    given = argparse.ArgumentParser(prog="run.py installer", description="Build the set-up program for Windows.")
    given.add_argument("--quick", action="store_true", help="press it less")
    given.add_argument("--try", action="store_true", dest="tries", help="then try it under Wine")
    given.add_argument("--sign", type=Path, metavar="FILE", help="the program that signs a file in its place")
    asked = given.parse_args(words)
    setup = build(ROOT / "dist", quick=asked.quick, signer=asked.sign)
    if asked.tries:
        from release import installer_trial  # Wine is not needed for the rest

        installer_trial.attempt(setup)


def build(into: Path, *, wheel: Path | None = None, quick: bool = False, signer: Path | None = None) -> Path:
    """Build the set-up program into a folder; say what went into it.

    Args:
        into: It is made if it is missing.
        wheel: The product's; one of this checkout is built otherwise.
        quick: Whether it is pressed less, and compiled by its first start.
        signer: A program that signs the file it is given; it gets the uninstaller, then the set-up.

    Raises:
        Stop: when a part or a program is missing, or the result is too large.
    """
    if not shutil.which("makensis"):
        raise Stop("makensis builds the set-up program, and is not here: apt install nsis.")
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        stage = Path(name) / "stage"
        version, compiled = lay_stage(stage, wheel, compiles=not quick)
        setup = into / f"stream-performer-{version}-setup.exe"
        into.mkdir(exist_ok=True)
        say(
            "installer",
            f"{count_bytes(stage) / 1e6:.0f} MB are staged; pressing them {'quickly' if quick else 'small'}",
        )
        choices = {"QUICK": quick, "COMPILE": not compiled, "SIGN": signer.resolve() if signer else ""}
        press(stage, setup, version, {name: str(value) for name, value in choices.items() if value})
    size = setup.stat().st_size
    say("installer", f"{setup}, {size / 1e6:.1f} MB, after {time.monotonic() - began:.0f} s")
    if size > MOST_BYTES and not quick:
        raise Stop(f"{setup.name} has {size / 1e6:.1f} MB, and may have {MOST_BYTES / 1e6:.0f}.")
    return setup


def lay_stage(stage: Path, wheel: Path | None = None, *, compiles: bool = True) -> tuple[str, bool]:
    """Lay the folder as it is installed; return the product's version, and whether its .pyc are made."""
    python = stage / "python"
    compiler = bundled_python.find_compiler() if compiles else None
    say("python", bundled_python.lay(python, find_cache(), compiler))
    version = staging.fill(python / bundled_python.PACKAGES, staging.WINDOWS, wheel=wheel)
    bundled_python.share_cpp_runtime(python)
    say("packages", f"stream-performer {version} and what it needs, by hash")
    licences = stage / "licences"
    staging.collect_licences(python / bundled_python.PACKAGES, licences)
    shutil.copyfile(python / "LICENSE.txt", licences / "PYTHON.txt")
    shutil.copyfile(ROOT / "LICENSE", licences / "STREAM-PERFORMER.txt")
    (stage / "bin").mkdir()
    (stage / "bin" / "performer.cmd").write_text(COMMAND, encoding="ascii", newline="")
    shutil.copyfile(PARTS / "search_path.py", stage / "bin" / "search_path.py")
    make_icon(ROOT / "assets" / "icon" / "performer.png", stage / "performer.ico")
    if compiler:
        bundled_python.compile_all(compiler, python / "Lib")
    if compiles:
        say("compiled", f"by {compiler}" if compiler else "at the end of each installation: no Python 3.13 is here")
    return version, compiler is not None or not compiles


def make_icon(picture: Path, icon: Path) -> None:
    """Make an icon of Windows, in its usual sizes, of a picture."""
    from PIL import Image

    with Image.open(picture) as opened:
        opened.convert("RGBA").save(icon, sizes=[(size, size) for size in ICON_SIZES])


def count_bytes(folder: Path) -> int:
    """Count the bytes of all files in a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def press(stage: Path, setup: Path, version: str, choices: Mapping[str, str]) -> None:
    """Press a staged folder into a set-up program.

    Args:
        stage: All that is installed.
        setup: The program that comes of it.
        version: The product's.
        choices: What installer.nsi knows beside: QUICK, COMPILE, SIGN.

    Raises:
        Stop: with the last words of makensis.
    """
    # NSIS takes a text without a mark at its beginning for the code page of this machine.
    licence = stage.with_name("licence.txt")
    licence.write_text((ROOT / "LICENSE").read_text(encoding="utf-8"), encoding="utf-8-sig", newline="\r\n")
    values = {
        "VERSION": version,
        "STAGE": str(stage),
        "LICENCE": str(licence),
        "ICON": str(stage / "performer.ico"),
        "OUTPUT": str(setup.absolute()),
        "SIZE_KB": str(count_bytes(stage) // 1024),
        **choices,
    }
    words = [f"-D{name}={value}" for name, value in values.items()]
    command = ["makensis", "-V2", "-WX", "-INPUTCHARSET", "UTF8", *words, str(PARTS / "installer.nsi")]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Stop(f"makensis failed: {(done.stdout + done.stderr).strip()[-500:]}")


if __name__ == "__main__":
    run_program(main)
