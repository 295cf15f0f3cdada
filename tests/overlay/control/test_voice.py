"""The screen of voice and ears, with a show that is silent and has no sound: all is shown, and can be chosen."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.overlay.control.showing import PanelShow, another_page, open_screen, wait_until_saved

pytestmark = pytest.mark.slow


@pytest.fixture
def voice(page: Page) -> Page:
    """The screen, once the voices were found."""
    open_screen(page, "voice")
    page.get_by_role("radio", name="Silent").wait_for()
    return page


def test_the_chosen_voice_is_marked_and_locked_with_the_reason(voice: Page) -> None:
    expect(voice.get_by_role("radio", name="Silent")).to_be_checked()
    expect(voice.get_by_role("radio", name="Silent")).to_be_disabled()
    expect(voice.get_by_text(re.compile("set when the show was started", re.IGNORECASE)).first).to_be_visible()


def test_a_sample_that_cannot_be_heard_is_told_with_why(voice: Page) -> None:
    voice.get_by_role("button", name=re.compile("^Hear espeak")).click()

    expect(voice.locator("#toast")).to_contain_text("Nothing was heard: nothing here plays sound")
    expect(voice.locator(".pick").first).to_contain_text(re.compile(r"first sound \d"))


def test_the_speed_is_kept_at_once_and_can_be_undone(voice: Page, panel_show: PanelShow) -> None:
    voice.get_by_role("slider", name="Speed").press("ArrowRight")
    expect(voice.locator("#toast")).to_contain_text("it holds now")
    wait_until_saved(voice)
    kept = panel_show.config
    voice.get_by_role("button", name="Undo").click()

    expect(voice.get_by_text("175 words a minute")).to_be_visible()
    assert "words_per_min = 180" in kept


def test_the_voice_is_muted_by_one_key_on_every_screen(page: Page) -> None:
    open_screen(page, "live")
    page.keyboard.press("m")
    expect(page.get_by_role("button", name="Mute its voice")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("m")

    expect(page.get_by_role("button", name="Mute its voice")).to_have_attribute("aria-pressed", "false")


def test_ears_are_opened_and_closed_by_one_key(voice: Page) -> None:
    closed = voice.get_by_role("button", name="Close its ears")
    voice.keyboard.press("e")
    expect(voice.get_by_role("switch", name="Listens for your voice")).to_have_attribute("aria-checked", "true")
    voice.keyboard.press("e")

    expect(closed).to_have_attribute("aria-pressed", "true")
    expect(voice.get_by_role("meter", name="Level")).to_have_count(0)


def test_without_sound_no_level_is_claimed(voice: Page) -> None:
    expect(voice.get_by_role("meter", name=re.compile("^Loudness"))).to_have_attribute("aria-valuetext", "not known")
    expect(voice.get_by_text("No sound player")).to_be_visible()


def test_the_voices_of_an_engine_are_sorted_by_their_names(voice: Page) -> None:
    names = voice.locator(".pick select").first.locator("option").all_inner_texts()
    as_read = voice.evaluate("(names) => [...names].sort((one, other) => one.localeCompare(other))", names)

    assert len(names) > 1
    assert [each.partition(" · ")[0] for each in names] == [each.partition(" · ")[0] for each in as_read]


def test_a_voice_that_was_not_heard_yet_has_no_time_to_its_first_sound(page: Page) -> None:
    open_screen(page, "voice")
    silent = page.locator(".pick", has=page.get_by_role("radio", name="Silent"))

    expect(silent).to_be_visible()
    expect(silent).not_to_contain_text("first sound")
    expect(page.get_by_text("first sound 0 s")).to_have_count(0)


def test_when_it_answers_is_chosen_and_without_a_microphone_nothing_claims_to_listen(
    voice: Page, panel_show: PanelShow
) -> None:
    voice.keyboard.press("e")
    expect(voice.get_by_text("hears nothing")).to_be_visible()  # there is no microphone
    voice.get_by_role("radio", name="tiny").click()
    wait_until_saved(voice)
    voice.get_by_role("radio", name="Always").click()
    wait_until_saved(voice)
    kept = panel_show.config
    voice.keyboard.press("e")

    assert 'answers = "open"' in kept
    expect(voice.get_by_text("hears nothing")).to_be_hidden()


def test_in_german_the_voices_of_the_system_have_german_names(browser: Browser, panel_show: PanelShow) -> None:
    with another_page(browser, panel_show, "de-DE") as page:
        open_screen(page, "voice")
        page.get_by_role("radio", name="Ohne Ton").wait_for()
        names = page.locator(".pick select option").all_inner_texts()
    english = re.compile(
        "Armenia\\)|America|Britain|Scotland|latin as|Ancient|Northern|Caribbean|Bengali |Greenlandic|[a-z]ish "
    )

    assert "Armenisch (Ostarmenisch) · hy" in names
    assert [each for each in names if english.search(each)] == []


def test_on_a_narrow_page_sound_is_near_and_more_voices_come_when_asked_for(voice: Page) -> None:
    voice.set_viewport_size({"width": 420, "height": 800})
    store = voice.get_by_role("region", name="Voices like a person’s")
    store.get_by_text("More voices").wait_for()
    few, top = store.get_by_role("group").count(), voice.get_by_role("region", name="Sound").bounding_box()
    store.get_by_text("More voices").click()
    expect(store.get_by_role("group").nth(few)).to_be_visible()

    assert few <= 2
    assert top is not None
    assert top["y"] < 1500
