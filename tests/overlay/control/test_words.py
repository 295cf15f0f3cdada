"""The words of the control page: one file for each language, all of the same keys, and none that nobody says."""

import json
import re

import pytest

from performer.core.files.home import CHECKOUT

PAGE = CHECKOUT / "overlay" / "page" / "control"
WORDS = PAGE / "words"
LANGUAGES = sorted(file.stem for file in WORDS.glob("*.json"))
WITH_DOTS = {"tool", "fix"}  # keys built with a name that has dots itself, such as discord.send

SAID = re.compile(r'\b(?:say|knows)\("([^"]+)"')
BUILT = re.compile(r"`([A-Za-z]+\.[^`\s]*?\$\{[^`]*)`")
PUT_IN = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
PLACEHOLDER = re.compile(r"\{\w+\}")


def words(language: str) -> dict[str, str]:
    """The catalogue of a language."""
    return dict(json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8")))


def code() -> str:
    """All modules of the page that are its own."""
    files = [file for file in sorted(PAGE.rglob("*.mjs")) if "vendor" not in file.parts]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def built_keys(modules: str) -> list[re.Pattern[str]]:
    """What keys look like that are made while the page runs: `talk.${each}.words` stands for talk.low.words."""
    found = []
    for template in sorted(set(BUILT.findall(modules))):
        blank = r".+" if template.partition(".")[0] in WITH_DOTS else r"[^.]+"
        found.append(re.compile(blank.join(map(re.escape, PUT_IN.split(template)))))
    return found


def test_what_the_page_says_is_in_the_catalogue() -> None:
    assert sorted(set(SAID.findall(code())) - words("en").keys()) == []


def test_no_words_are_kept_that_nobody_says() -> None:
    modules = code()
    built = built_keys(modules)

    unsaid = [
        key for key in words("en") if f'"{key}"' not in modules and not any(each.fullmatch(key) for each in built)
    ]

    assert unsaid == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_the_keys_of_english_in_their_order(language: str) -> None:
    assert list(words(language)) == list(words("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_leaves_the_same_places_for_names_and_numbers(language: str) -> None:
    english = words("en")

    differing = [
        key
        for key, text in words(language).items()
        if sorted(PLACEHOLDER.findall(text)) != sorted(PLACEHOLDER.findall(english.get(key, "")))
    ]

    assert differing == []


def test_every_language_can_be_chosen() -> None:
    named = re.search(r"LANGUAGES = \{(.*?)\}", (PAGE / "words.mjs").read_text(encoding="utf-8"))

    assert named is not None
    assert sorted(re.findall(r"(\w+): \"", named[1])) == LANGUAGES
