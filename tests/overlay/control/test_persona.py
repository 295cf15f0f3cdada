"""The screen of personas: one is chosen, changed, tried, passed on and taken in while the show goes on."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.overlay.control.showing import PanelShow, open_screen
from tests.performer.agent.personas.sheets import BO

pytestmark = pytest.mark.slow


@pytest.fixture
def personas(page: Page) -> Page:
    open_screen(page, "persona")
    page.get_by_label("Character").wait_for()
    return page


def taken(page: Page, file: Path) -> None:
    """Have the page open a file."""
    page.get_by_label("Open a file…").set_input_files(file)


def test_a_changed_character_is_kept_as_a_file_and_can_be_undone(personas: Page, panel_show: PanelShow) -> None:
    file = panel_show.home / "personas" / "pip.md"
    personas.get_by_label("Name", exact=True).fill("Pippa")
    personas.get_by_label("Name", exact=True).press("Enter")

    expect(personas.locator("#toast")).to_contain_text("Name: it speaks so from the next line on.")
    expect(personas.locator(".member.open")).to_contain_text("Pippa")
    assert 'name = "Pippa"' in file.read_text(encoding="utf-8")
    personas.locator("#toast").get_by_role("button", name="Undo").click()
    expect(personas.locator(".member.open")).to_contain_text("Pip")
    expect(personas.locator("#toast")).to_contain_text("It is as it was.")


def test_another_one_plays_without_a_restart(personas: Page, panel_show: PanelShow) -> None:
    personas.get_by_role("button", name="Play Momo").click()

    expect(personas.locator("#toast")).to_contain_text("Momo speaks from the next line on.")
    expect(personas.get_by_text("Momo plays")).to_be_visible()
    assert 'persona = "cosy"' in panel_show.config


def test_words_that_it_never_says_are_chips(personas: Page) -> None:
    words = personas.get_by_role("textbox", name="Add to Never says")
    words.fill("epic")
    words.press("Enter")

    expect(personas.get_by_role("button", name="Take epic out")).to_be_visible()


def test_three_lines_are_tried_and_none_is_said(personas: Page) -> None:
    personas.get_by_role("button", name="Three lines").click()

    expect(personas.locator(".tried li")).to_have_count(3)


def test_a_file_is_taken_in_and_saved_again(personas: Page, tmp_path: Path) -> None:
    file = tmp_path / "bo.md"
    file.write_text(BO, encoding="utf-8")
    taken(personas, file)

    expect(personas.locator(".member.open")).to_contain_text("Bo")
    with personas.expect_download() as saved:
        personas.get_by_role("button", name="Save as a file").click()
    assert saved.value.suggested_filename == "bo.md"
    assert Path(saved.value.path()).read_text(encoding="utf-8") == BO


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("x" * 10_000_000, "bad.md has 10.0 MB. At most 64 kB are taken"),
        (BO.replace("A cat", "<script>alert(1)</script>"), "'character' holds '<script>', which is markup or a script"),
    ],
)
def test_a_file_that_is_no_persona_is_refused_by_name(personas: Page, tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "bad.md"
    file.write_text(text, encoding="utf-8")

    taken(personas, file)

    expect(personas.get_by_role("alert")).to_contain_text(fault)


LONG = " ".join(f"A cat that has slept on roof number {n} and tells of it." for n in range(1, 21))


def test_of_a_long_character_it_is_told_what_reaches_a_comment(personas: Page) -> None:
    expect(personas.get_by_text("A comment is told the first")).to_have_count(0)

    personas.get_by_label("Character").fill(LONG)
    personas.get_by_label("Character").press("Tab")

    expect(personas.get_by_text("A comment is told the first")).to_contain_text(f"of {len(LONG)} letters")
    expect(personas.get_by_text("A comment is told the first")).to_contain_text(
        "“A cat that has slept on roof number 1 "
    )


def test_what_is_pasted_beyond_the_limit_is_told_as_cut(personas: Page) -> None:
    personas.context.grant_permissions(["clipboard-read", "clipboard-write"])
    personas.evaluate("(text) => navigator.clipboard.writeText(text)", LONG * 3)
    personas.get_by_label("Character").fill("")
    personas.get_by_label("Character").press("Control+v")

    expect(personas.get_by_role("alert")).to_contain_text("What was pasted is too long")


def test_a_second_page_shows_what_the_first_has_changed(personas: Page) -> None:
    second = personas.context.new_page()
    second.goto(personas.url)
    expect(second.get_by_label("Character")).to_have_value(personas.get_by_label("Character").input_value())
    personas.get_by_label("Character").fill("A cat that naps.")
    personas.get_by_label("Character").press("Tab")

    expect(second.get_by_label("Character")).to_have_value("A cat that naps.")


def test_a_word_is_on_a_list_once(personas: Page) -> None:
    words = personas.get_by_role("textbox", name="Add to Never says")
    for word in ("sneeze", "sneeze", "cough"):
        words.fill(word)
        words.press("Enter")
        expect(personas.get_by_role("button", name=f"Take {word} out").first).to_be_visible()

    expect(personas.get_by_role("button", name="Take cough out")).to_be_visible()
    expect(personas.get_by_role("button", name="Take sneeze out")).to_have_count(1)
