"""A real show with the understudy, and its control page in the system's Chromium, driven by Playwright.

Both are there for one file of tests: Playwright's loop may not run beside those of other tests.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench.speed.rig.chromium import find_chromium
from performer.core.files.home import CHECKOUT
from tests.conftest import missing
from tests.overlay.control.showing import Complaints, PanelShow

PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def panel_show(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PanelShow]:
    """A running performer, quiet and without window and sound, with a home of its own."""
    home = tmp_path_factory.mktemp("home")
    (home / "welcomed").touch()
    options = "--no-desktop --no-sound --no-console --frames arcade --voice silent --model understudy --port 0".split()
    (home / "config.toml").write_text('[pacing]\ntalkativeness = "silent"  # it acts when it is asked to\n')
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
        yield PanelShow(home, str(json.loads((home / "run" / "stage.json").read_text())["panel_url"]))
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


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    program = find_chromium()
    if program is None:
        missing("Chromium", "sudo apt install chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that has visited nothing yet, at 1280 by 800, in English and dark."""
    made = browser.new_context(viewport={"width": 1280, "height": 800}, color_scheme="dark", locale="en-GB")
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext, panel_show: PanelShow) -> Iterator[Page]:
    """The control page, connected; the test fails when its console has complained."""
    opened = context.new_page()
    complaints = Complaints(opened)
    opened.goto(panel_show.url)
    opened.locator("#frame.up .screen > *").first.wait_for()
    yield opened
    assert complaints.found == []
