"""Programs of Windows, run on Linux by Wine: in a prefix of its own, on a screen that nobody sees.

Wine lacks a few things of Windows 10 that our programs need: `release.wine_stubs` has what stands for them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from filelock import FileLock, Timeout

from release import wine_stubs
from requirements.terminal import Stop

NEEDS = {"wine": "wine wine64", "Xvfb": "xvfb", wine_stubs.COMPILER: "gcc-mingw-w64-x86-64-win32"}
"""The programs that must be there, each with Debian's packages of it."""
USER = "wine"
"""Who sits at it: drive C has a folder `users/wine`."""
_HANDED_ON = ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_TRUSTED_HOST", "http_proxy", "https_proxy", "no_proxy")
"""What of this machine's environment holds for Windows too. All the rest may name folders that are none there."""
_MAKING_LIMIT_S = 300
_END_LIMIT_S = 20


def find_missing() -> str:
    """Return which programs are missing and how they are had, in one sentence; empty where none is."""
    missing = [name for name in NEEDS if not shutil.which(name)]
    if not missing:
        return ""
    packages = " ".join(NEEDS[name] for name in missing)
    return f"{', '.join(missing)} missing: apt install --no-install-recommends {packages}"


@dataclass(frozen=True, kw_only=True)
class WineAnswer:
    """What a program of Windows came to."""

    code: int | None
    """Its exit code; None for one that was ended at its limit."""
    lines: list[str]
    """Its standard output and standard error."""
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Wine:
    """A Wine prefix with a screen, as `open_wine` makes it."""

    folder: Path
    """Where everything of it lies; nothing else does."""
    display: str
    """The screen's name, such as `:101`."""
    environment: dict[str, str] = field(default_factory=dict)
    """What each program gets beside what Wine itself needs."""

    @property
    def drive(self) -> Path:
        """Return the folder that programs see as drive C."""
        return self.folder / "prefix" / "drive_c"

    def prepare_python(self, folder: Path) -> None:
        """Write beside a Python's packages what keeps it from what this Wine lacks.

        Args:
            folder: One that this Python imports from, such as its Lib, or Lib/site-packages.
        """
        shutil.copy(wine_stubs.FOLDER / "sitecustomize.py", folder)

    def start(
        self, command: Sequence[str | Path], *, cwd: Path | None = None, more: Mapping[str, str] | None = None
    ) -> subprocess.Popen[str]:
        """Start a program, such as `[python_exe, "-c", "print(1)"]`; the caller reads its output and ends it.

        The output is a pipe, for Wine 8 gives a Python no standard output that is a file.
        """
        return subprocess.Popen(
            [_wine(), *map(str, command)],
            cwd=cwd or self.drive,
            env={**self._plain(), **self.environment, **(more or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )

    def run(
        self,
        command: Sequence[str | Path],
        *,
        limit_s: float,
        cwd: Path | None = None,
        more: Mapping[str, str] | None = None,
        told: Callable[[str], None] | None = None,
    ) -> WineAnswer:
        """Run a program to its end or its limit, then end everything else that runs in the prefix.

        What a program leaves running would hold its pipe, and whoever reads that, for ever. Each line is told as it
        comes, from another thread.
        """
        began = time.monotonic()
        lines: list[str] = []
        process = self.start(command, cwd=cwd, more=more)

        def read() -> None:
            for line in process.stdout or ():
                lines.append(line.rstrip("\r\n"))
                if told:
                    told(lines[-1])

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        try:
            code: int | None = process.wait(timeout=limit_s)
        except subprocess.TimeoutExpired:
            code = None
        seconds = time.monotonic() - began
        self.end_programs()
        process.kill()
        process.wait()
        reader.join(_END_LIMIT_S)
        if process.stdout and not reader.is_alive():
            process.stdout.close()
        return WineAnswer(code=code, lines=lines, seconds=seconds)

    def end_programs(self) -> None:
        """End every program that runs in this prefix, and nobody else's."""
        for word in ("-k", "-w"):
            with suppress(subprocess.TimeoutExpired):
                subprocess.run([_server(), word], env=self._plain(), capture_output=True, timeout=_END_LIMIT_S)

    def _plain(self) -> dict[str, str]:
        """Return the whole environment: Wine hands on all that it gets."""
        named = {name: os.environ[name] for name in _HANDED_ON if os.environ.get(name)}
        return named | {
            "HOME": str(self.folder / "home"),
            "PATH": os.environ.get("PATH", os.defpath),
            "LANG": "C.UTF-8",
            "USER": USER,
            "DISPLAY": self.display,
            "WINEPREFIX": str(self.folder / "prefix"),
            "WINEARCH": "win64",
            # A crash would wait for a debugger for ever.
            "WINEDLLOVERRIDES": f"mscoree,mshtml,winedbg.exe=;{wine_stubs.OVERRIDES}",
            "WINEDEBUG": os.environ.get("WINEDEBUG", "-all"),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            # Wine has not what Chromium's sandbox is made of, and each of its processes would crash.
            "QTWEBENGINE_DISABLE_SANDBOX": "1",
        }


def windows_path(path: Path) -> str:
    """Return the name by which programs of Windows know a file of this machine."""
    return "Z:" + str(path.absolute()).replace("/", "\\")


def wine_version() -> str:
    """Return what Wine says of itself, such as "wine-8.0"."""
    asked = subprocess.run([_wine(), "--version"], capture_output=True, text=True)
    return asked.stdout.strip().partition(" ")[0]


@contextmanager
def open_wine(folder: Path, environment: Mapping[str, str] | None = None) -> Iterator[Wine]:
    """Make a prefix unless the folder has one, and start its screen; both are ended after the block.

    Args:
        folder: It is this prefix's alone, and what one start leaves there serves the next.
        environment: What each program gets beside what Wine itself needs.

    Raises:
        Stop: Something is missing, or another process has the folder.
    """
    if missing := find_missing():
        raise Stop(f"{missing}.")
    (folder / "home").mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / "lock", timeout=0), _screen() as display:
            wine = Wine(folder=folder, display=display, environment=dict(environment or {}))
            try:
                _make_prefix(wine)
                wine_stubs.build(wine.drive / "windows" / "system32")
                yield wine
            finally:
                wine.end_programs()
    except Timeout as error:
        raise Stop(f"{folder} is used by another start: wait for its end.") from error


def _make_prefix(wine: Wine) -> None:
    made = wine.folder / "prefix" / "made-by"  # written last
    version = wine_version()
    if made.exists() and made.read_text(encoding="utf-8") == version:
        return
    shutil.rmtree(wine.folder / "prefix", ignore_errors=True)
    answer = wine.run(["wineboot", "--init"], limit_s=_MAKING_LIMIT_S, cwd=wine.folder)
    if answer.code != 0 or not (wine.drive / "windows").is_dir():
        raise Stop(f"Wine cannot make a prefix: {(answer.lines or ['it did so without a word'])[-1]}")
    made.write_text(version, encoding="utf-8")


@contextmanager
def _screen() -> Iterator[str]:
    """Start a screen without a monitor and yield its name."""
    ready, tells = os.pipe()
    command = [shutil.which("Xvfb") or "Xvfb", "-displayfd", str(tells), "-screen", "0", "1280x720x24"]
    server = subprocess.Popen([*command, "-nolisten", "tcp", "-noreset"], pass_fds=[tells], stderr=subprocess.DEVNULL)
    os.close(tells)
    try:
        with os.fdopen(ready) as answer:
            number = answer.readline().strip()
        if not number:
            raise Stop("Xvfb does not start here.")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def _wine() -> str:
    return shutil.which("wine") or "wine"


def _server() -> str:
    return shutil.which("wineserver") or "/usr/lib/wine/wineserver"
