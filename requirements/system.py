"""Install the system's packages with apt-get, on Debian and its children; elsewhere say what they are called."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from requirements.terminal import say, watch

# What speaks, by itself and by pyttsx3; what Qt loads to sound without a display; what mss loads to read an X11 screen;
# what Qt loads to show a window on one, and what the window needs to let clicks through.
RUN_PACKAGES = [
    *("espeak-ng", "libespeak-ng1"),
    *("libegl1", "libgl1", "libglib2.0-0", "libfontconfig1", "libdbus-1-3", "libxkbcommon0", "libgssapi-krb5-2"),
    *("libpulse0", "libxrandr2"),
    *("libxcb-randr0", "libxcb-render0", "libxcb-shm0", "libxcb-xfixes0"),
    *("libxkbcommon-x11-0", "libxcb-cursor0", "libxcb-icccm4", "libxcb-keysyms1", "libxcb-shape0"),
    *("libxcb-image0", "libxcb-render-util0", "libxcb-sync1", "libxcb-xkb1"),
    *("libx11-6", "libx11-xcb1", "libxext6", "libxfixes3", "libxss1"),
]
OCR_PACKAGES = ["tesseract-ocr"]
OCR_REMEDY = (
    "install Tesseract: apt install tesseract-ocr, dnf install tesseract, on macOS brew install tesseract, on Windows "
    "winget install UB-Mannheim.TesseractOCR, and set ocr.program to its path if it is not found"
)
TEST_PACKAGES = [
    *OCR_PACKAGES,
    *("xvfb", "xauth", "x11-xserver-utils", "pulseaudio", "pulseaudio-utils", "sox", "chromium"),
    *("picom", "openbox", "xfwm4", "dbus-x11", "xdotool", "x11-utils"),
]
LOCK_WAIT_S = 300
APT_GET = ["env", "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", f"DPkg::Lock::Timeout={LOCK_WAIT_S}"]


def wanted(job: str) -> list[str]:
    """Name the packages of a job ("run", "test", "check" or "docs"), what this Python lacks for a .venv first."""
    own = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    of_system = os.path.realpath("/usr/bin/python3").endswith(own)
    names = [] if importlib.util.find_spec("ensurepip") else ["python3-venv" if of_system else f"{own}-venv"]
    if job in {"run", "test"}:
        names += RUN_PACKAGES
    if job == "test":
        names += TEST_PACKAGES
    return names


def missing(names: list[str]) -> list[str]:
    """Ask dpkg which are not installed. Newer systems (Debian 13, Ubuntu 24.04) add "t64" to some of the names."""
    if not names:
        return []
    query = ["dpkg-query", "-W", "-f=${Package} ${db:Status-Status}\n", *names, *(f"{name}t64" for name in names)]
    answer = subprocess.run(query, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    there = {line.split()[0] for line in answer.splitlines() if line.endswith(" installed")}
    return [name for name in names if not there & {name, f"{name}t64"}]


def install(names: list[str]) -> list[str]:
    """Install what is missing, as root or, after asking, with sudo; return what is missing still."""
    if not shutil.which("apt-get"):
        if sys.platform == "linux" and names:
            say("system", f"no apt-get here; should a part be missing later, Debian's names are {' '.join(names)}")
        return []
    if "chromium" in names and is_ubuntu():
        names = [name for name in names if name != "chromium"]
        say("system", "Ubuntu's chromium is a snap, which the tests cannot steer: install another Chromium by hand")
    absent = missing(names)
    if not absent:
        return []
    say("system", f"{len(absent)} package{'s' if len(absent) > 1 else ''}{plan(absent)}: {' '.join(absent)}")
    sudo = permission()
    trouble = "nothing is installed" if sudo is None else carry_out(sudo, absent)
    absent = missing(absent)
    if absent:
        say("system", trouble)
        remind(absent)
    return absent


def remind(absent: list[str]) -> None:
    """Write that the show goes on without some packages, and the one line that adds them."""
    say("system", "going on without them: a voice, the sound or the screen may be missing. To add them:")
    say("", f"sudo apt-get install --no-install-recommends {' '.join(absent)}")


def is_ubuntu() -> bool:
    """Distinguish Ubuntu itself from its children, some of which package differently."""
    return "\nID=ubuntu\n" in Path("/etc/os-release").read_text(encoding="utf-8")


def ocr_languages(program: str) -> str:
    """Return which languages Tesseract reads, and how it gets another; empty if it does not tell."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        answer = subprocess.run([program, "--list-langs"], capture_output=True, text=True, timeout=10).stdout
        there = sorted({line.strip() for line in answer.splitlines()[1:]} - {"", "osd"})
        if there:
            how = "`apt install tesseract-ocr-deu`" if shutil.which("apt-get") else "Tesseract's data for it"
            more = f"more by {how} and `config set ocr.languages deu+eng`, say"
            return f"; its languages: {', '.join(there)}; {more}"
    return ""


def plan(names: list[str]) -> str:
    """Ask apt-get what it would fetch and keep, as words to print; only root can mend what keeps it from answering."""
    question = ["install", "--assume-no", "--no-install-recommends", "-o", "Debug::NoLocking=1", *names]
    answer = sizes(apt_get([], *question)[1])
    if answer or os.geteuid() != 0:
        return answer
    mend([])
    return sizes(apt_get([], *question)[1])


def sizes(lines: list[str]) -> str:
    """Read apt-get's plan, in its old or its new wording; empty if it does not say."""
    text = "\n".join(lines)
    fetch = re.search(r"(?:Need to get|Download size:) +([\d.,]+ ?\w+)", text)
    space = re.search(r"(?:After this operation,|Space needed:) +([\d.,]+ ?\w+)", text)
    return f", {fetch[1]} to fetch, {space[1]} on disk" if fetch and space else ""


def permission() -> list[str] | None:
    """Return what goes before apt-get: nothing for root, sudo for a person who says yes, None for hands off."""
    if os.geteuid() == 0:
        return []
    if not shutil.which("sudo") or not sys.stdin.isatty():
        return None
    with contextlib.suppress(EOFError):
        if input("  system   install them now with sudo? [Y/n] ").strip().lower() in ("", "y", "yes"):
            return ["sudo"]
    return None


def carry_out(sudo: list[str], names: list[str]) -> str:
    """Install packages; return apt-get's complaint, empty when it had none."""
    began = time.monotonic()
    arguments = ["install", "-y", "--no-install-recommends", *names]
    done, lines = apt_get(sudo, *arguments)
    if not done:
        mend(sudo)
        done, lines = apt_get(sudo, *arguments)
    if done:
        say("system", f"installed in {time.monotonic() - began:.0f} s")
        return ""
    return next((f"apt-get: {line[3:]}" for line in reversed(lines) if line.startswith("E: ")), "apt-get failed")


def mend(sudo: list[str]) -> None:
    """Renew the package lists, which may be old or missing, and let dpkg finish what a kill interrupted."""
    watch("system", [*sudo, "dpkg", "--configure", "-a"])
    apt_get(sudo, "update")


def apt_get(sudo: list[str], *arguments: str) -> tuple[bool, list[str]]:
    """Call apt-get, waiting while somebody else holds a lock: its own time-out leaves out the lock of the lists."""
    deadline = time.monotonic() + LOCK_WAIT_S
    while True:
        done, lines = watch("system", [*sudo, *APT_GET, *arguments])
        locked = any("Could not get lock" in line for line in lines)
        if done or not locked or time.monotonic() > deadline:
            return done, lines
        time.sleep(1)
