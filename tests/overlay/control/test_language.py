"""The German page: settings, reasons and remedies are German, and speak of screens, not of keys and folders."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.overlay.control.showing import PanelShow, another_page, open_screen, wait_until_saved
from tests.overlay.control.test_words import PLACEHOLDER, catalogue

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


def put_in(template: str) -> str:
    """Return a sentence with a word for each of its places, which nothing translates."""
    return PLACEHOLDER.sub(
        lambda place: "python3 run.py" if place[0] == "{start}" else f"q{place[0][1:-1].lower()}q", template
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


def test_a_tool_of_the_shows_own_is_described_in_german(german_page: Page) -> None:
    open_screen(german_page, "tools")

    expect(german_page.locator(".tool", has_text="play_sfx")).to_contain_text("Spielt auf der Bühne einen kurzen Klang")


def test_a_voice_that_is_called_by_its_language_is_called_so_in_german(german_page: Page) -> None:
    open_screen(german_page, "voice")
    voices = german_page.get_by_role("combobox", name=re.compile("espeak"))

    expect(voices.get_by_role("option", name="Deutsch · de", exact=True)).to_be_attached()
    expect(voices.get_by_role("option", name="Englisch (Lancaster) · en-gb-x-gbclan")).to_be_attached()


def test_what_a_voice_is_like_is_told_in_german(german_page: Page) -> None:
    open_screen(german_page, "voice")
    german_page.get_by_text("Weitere Stimmen").click()

    expect(german_page.get_by_role("group", name="cori-medium", exact=True)).to_contain_text("lebhafte Britin")


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
        ("There is no persona 'Nobody'. Known are pip.", "Es gibt keine Persönlichkeit „Nobody“. Bekannt sind pip."),
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


def test_each_sentence_is_told_in_the_words_that_stand_for_it_and_in_no_others(german_page: Page) -> None:
    translate(german_page, "")
    told: dict[str, str] = catalogue("de")["told"]
    said = german_page.evaluate(
        """async (said) => {
          const { translate } = await import("/panel/files/control/translate.mjs");
          const { quoteCode } = await import("/panel/files/control/words.mjs");
          return said.map(([english, ours]) => [translate(english), quoteCode(ours)]);
        }""",
        [[put_in(english), put_in(ours)] for english, ours in told.items()],
    )

    assert [(is_, should) for is_, should in said if is_.rstrip(".").lower() != should.rstrip(".").lower()] == []


def test_the_english_page_says_remedies_in_its_own_terms(page: Page) -> None:
    ears = page.locator(".parts .row", has_text="Ears")

    expect(ears).to_contain_text("switch its ears on")


def test_every_language_that_has_a_file_can_be_chosen_by_its_own_name(page: Page) -> None:
    open_screen(page, "settings")
    choices = page.get_by_role("radiogroup", name="Language").get_by_role("radio")

    expect(choices).to_have_text(["English", "Deutsch"])
