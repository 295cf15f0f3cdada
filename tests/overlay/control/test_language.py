"""The German page: settings, reasons and remedies are German, and speak of screens, not of keys and folders."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.overlay.control.showing import PanelShow, another_page, open_screen, wait_until_saved

pytestmark = pytest.mark.slow


@pytest.fixture
def german_page(browser: Browser, panel_show: PanelShow) -> Iterator[Page]:
    """The control page in a browser that wants German."""
    with another_page(browser, panel_show, "de-DE") as opened:
        yield opened


def translate(page: Page, sentence: str) -> str:
    """Return what the page says for a sentence of the performer, once it knows the settings."""
    open_screen(page, "settings")
    page.locator(".setting").first.wait_for()
    return str(
        page.evaluate("async (said) => (await import('/panel/files/control/translate.mjs')).translate(said)", sentence)
    )


def test_a_setting_has_its_german_name_and_sentence_and_is_found_by_them(german_page: Page) -> None:
    open_screen(german_page, "settings")
    german_page.get_by_role("searchbox").fill("Sprechtempo")

    row = german_page.locator(".setting")
    expect(row.locator("h3")).to_have_text("Sprechtempo")
    expect(row).to_contain_text("in Wörtern pro Minute")
    expect(row.locator("code")).to_have_text("voice.words_per_min")


@pytest.mark.parametrize(
    ("key", "role", "shown", "usual"),
    [
        ("mascot.place", "radio", ["rechts", "links", "aus"], "Standard: rechts"),
        ("model.mode", "option", ["automatisch", "eigene Aufrufe", "im Text", "nur JSON", "gar nicht"], "automatisch"),
        ("layout.portrait.hidden", "button", ["Untertitel", "Sprechblase", "Karte", "Emote", "Figur"], "keine"),
    ],
)
def test_the_choices_of_a_setting_and_its_default_are_german(
    german_page: Page, key: str, role: Literal["radio", "option", "button"], shown: list[str], usual: str
) -> None:
    open_screen(german_page, "settings")
    german_page.get_by_role("searchbox").fill(key)

    row = german_page.locator(".setting")
    expect(row.locator(".input").get_by_role(role)).to_have_text(shown)
    expect(row.locator(".facts")).to_contain_text(usual)


def test_a_reason_among_the_parts_is_german_and_leads_to_its_screen(german_page: Page) -> None:
    ears = german_page.locator(".parts .row", has_text="Gehör")

    expect(ears).to_contain_text("schalte das Gehör ein")
    expect(ears.get_by_role("link")).to_have_attribute("href", "#voice")


def test_what_undo_has_done_is_told_in_german_without_key_and_folder(german_page: Page, panel_show: PanelShow) -> None:
    open_screen(german_page, "settings")
    german_page.get_by_role("searchbox").fill("pacing.hush_s")
    german_page.get_by_role("textbox", name="Stille nach Stumm!").fill("31")
    german_page.keyboard.press("Enter")
    wait_until_saved(german_page)
    german_page.locator("#toast button").click()

    expect(german_page.locator("#toast")).to_contain_text("Tempo · Stille nach Stumm!: 31 → Standard (20), wie zuvor.")
    assert str(panel_show.home) not in german_page.content()


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("set mic.enabled = true, and it is heard", "set „Gehör · Zuhören“ auf an, and it is heard"),
        ("python3 run.py config set voice.engine espeak", "stelle „Stimme · Sprecher“ auf espeak"),
        (
            "no display found; a demo game plays instead; who knows",
            "kein Bildschirm gefunden; stattdessen läuft ein Demospiel; who knows",
        ),
        (r"Cannot write 'C:\Users\Jo Ann\config.toml'.", "Cannot write 'config.toml'."),
        (
            f"{Path('/home/jo ann/show/config.toml')} cannot be written: why.",
            "config.toml lässt sich nicht schreiben: why.",
        ),
        (
            "Config 'voice.engine' (/home/jo/config.toml) has value ' '. Who knows why.",
            "„Stimme · Sprecher“ kann nicht ' ' sein. Who knows why.",
        ),
        (
            "Mend it, or switch it off: python3 run.py config set mcp.weather.enabled false",
            "Bring ihn in Ordnung, oder schalte ihn unter „Werkzeuge“ aus",
        ),
        ("python3 run.py config set model.mode soft", "stelle „Sprachmodell · Wie es Werkzeuge ruft“ auf im Text"),
        (
            "qwen: the first installed one that sees and calls tools",
            "qwen: das erste installierte, das sieht und Werkzeuge benutzt",
        ),
        ("there is http://127.0.0.1:1/a/b.json still", "there is http://127.0.0.1:1/a/b.json still"),
    ],
)
def test_a_sentence_of_the_performer_is_put_into_the_words_of_the_page(
    german_page: Page, said: str, shown: str
) -> None:
    assert translate(german_page, said) == shown


def test_the_english_page_says_remedies_in_its_own_terms(page: Page) -> None:
    ears = page.locator(".parts .row", has_text="Ears")

    expect(ears).to_contain_text("switch its ears on")


def test_every_language_that_has_a_file_can_be_chosen_by_its_own_name(page: Page) -> None:
    open_screen(page, "settings")
    choices = page.get_by_role("radiogroup", name="Language").get_by_role("radio")

    expect(choices).to_have_text(["English", "Deutsch"])
