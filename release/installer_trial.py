"""Try a set-up program under Wine: refused, installed, started by its shortcut, upgraded twice, and removed.

Wine is not Windows: what only a person can see on a real one stands in docs/contribute/first-evening-on-windows.md.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp

from release.windows_python import find_cache
from release.wine import Wine, open_wine, windows_path, wine_version
from requirements.additions import FOLDER as ADDITIONS
from requirements.terminal import Stop, run_program, say

LIMIT_S = 300
PATIENCE_S = 180
"""A show takes a hundredth of it on a machine that has nothing else to do."""
ENVIRONMENT = {"OLLAMA_HOST": "http://127.0.0.1:9", "PERFORMER_FRAMES__SOURCE": "arcade"}
"""Nobody is there: no model of this machine plays. The screen without a monitor stands still, and nothing is said."""
KEY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\StreamPerformer"
ENVIRONMENT_KEY = r"HKCU\Environment"
NOT_OUR_FOLDER = 4
"""The exit code of a set-up whose folder holds something else."""
SETTINGS = '# A setting of the person\'s own.\n[pacing]\ntalkativeness = "high"\n'


def attempt(setup: Path) -> Path:
    """Go through all of it; return the picture of the screen.

    Raises:
        Stop: at the first thing that is not as it must be.
    """
    folder = find_cache() / "installer-trial"
    with open_wine(folder, ENVIRONMENT) as wine:
        return Trial(wine, setup).run()


class Trial:
    """The steps, in their order: each one begins where the one before has ended."""

    def __init__(self, wine: Wine, setup: Path) -> None:
        self._wine = wine
        self._setup = setup
        person = wine.drive / "users" / "wine"
        local, roaming = person / "AppData" / "Local", person / "AppData" / "Roaming"
        self.program = local / "Programs" / "Stream Performer"
        self.data = local / "stream-performer" / "stream-performer"
        self.icon = person / "Desktop" / "Stream Performer.lnk"
        self.menu = roaming / "Microsoft" / "Windows" / "Start Menu" / "Programs"
        self.shortcut = self.menu / "Stream Performer.lnk"
        self._stage = self.data / "run" / "stage.json"
        self._opened = wine.folder / "opened.txt"

    def run(self) -> Path:
        """Go through all steps."""
        say("wine", f"{wine_version()} in {self._wine.folder}")
        self._clear()
        self._have_browser()
        say("refused", f"{self.refuse()}; all that lay there is left as it was")
        say("installed", f"in {self.install():.0f} s, without a question; on the PATH, and no icon on the desktop")
        plain_s = min(self._time(["-c", "pass"]) for _ in range(3))
        stage_s, caption_s = self.start(), self.wait_for_caption()
        told = f"stage after {stage_s:.1f} s, first caption after {caption_s:.1f} s"
        say("started", f"{told}, {caption_s / plain_s:.1f} times a bare Python ({plain_s:.1f} s)")
        picture = self._picture()
        self.expect(lambda: self._opened.exists(), "the control page to open in the browser")
        say("started", f"{self._opened.read_text(encoding='utf-8').strip()}; the screen: {picture}")
        self.quit()
        say("upgraded", f"in {self.upgrade():.0f} s, over a show that ran; settings and additions are untouched")
        self.install("/PATH=0", "/DESKTOP=1", on_path=False, on_desktop=True)
        seconds = self.install(on_path=False, on_desktop=True)
        say("upgraded", f"in {seconds:.0f} s, and both choices were kept: not on the PATH, an icon on the desktop")
        say("removed", f"in {self.remove():.0f} s; the settings are left, and nothing else")
        return picture

    def refuse(self) -> str:
        """Have the set-up refuse a folder of somebody's, whose names are like those of its own, and return which."""
        folder = self._wine.drive / "tools"
        kept = [folder / each for each in ("uninstall.exe", "python/own.txt", "bin/own.txt", "licences/own.txt")]
        for each in kept:
            each.parent.mkdir(parents=True, exist_ok=True)
            each.write_text("own", encoding="utf-8")
        answer = self._wine.run([windows_path(self._setup), "/S", f"/D={self._path(folder)}"], limit_s=LIMIT_S)
        left = sorted(each for each in folder.rglob("*") if each.is_file())
        if answer.code != NOT_OUR_FOLDER or left != sorted(kept) or "DisplayName" in self._query(KEY):
            raise Stop(f"a folder of somebody's was not refused: code {answer.code}, left are {left}.")
        return self._path(folder)

    def install(self, *switches: str, on_path: bool = True, on_desktop: bool = False) -> float:
        """Install without a question, see whether it is on PATH and desktop as it must be, and return the seconds."""
        answer = self._wine.run([windows_path(self._setup), "/S", *switches], limit_s=LIMIT_S)
        if answer.code != 0:
            raise Stop(f"the set-up program ended with {answer.code}: {answer.lines[-3:]}")
        for each in (self.program / "bin" / "performer.cmd", self.program / "uninstall.exe", self.shortcut):
            self.expect(each.exists, str(each))
        if "StreamPerformer" not in self._query(KEY):
            raise Stop("the registry lacks the entry among the programs.")
        path = self._query(ENVIRONMENT_KEY)
        if ("Stream Performer\\bin" in path) != on_path or self.icon.exists() != on_desktop:
            raise Stop(f"the desktop ({self.icon}) or the PATH is not as chosen: {path}")
        self._wine.prepare_python(self.program / "python" / "Lib" / "site-packages")
        return answer.seconds

    def start(self) -> float:
        """Start by the shortcut, and return the seconds until the stage is there."""
        if self._stage.exists():
            raise Stop(f"{self._stage} is there before the show.")
        self._began_s = time.monotonic()
        self._started = self._wine.start(["start", "/wait", self._path(self.shortcut)])
        self.expect(self._stage.exists, "the show", pause_s=0.02)
        return time.monotonic() - self._began_s

    def wait_for_caption(self) -> float:
        """Wait for the first line of the show, and return the seconds since the start."""
        asyncio.run(_wait_for_caption(json.loads(self._stage.read_text(encoding="utf-8"))["window_url"]))
        return time.monotonic() - self._began_s

    def quit(self) -> None:
        """End the show by the command that the installation has."""
        self._run(["cmd", "/c", self._path(self.program / "bin" / "performer.cmd"), "quit"])
        self.expect_end()

    def expect_end(self) -> None:
        """Wait until the show has taken its leave."""
        self.expect(lambda: not self._stage.exists(), "the end of the show")

    def upgrade(self) -> float:
        """Install over an older version whose show runs, and return the seconds."""
        older = self.program / "python" / "Lib" / "site-packages" / "of_an_older_version.py"
        added = self.program / ADDITIONS / "added.py"
        settings = self.data / "config.toml"
        for file in (older, added):
            file.parent.mkdir(exist_ok=True)
            file.write_text("", encoding="utf-8")
        settings.write_text(SETTINGS, encoding="utf-8", newline="")
        self.start()
        seconds = self.install()
        self.expect_end()
        if older.exists() or not added.exists() or settings.read_text(encoding="utf-8") != SETTINGS:
            raise Stop("the upgrade has left the older version's files, or touched what is the person's.")
        return seconds

    def remove(self) -> float:
        """Remove it without a question, and return the seconds."""
        began = time.monotonic()
        # It goes on as a copy of itself, and this one ends at once.
        self._run([self._path(self.program / "uninstall.exe"), "/S"])
        self.expect(lambda: not self.program.exists(), "the removal")
        seconds = time.monotonic() - began
        left = [each.name for each in (*self.menu.glob("Stream Performer*"), self.icon) if each.exists()]
        if left or "DisplayName" in self._query(KEY) or "Stream Performer" in self._query(ENVIRONMENT_KEY):
            raise Stop(f"the removal has left shortcuts ({left}) or entries in the registry.")
        if (self.data / "config.toml").read_text(encoding="utf-8") != SETTINGS or not (
            self.data / "memory.db"
        ).exists():
            raise Stop("the removal has touched the settings or the memory.")
        return seconds

    def expect(self, holds: Callable[[], bool], what: str, *, pause_s: float = 0.2) -> None:
        """Wait until something holds.

        Raises:
            Stop: when it does not in time.
        """
        deadline_s = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > deadline_s:
                raise Stop(f"waited in vain for {what}; the log of the show: {self.data / 'logs'}")
            time.sleep(pause_s)

    def _clear(self) -> None:
        """Take away what an earlier trial has left, should it have been broken off."""
        for each in (self.program, self.data, self._wine.drive / "tools"):
            shutil.rmtree(each, ignore_errors=True)
        self.icon.unlink(missing_ok=True)
        self._run(["reg", "delete", KEY, "/f"])
        self._run(["reg", "delete", ENVIRONMENT_KEY, "/v", "Path", "/f"])

    def _path(self, file: Path) -> str:
        """Return the path of a file on drive C; shortcuts are not found by their way through drive Z."""
        return "C:\\" + str(file.relative_to(self._wine.drive)).replace("/", "\\")

    def _time(self, words: Sequence[str]) -> float:
        began = time.monotonic()
        self._run([self._path(self.program / "python" / "python.exe"), *words])
        return time.monotonic() - began

    def _run(self, command: Sequence[str]) -> str:
        """Run a program to its end, and leave what it has started running."""
        with self._wine.start(command) as process, suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=LIMIT_S)[0]
        raise Stop(f"{command[0]} did not end.")

    def _query(self, key: str) -> str:
        return self._run(["reg", "query", key])

    def _have_browser(self) -> None:
        """Put a program of ours in place of the browser of this Wine, which has none; it notes what it is to open."""
        browser = self._wine.folder / "browser"
        browser.write_text(f'#!/bin/sh\necho "$@" > "{self._opened}"\n', encoding="utf-8")
        browser.chmod(0o755)
        self._opened.unlink(missing_ok=True)
        self._run(["reg", "add", r"HKCU\Software\Wine\WineBrowser", "/v", "Browsers", "/d", str(browser), "/f"])
        self._run(["reg", "add", r"HKCR\.html", "/ve", "/d", "htmlfile", "/f"])

    def _picture(self) -> Path:
        """Keep a picture of the screen, once the mascot has had the time to come."""
        import mss
        from PIL import Image

        time.sleep(3)
        target = self._wine.folder / "screen.png"
        with mss.MSS(display=self._wine.display) as screen:
            shot = screen.grab(screen.monitors[0])
        Image.frombytes("RGB", shot.size, shot.rgb).save(target)
        return target


async def _wait_for_caption(url: str) -> None:
    """Wait, as a client of the stage, until it shows a line."""
    async with asyncio.timeout(PATIENCE_S), aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        async for frame in socket:
            message: dict[str, Any] = json.loads(frame.data) if frame.type is aiohttp.WSMsgType.TEXT else {}
            shown = [message.get("element") or {}, *(message.get("elements") or ())]
            if any(each.get("kind") == "caption" for each in shown):
                return
    raise Stop("the show ended before its first caption.")


if __name__ == "__main__":
    run_program(lambda words: attempt(Path(words[0])))
