"""The stage in OBS, from the page: OBS asks for its password once, and a picture proves what was added."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from playwright.sync_api import Locator, Page, expect

from performer.stage.obs_studio.browser_source import NAME
from tests.fakes.obs import FakeObs, serve_obs
from tests.overlay.control.showing import PanelShow, open_screen, stage_preview

pytestmark = pytest.mark.slow

_ASK = """async ([op, args]) => {
  const { ask } = await import("/panel/files/control/store.mjs");
  return ask(op, args);
}"""


@contextmanager
def _obs(page: Page, **state: Any) -> Iterator[FakeObs]:
    """Run an OBS beside the show, which is told its port; the screen is open."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(serve_obs(FakeObs(**state))) as obs:
        page.evaluate(_ASK, ["config.set", {"key": "obs.port", "value": obs.port}])
        open_screen(page, "look")
        yield obs


def _card(page: Page) -> Locator:
    return page.get_by_role("region", name="In OBS")


def test_obs_asks_for_its_password_once_and_has_the_stage_on_air(page: Page, panel_show: PanelShow) -> None:
    with _obs(page, password="brisk-heron-91") as obs:
        _card(page).get_by_label("Password of OBS").fill("brisk-heron-91")
        _card(page).get_by_role("button", name="Add for me").click()

        expect(_card(page)).to_contain_text("In OBS, but not loaded")
        expect(_card(page)).to_contain_text("One sees through it.")
        assert obs.scenes["Game"] == [NAME]
        assert "brisk-heron" not in panel_show.config
        page.reload()
        expect(_card(page)).to_contain_text("In OBS, but not loaded")


def test_it_is_on_air_once_the_page_of_the_source_has_come(page: Page, panel_show: PanelShow) -> None:
    source = {NAME: {"url": "http://127.0.0.1:1/", "width": 1920, "height": 1080}}
    with _obs(page, inputs=source, scenes={"Game": [NAME], "Break": []}):
        expect(_card(page)).to_contain_text("In OBS, but not loaded")
        with closing(page.context.new_page()) as stage:
            stage.goto(str(json.loads((panel_show.home / "run" / "stage.json").read_text(encoding="utf-8"))["url"]))

            expect(_card(page)).to_contain_text("On air")
            expect(_card(page)).to_contain_text("1 page shows the stage.")


def test_a_source_of_the_wrong_size_is_put_right(page: Page) -> None:
    source = {NAME: {"url": "http://127.0.0.1:1/", "width": 800, "height": 600}}
    with _obs(page, inputs=source, scenes={"Game": [NAME], "Break": []}) as obs:
        expect(_card(page)).to_contain_text("Wrong size")

        _card(page).get_by_role("button", name="Put it right").click()

        expect(_card(page)).to_contain_text("In OBS, but not loaded")
        assert (obs.inputs[NAME]["width"], obs.inputs[NAME]["height"]) == (1920, 1080)


def test_an_obs_that_ends_meanwhile_is_told_so(page: Page) -> None:
    with _obs(page, closes_at="GetSourceScreenshot"):
        _card(page).get_by_role("button", name="Add for me").click()

        expect(_card(page)).to_contain_text("OBS has gone")


def test_the_copied_address_is_not_shown(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_screen(page, "look")

    _card(page).get_by_role("button", name="Copy link").click()

    expect(page.get_by_text("Copied.")).to_be_visible()
    assert "/stage?token=" in page.evaluate("navigator.clipboard.readText()")
    assert "token=" not in page.locator("body").inner_text()


def test_a_window_that_may_not_copy_says_so(page: Page) -> None:
    open_screen(page, "look")
    page.evaluate("""navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
        document.execCommand = () => false;""")
    _card(page).get_by_role("button", name="Copy link").click()

    expect(page.get_by_role("alert")).to_contain_text("This window may not copy.")


def test_an_obs_on_another_pc_gets_no_address_that_would_lead_it_to_itself(page: Page) -> None:
    page.evaluate(_ASK, ["config.set", {"key": "obs.host", "value": "192.0.2.7"}])  # of documentation: nobody's
    open_screen(page, "look")

    expect(_card(page)).to_contain_text("OBS is on another PC")
    expect(_card(page)).to_contain_text("set the stage’s host to 0.0.0.0", ignore_case=True)
    expect(_card(page).get_by_role("button", name="Copy link")).to_be_disabled()
    expect(_card(page).get_by_role("button", name="Add for me")).to_have_count(0)

    page.evaluate(_ASK, ["config.set", {"key": "obs.host", "value": None}])
    expect(_card(page).get_by_role("button", name="Copy link")).to_be_enabled()


def test_a_new_address_is_made_at_the_second_press_alone(page: Page, panel_show: PanelShow) -> None:
    def read_address() -> str:
        return str(json.loads((panel_show.home / "run" / "stage.json").read_text(encoding="utf-8"))["url"])

    open_screen(page, "look")
    stage_preview(page).locator("#stage[data-captions]").wait_for()  # what still loads with a void token is refused
    page.wait_for_load_state("networkidle")
    before = read_address()
    _card(page).get_by_text("It is not there?").click()
    _card(page).get_by_role("button", name="Make a new one").click()
    sure = _card(page).get_by_role("button", name="Really? OBS goes dark until you paste it")
    expect(sure).to_be_visible()
    assert read_address() == before
    sure.click()

    expect(page.get_by_text("The old address is void.")).to_be_visible()
    assert read_address() != before
