"""The words of the tray: the page's own, in a language that there is, and English for the rest."""

import pytest

from desktop.words import TrayWords, find_language


@pytest.mark.parametrize(
    ("wanted", "found"),
    [(["de-DE", "en-GB"], "de"), (["de_AT"], "de"), (["fr-FR", "de"], "de"), (["fr"], "en"), (["C"], "en")],
)
def test_the_first_wanted_language_that_there_is_is_found(wanted: list[str], found: str) -> None:
    assert find_language(wanted) == found


def test_words_are_those_of_the_page() -> None:
    assert (TrayWords("en").say("resume"), TrayWords("de").say("resume")) == ("Resume", "Fortsetzen")


def test_a_part_without_a_name_is_called_as_the_show_calls_it() -> None:
    assert (TrayWords("de").name_part("brain"), TrayWords("de").name_part("mcp clock")) == ("Sprachmodell", "mcp clock")


def test_a_sentence_that_nobody_translated_stays() -> None:
    assert (TrayWords("de").translate("by hand"), TrayWords("de").translate("lunch")) == ("von Hand", "lunch")
