"""A real show with the understudy, and its control page in the system's Chromium, driven by Playwright.

Both are there for one file of tests: Playwright's loop may not run beside those of other tests.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from bench.speed.rig.chromium import find_chromium
from requirements.node import HOME, REMEDY, is_there
from tests.conftest import missing
from tests.overlay.control.showing import PATIENCE_S, Complaints, PanelShow, running_show

expect.set_options(timeout=1000 * PATIENCE_S)  # a busy machine takes longer than the five seconds by default


@pytest.fixture(scope="module")
def panel_config() -> str:
    """The configuration file of the show; empty: none. With one, its model plays and not the understudy."""
    return ""


@pytest.fixture(scope="module")
def panel_show(tmp_path_factory: pytest.TempPathFactory, panel_config: str) -> Iterator[PanelShow]:
    """A running performer, quiet and without window and sound, with a home of its own."""
    with running_show(tmp_path_factory.mktemp("home"), panel_config) as show:
        yield show


@pytest.fixture(scope="module")
def axe() -> str:
    """The checker's script."""
    if not is_there():
        missing("axe-core", REMEDY)
    return (HOME / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


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
