"""The words of the control page: one file for each language, all of the same keys, and none that nobody says."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic_core._pydantic_core import list_all_errors

from performer.agent.profiles.profile import ProfileSettings
from performer.config.config import Config
from performer.config.schema import describe_sections, iterate_settings
from performer.core.files.home import CHECKOUT
from performer.core.settings import Settings
from performer.speech.voices.catalogue import load_catalogue
from performer.tools.mcp.settings import McpSettings

PAGE = CHECKOUT / "overlay" / "page" / "control"
WORDS = PAGE / "words"
LANGUAGES = sorted(file.stem for file in WORDS.glob("*.json"))
WITH_DOTS = {"tool", "fix"}  # keys built with a name that has dots itself, such as discord.send

SAID = re.compile(r'\b(?:say|knows)\("([^"]+)"')
BUILT = re.compile(r"`([A-Za-z]+\.[^`\s]*?\$\{[^`]*)`")
PUT_IN = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
PLACEHOLDER = re.compile(r"\{\w+\}")
FIELD = re.compile(r"\{[^{}]*\}")
NAMED_TABLES: dict[str, type[Settings]] = {"mcp": McpSettings, "prototypes": ProfileSettings}
TRANSLATED = [language for language in LANGUAGES if language != "en"]


def catalogue(language: str) -> dict[str, Any]:
    """The whole file of a language."""
    return dict(json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8")))


def words(language: str) -> dict[str, str]:
    """The page's own words in a language."""
    return {key: text for key, text in catalogue(language).items() if isinstance(text, str)}


def setting_names() -> set[str]:
    """All settings, with * for a name that somebody chose or that a tool has."""
    named = {
        ".".join(key) if len(key) < 3 or key[0] != "tools" else f"tools.*.{key[-1]}"
        for key in iterate_settings(Config())
    }
    return named | {f"{table}.*.{field}" for table, kind in NAMED_TABLES.items() for field in kind.model_fields}


def choices(schema: Any) -> set[str]:
    """All values in a JSON Schema of which one is chosen."""
    if isinstance(schema, list):
        return {value for each in schema for value in choices(each)}
    if not isinstance(schema, dict):
        return set()
    return {*schema.get("enum", ()), *(value for each in schema.values() for value in choices(each))}


def performers_sentences() -> set[str]:
    """All texts in the code, and those by which pydantic refuses a value, with {} for what is put in."""
    found = {FIELD.sub("{}", each["message_template_python"]) for each in list_all_errors()}
    for file in (file for part in ("performer", "sfx", "overlay") for file in (CHECKOUT / part).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(FIELD.sub("{}", node.value))
            elif isinstance(node, ast.JoinedStr):
                parts = (each.value if isinstance(each, ast.Constant) else "{}" for each in node.values)
                found.add("".join(map(str, parts)))
    return found | {part for each in found for part in re.split("[:;] ", each)}  # which the page looks up one by one


def finding_names() -> set[str]:
    """What the checks try, as they name it in their notes."""
    return {
        str(node.args[0].value)
        for folder in ("doctor", "chats/discord/setup")
        for file in (CHECKOUT / "performer" / folder).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name) and node.args
        if re.fullmatch(r"(notes\.|findings\.)?(ok|warn|fail|skip|note)", ast.unparse(node.func))
        if isinstance(node.args[0], ast.Constant) and node.args[0].value
    }


def code() -> str:
    """All modules of the page that are its own, and what takes words from the page's: the tray, and a refusal."""
    files = [file for file in sorted(PAGE.rglob("*.mjs")) if "vendor" not in file.parts]
    files += sorted((CHECKOUT / "desktop").rglob("*.py"))
    refused = (PAGE / "refused.html").read_text(encoding="utf-8").replace("{{", '"').replace("}}", '"')
    return "\n".join([*(file.read_text(encoding="utf-8") for file in files), refused])


def built_keys(modules: str) -> list[re.Pattern[str]]:
    """What keys look like that are made while the page runs: `talk.${each}.words` stands for talk.low.words."""
    found = []
    for template in sorted(set(BUILT.findall(modules))):
        blank = r".+" if template.partition(".")[0] in WITH_DOTS else r"[^.]+"
        found.append(re.compile(blank.join(map(re.escape, PUT_IN.split(template)))))
    return found


def test_what_the_page_says_is_in_the_catalogue() -> None:
    assert sorted(set(SAID.findall(code())) - words("en").keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_said_twice(language: str) -> None:
    twice: list[str] = []

    def note(pairs: list[tuple[str, Any]]) -> None:
        keys = [key for key, _ in pairs]
        twice.extend(each for each in set(keys) if keys.count(each) > 1)

    json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"), object_pairs_hook=note)

    assert twice == []


def test_quotation_marks_are_those_of_the_language() -> None:
    assert re.findall("[“”„].*", code()) == []


def test_what_a_check_tries_is_named_in_the_catalogue() -> None:
    assert {f"health.found.{name}" for name in finding_names()} - words("en").keys() == set()


def test_every_section_of_the_settings_has_a_name_in_the_catalogue() -> None:
    assert {f"section.{name}" for name in describe_sections()} - words("en").keys() == set()


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


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_names_and_explains_every_setting_and_no_other(language: str) -> None:
    told = catalogue(language)["schema"]["settings"]

    assert told.keys() ^ setting_names() == set()
    assert [key for key, (name, about) in told.items() if not (name and about.endswith("."))] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_explains_every_section_and_no_other(language: str) -> None:
    assert catalogue(language)["schema"]["sections"].keys() ^ describe_sections().keys() == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_says_what_every_tool_does_that_the_page_names(language: str) -> None:
    named = {key.removeprefix("tool.") for key in words("en") if key.startswith("tool.")}

    assert catalogue(language)["schema"]["tools"].keys() ^ named == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_says_what_each_voice_of_our_list_is_like(language: str, tmp_path: Path) -> None:
    characters = {each.character for each in load_catalogue(tmp_path).voices}

    assert catalogue(language)["schema"]["characters"].keys() ^ characters == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_says_what_a_licence_of_our_list_says_beside_names(language: str, tmp_path: Path) -> None:
    voices = load_catalogue(tmp_path).voices
    ours = catalogue(language)["schema"]["licences"]
    told = {each for one in voices for each in (one.licence, one.credit)}
    english = r"\b(per|gone|notice|must|not|and|public|own|carries|permitted|sentences|see)\b"

    assert ours.keys() - told == set()
    assert [each for each in told if re.search(english, each, re.IGNORECASE) and each not in ours] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_names_every_choice_of_a_setting_and_no_other(language: str) -> None:
    assert catalogue(language)["schema"]["choices"].keys() ^ choices(Config.model_json_schema()) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_told_otherwise_is_a_sentence_of_the_performer(language: str) -> None:
    said = performers_sentences()

    assert [each for each in catalogue(language)["told"] if FIELD.sub("{}", each) not in said] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_told_otherwise_puts_in_nothing_that_the_performer_did_not_tell(language: str) -> None:
    told = catalogue(language)["told"]

    assert [
        each for each, ours in told.items() if set(PLACEHOLDER.findall(ours)) - set(PLACEHOLDER.findall(each))
    ] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_has_all_sentences_that_english_says_in_the_words_of_the_page(language: str) -> None:
    assert catalogue("en")["told"].keys() - catalogue(language)["told"].keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_remedy_on_the_page_names_the_key_of_a_setting(language: str) -> None:
    keys = {".".join(key) for key in iterate_settings(Config()) if len(key) > 1}

    assert [ours for ours in catalogue(language)["told"].values() if any(key in ours for key in keys)] == []
