"""What tests of the control page share."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, FrameLocator, Page

from performer.core.files.home import CHECKOUT

SCREENS = "live look voice eyes brain persona chats tools guard plan health settings".split()


PATIENCE_S = 60.0


@dataclass(frozen=True)
class PanelShow:
    """A running show: its home, and the address of its page with the token."""

    home: Path
    url: str

    @property
    def config(self) -> str:
        """The text of its configuration file; empty where there is none yet."""
        file = self.home / "config.toml"
        return file.read_text(encoding="utf-8") if file.exists() else ""


@dataclass
class Complaints:
    """What a page's console said in anger, and its scripts' uncaught errors."""

    page: Page
    found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.found.append(str(error)))
        self.page.on("console", lambda said: self.found.append(said.text) if said.type == "error" else None)


@contextmanager
def another_page(browser: Browser, show: PanelShow, locale: str = "en-GB") -> Iterator[Page]:
    """Open the control page in a browser of its own while the block runs; its console may complain of nothing."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale=locale)
    opened = context.new_page()
    complaints = Complaints(opened)
    opened.goto(show.url)
    opened.locator("#frame.up .screen > *").first.wait_for()
    yield opened
    context.close()
    assert complaints.found == []


def open_screen(page: Page, name: str) -> None:
    """Open a screen by its name in the address, and wait until it is drawn."""
    page.goto(page.url.partition("#")[0] + "#" + name)
    page.locator(f"#main[data-screen='{name}'] h1").first.wait_for(state="attached")


def stage_preview(page: Page) -> FrameLocator:
    """Return the stage page within the screen that arranges it."""
    return page.frame_locator("iframe[title='The stage as viewers see it']")


def wait_until_saved(page: Page) -> None:
    """Wait until every change that was made on the page has been answered, and stands in the file."""
    page.locator("html:not([data-saving])").wait_for(state="attached")


@contextmanager
def running_show(home: Path, config: str = "") -> Iterator[PanelShow]:
    """Run a performer that is quiet and has been welcomed, without window and sound, for as long as the block runs.

    With a configuration its model plays, and else the understudy.
    """
    (home / "welcomed").touch()
    (home / "config.toml").write_text(
        '[pacing]\ntalkativeness = "silent"  # it acts when it is asked to\n' + config, encoding="utf-8"
    )
    options = "--no-desktop --no-sound --no-console --frames arcade --voice silent --port 0".split()
    options += [] if config else ["--model", "understudy"]
    process = subprocess.Popen(
        [sys.executable, "-m", "performer", "run", *options],
        cwd=CHECKOUT,
        env={**os.environ, "PERFORMER_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        _wait_until_open(process)
        yield PanelShow(home, str(json.loads((home / "run" / "stage.json").read_text(encoding="utf-8"))["panel_url"]))
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE_S)


def _wait_until_open(process: subprocess.Popen[str]) -> None:
    """Wait for the last line of what a show prints when it begins."""
    printed = ""
    for line in process.stdout or ():
        printed += line
        if "Ctrl+C ends the show" in line:
            return
    raise AssertionError(f"The show did not begin:\n{printed}")
