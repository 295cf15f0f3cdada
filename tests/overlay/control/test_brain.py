"""The screen of the brain, beside a fake Ollama: models are told, downloaded, measured on demand, and chosen."""

import json
import subprocess
import sys
import tomllib
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from performer.core.files.atomic import write_atomically
from performer.core.files.home import CHECKOUT
from performer.models.tool_score import ToolScore
from tests.overlay.control.showing import PanelShow, open_screen

pytestmark = pytest.mark.slow

LEAD = "qwen3-vl:4b-instruct"
BLIND = "qwen2.5:3b"


@pytest.fixture(scope="module")
def panel_config() -> Iterator[str]:
    """The configuration of a show whose Ollama is a program of its own."""
    command = [sys.executable, "-m", "tests.fakes.ollama", "--port", "0", "--model", LEAD]
    fake = subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True)
    try:
        assert fake.stdout is not None
        url = fake.stdout.readline().partition(" at ")[2].partition(";")[0]
        yield f'[model]\nspec = "ollama"\nurl = "{url}"\n'
    finally:
        fake.terminate()
        fake.communicate()


@pytest.fixture
def brain(page: Page) -> Page:
    open_screen(page, "brain")
    page.get_by_role("radio", name=LEAD).wait_for()
    return page


def keep_score(show: PanelShow, **figures: float) -> None:
    """Keep a score of the lead as the bench does, under the digest that its server tells."""
    url = tomllib.loads(show.config)["model"]["url"]
    with urllib.request.urlopen(f"{url}/api/tags") as answer:
        digest = next(each["digest"] for each in json.load(answer)["models"] if each["name"] == LEAD)
    score = ToolScore(mode="native", false_calls=0.02, cases=60, at=datetime.now(UTC), **figures)
    file = show.home / "models.json"
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    write_atomically(file, json.dumps({**kept, "scores": {digest: score.model_dump(mode="json")}}).encode())


def test_the_model_that_leads_is_told_with_what_it_can(brain: Page) -> None:
    lead = brain.locator(".pick.on")

    expect(brain.get_by_role("radio", name=LEAD)).to_be_checked()
    for words in ("sees", "tools", "3.3 GB", "Q4_K_M", "leads", "not measured here"):
        expect(lead).to_contain_text(words)


def test_beside_a_show_a_measurement_is_asked_for_twice(brain: Page) -> None:
    brain.get_by_role("button", name=f"Measure {LEAD}").click()

    expect(brain.get_by_role("alert")).to_contain_text("It performs now")
    expect(brain.get_by_text("Measure all the same")).to_be_visible()


def test_a_download_is_stopped_and_goes_on_until_the_model_is_there(brain: Page) -> None:
    brain.get_by_label("Get another").fill(BLIND)
    brain.get_by_role("button", name="Get", exact=True).click()
    expect(brain.get_by_role("progressbar")).to_be_visible()
    brain.get_by_role("button", name=f"Stop {BLIND}").click()
    expect(brain.get_by_text("Stopped. What has come is kept.")).to_be_visible()

    brain.get_by_role("button", name=f"Go on with {BLIND}").click()

    expect(brain.get_by_role("radio", name=BLIND)).to_be_visible(timeout=60_000)


def test_a_name_that_no_library_has_is_told(brain: Page) -> None:
    brain.get_by_label("Get another").fill("nonsense")
    brain.get_by_label("Get another").press("Enter")

    expect(brain.get_by_text("there is no model of that name")).to_be_visible()


def test_a_score_is_shown_with_its_interval(brain: Page, panel_show: PanelShow) -> None:
    keep_score(panel_show, right=0.91, low=0.84, high=0.95)
    brain.reload()

    expect(brain.get_by_role("img", name="right tool 91 percent, between 84 and 95")).to_be_visible()


def test_a_model_that_is_chosen_leads_when_the_show_has_begun_again_by_itself(
    context: BrowserContext, panel_show: PanelShow
) -> None:
    opened = context.new_page()  # whose console may complain: the show goes away
    opened.goto(panel_show.url)
    open_screen(opened, "brain")
    opened.get_by_role("radio", name=BLIND).click()

    expect(opened.locator("#toast")).to_contain_text(f"The show begins again with ollama:{BLIND}.")
    expect(opened.locator("#frame.lost")).to_be_visible(timeout=60_000)
    assert f'spec = "ollama:{BLIND}"' in panel_show.config
