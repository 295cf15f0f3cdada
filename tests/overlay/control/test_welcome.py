"""The first run: its questions open by themselves, are answered beside the show, and never come again."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.overlay.control.showing import Complaints, PanelShow, open_screen, wait_until_saved

pytestmark = pytest.mark.slow

_SOURCES = """async () => {
  const { ask } = await import("/panel/files/control/store.mjs");
  return (await ask("frames.sources")).filter((each) => !each.why || each.spec === "arcade").map((each) => each.spec);
}"""


@pytest.fixture
def first_page(context: BrowserContext, panel_show: PanelShow) -> Iterator[Page]:
    """The page of a show whose streamer was not welcomed yet."""
    (panel_show.home / "welcomed").unlink(missing_ok=True)
    page = context.new_page()
    complaints = Complaints(page)
    page.goto(panel_show.url)
    page.get_by_role("heading", name="Four questions").wait_for()
    yield page
    assert complaints.found == []


def test_the_name_that_is_typed_is_in_the_settings_at_once(first_page: Page, panel_show: PanelShow) -> None:
    first_page.get_by_label("Your name").fill("Mira")
    first_page.get_by_label("Your name").press("Enter")
    expect(first_page.locator("#toast.on")).to_be_visible()
    wait_until_saved(first_page)

    assert 'streamer = "Mira"' in panel_show.config


def test_going_on_ends_the_first_run_for_good(first_page: Page, panel_show: PanelShow) -> None:
    first_page.get_by_role("button", name="Good, go on").click()
    expect(first_page.get_by_role("heading", name="Lately")).to_be_visible()
    first_page.goto(panel_show.url)

    expect(first_page.locator("#main[data-screen=live]")).to_be_visible()
    assert (panel_show.home / "welcomed").exists()


def test_another_screen_that_was_asked_for_opens_in_its_place(first_page: Page) -> None:
    open_screen(first_page, "guard")
    first_page.reload()

    expect(first_page).to_have_url(re.compile("#guard$"))
    expect(first_page.locator("#main[data-screen=guard]")).to_be_visible()


def test_a_voice_that_nothing_plays_is_told_so_and_gets_no_tick(first_page: Page) -> None:
    voice = first_page.locator("li.step", has=first_page.get_by_role("heading", name="Voice"))
    voice.get_by_role("button", name="Hear it").click()

    expect(first_page.locator("#toast")).to_contain_text("Nothing was heard:")
    expect(voice.get_by_role("img", name="well")).to_have_count(0)
    open_screen(first_page, "live")
    expect(first_page.get_by_text("I am on already. Who shall I be?")).to_have_count(0)


def test_the_screens_that_are_there_are_offered_and_why_none_can_be_chosen(first_page: Page) -> None:
    offered = first_page.get_by_role("radiogroup", name="Screen")
    shown = first_page.evaluate(_SOURCES)

    expect(offered.get_by_role("radio")).to_have_count(len(shown))
    expect(offered.get_by_role("radio", name="Demo game")).to_be_disabled()
    expect(first_page.get_by_text("Set when the show was started")).to_be_visible()


_OFFER = """async () => {
  const [{ Offer }, { html, render }] = await Promise.all(
    ["screens/voice_store.mjs", "view.mjs"].map((file) => import(`/panel/files/control/${file}`)));
  const advised = { name: "cori-medium", character: "", size: 63536345, licence: "CC0 1.0", streams: "yes" };
  const missing = "what neural voices need is not installed; python3 run.py add voice";
  const into = document.createElement("div");
  render(html`<${Offer} listed=${{ advised, missing }} works=${[]} speaks="espeak en-gb" />`, into);
  return [...into.querySelectorAll("p")].map((each) => each.textContent);
}"""


def test_a_voice_is_offered_by_name_and_size_where_what_it_needs_has_to_be_added_first(first_page: Page) -> None:
    offered, licence, step, until = first_page.evaluate(_OFFER)

    assert offered.startswith("cori-medium (")
    assert offered.endswith("sounds like a person: 64 MB, downloaded once.")
    assert licence == "Licence: CC0 1.0."
    assert step == (
        "To download voices here, one step is missing: what neural voices need is not installed; "
        "python3 run.py add voice"
    )
    assert until == "Until then espeak en-gb speaks."
