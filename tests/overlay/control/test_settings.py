"""The screen of all settings: each has its row, and the file, the page and the show agree."""

import pytest
from playwright.sync_api import Page, expect

from performer.config.config import Config
from performer.config.keys import format_key
from performer.config.schema import iterate_settings
from performer.doctor.run import list_checks
from tests.overlay.control.showing import PATIENCE_S, SCREENS, PanelShow, open_screen, wait_until_saved

pytestmark = pytest.mark.slow

LONG_MS = PATIENCE_S * 1000
_FIND_SCREENS = "async (parts) => parts.map((await import('/panel/files/control/screens.mjs')).findScreen)"


def test_every_setting_of_the_schema_has_a_row(page: Page) -> None:
    open_screen(page, "settings")
    page.locator(".sections button").first.wait_for()
    shown: set[str] = set()
    for section in page.locator(".sections button").all():
        section.click()
        expect(section).to_have_attribute("aria-current", "true")
        shown.update(page.locator(".setting code").all_text_contents())

    assert {format_key(key) for key in iterate_settings(Config())} - shown == set()


@pytest.mark.parametrize(
    ("section", "leads_to"), [("Places on the stage", "#look"), ("Tools", "#tools"), ("Window", "")]
)
def test_a_section_leads_to_the_other_screen_that_changes_it(page: Page, section: str, leads_to: str) -> None:
    open_screen(page, "settings")
    button = page.locator(".sections").get_by_role("button", name=section)
    button.first.click()
    expect(button.first).to_have_attribute("aria-current", "true")

    own = page.get_by_role("link", name="Change this on")
    assert (own.first.get_attribute("href") if own.count() else "") == leads_to


def test_each_part_that_the_doctor_tries_has_a_screen(page: Page) -> None:
    parts = [each.part for each in list_checks(Config())]

    found = page.evaluate(_FIND_SCREENS, [*parts, "model 2", "mcp", "guard"])

    assert set(found) <= set(SCREENS)


def test_an_edit_of_the_file_shows_on_the_page_and_a_broken_one_is_told_by_its_line(
    page: Page, panel_show: PanelShow
) -> None:
    open_screen(page, "settings")
    page.get_by_role("searchbox").fill("pacing.hush_s")
    file = panel_show.home / "config.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text + "hush_s = 33.0\n", encoding="utf-8")

    expect(page.locator("#toast")).to_contain_text("edited by hand", timeout=LONG_MS)
    expect(page.get_by_role("textbox", name="Hush")).to_have_value("33")
    file.write_text(text + "hush_s = \n", encoding="utf-8")
    expect(page.locator("#toast")).to_contain_text("line", timeout=LONG_MS)
    expect(page.get_by_role("textbox", name="Hush")).to_have_value("33")
    file.write_text(text, encoding="utf-8")
    expect(page.get_by_role("textbox", name="Hush")).to_have_value("20", timeout=LONG_MS)


def test_everything_is_reset_by_a_second_press_and_can_be_undone(page: Page, panel_show: PanelShow) -> None:
    open_screen(page, "settings")
    page.get_by_role("button", name="Reset all").click()
    page.get_by_role("button", name="Reset everything?").click()

    expect(page.locator("#toast")).to_contain_text("kept as")
    wait_until_saved(page)
    assert "\ntalkativeness" not in panel_show.config
    page.locator("#toast button", has_text="Undo").click()
    expect(page.locator("#toast")).to_contain_text("Pacing · Talkativeness")
    wait_until_saved(page)
    assert "\ntalkativeness" in panel_show.config


def test_a_number_beyond_its_limits_is_refused_in_words(page: Page, panel_show: PanelShow) -> None:
    open_screen(page, "settings")
    page.get_by_role("searchbox").fill("obs.port")
    port = page.get_by_role("textbox", name="Port")
    for typed, told in {"99999": "OBS · Port: 65535 at most.", "many": "OBS · Port: a whole number is wanted."}.items():
        port.fill(typed)
        port.press("Enter")
        expect(page.locator(".refused")).to_contain_text(told)
        expect(port).to_have_value(typed)


def test_emptying_a_field_that_has_its_default_is_no_mistake(page: Page) -> None:
    open_screen(page, "settings")
    page.get_by_role("searchbox").fill("obs.port")
    port = page.get_by_role("textbox", name="Port")
    port.fill("")
    port.press("Enter")

    expect(port).to_have_value("4455")
    expect(page.locator("#toast")).to_be_hidden()


def test_a_table_of_limits_is_edited_in_rows_and_not_as_text(page: Page, panel_show: PanelShow) -> None:
    open_screen(page, "settings")
    page.get_by_role("searchbox").fill("tools.play_sfx.clamp")
    name = page.get_by_role("textbox", name="Add to Clamp")
    name.fill("volume")
    name.press("Enter")
    most = page.get_by_role("textbox", name="volume, number 2")
    most.fill("0,5")
    most.press("Enter")
    wait_until_saved(page)

    assert "clamp = {volume = [0, 0.5]}" in panel_show.config
    page.get_by_role("button", name="Take volume out").click()
    expect(most).to_have_count(0)
    wait_until_saved(page)
    assert "volume = [" not in panel_show.config


def test_what_may_be_several_of_a_few_is_pressed_on_and_off(page: Page, panel_show: PanelShow) -> None:
    open_screen(page, "settings")
    page.get_by_role("searchbox").fill("layout.portrait.hidden")
    for word in ("card", "emote"):
        page.get_by_role("button", name=word, exact=True).click()
        expect(page.get_by_role("button", name=word, exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="card", exact=True).click()
    expect(page.get_by_role("button", name="card", exact=True)).to_have_attribute("aria-pressed", "false")

    wait_until_saved(page)
    assert 'hidden = ["emote"]' in panel_show.config


def test_what_is_drawn_on_a_screen_of_its_own_leads_there(page: Page) -> None:
    open_screen(page, "settings")
    page.get_by_role("searchbox").fill("frames.masks")
    page.get_by_role("link", name="Change this on Eyes").click()

    expect(page.locator("#main[data-screen='eyes']")).to_be_attached()


def test_what_cannot_be_read_as_json_is_told_and_changes_nothing(page: Page, panel_show: PanelShow) -> None:
    open_screen(page, "settings")
    page.get_by_role("searchbox").fill("prototypes")
    recipes = page.locator(".setting textarea").first
    recipes.fill("{ not this")
    recipes.blur()

    expect(page.locator(".refused")).to_contain_text("cannot be read as JSON")
    assert "\n[prototypes" not in panel_show.config


def test_every_section_has_a_name_in_words(page: Page) -> None:
    open_screen(page, "settings")
    page.locator(".sections button").first.wait_for()
    names = page.locator(".sections button span:first-child").all_text_contents()

    assert [each for each in names if each[0].islower()] == []
    assert page.locator(".card:not([aria-label])").count() == 0
