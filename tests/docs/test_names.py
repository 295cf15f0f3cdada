"""Every setting, environment variable, event and file that the pages name is there."""

import re
from collections.abc import Callable
from typing import Final

import pytest

from docs.generate.operations import names
from performer.chats.discord.wire.calls import CALLS
from performer.config.config import Config
from performer.config.keys import find_field, split_key
from tests.docs.pages import DOCS, PAGES, ROOT, spans

SECTIONS: Final = set(Config.model_fields)
OTHER: Final = names() | {each.method for each in CALLS} | {"mcp.time.get_current_time"}
"""What is written like a setting and is none: operations, methods at Discord, and a tool of a server."""
_ENDS: Final = r"py|md|password|keys|toml|json|jsonl|html|txt|db|png|log|token|bak|gguf|db-\w+|db\.corrupt\.TIME"
FILES: Final = re.compile(rf".*\.({_ENDS})")
KEY: Final = re.compile(r"([a-z_]+)((\.([a-z_]+|NAME|\"[^\"]+\"))+)")
TO_WRITE: Final = {"performer/dice.py"}
"""A file that a page has its reader write."""
PLACE: Final = re.compile(r"(bench|desktop|performer|overlay|sfx|tests|docs|assets|prompts|requirements)/[\w./*-]*")


def wrong(is_wrong: Callable[[str], bool]) -> list[tuple[str, str]]:
    """Return the pieces of code in sentences of which something is said, each with its page."""
    return [(page.name, span) for page in PAGES for span in spans(page) if is_wrong(span)]


def test_the_settings_that_pages_name_are_there() -> None:
    assert wrong(lambda span: _looks_like_a_setting(span) and not _is_there(span.partition(" = ")[0])) == []


def test_a_misspelt_setting_is_found() -> None:
    assert _looks_like_a_setting("pacing.talkativness = low")
    assert not _is_there("pacing.talkativness")
    assert _is_there("tools.discord.send.rate")


def _looks_like_a_setting(span: str) -> bool:
    written = KEY.fullmatch(span.partition(" = ")[0])
    return written is not None and written[1] in SECTIONS and span not in OTHER and not FILES.fullmatch(span)


def _is_there(key: str) -> bool:
    _, depth = find_field(Config, split_key(key), in_lists=True)
    return depth == len(split_key(key))


def test_the_tables_that_pages_name_are_there() -> None:
    def is_wrong(span: str) -> bool:
        table = re.fullmatch(r"\[+([a-z_.]+?)(\.NAME)?\]+", span)
        return table is not None and not _is_there(table[1])

    assert wrong(is_wrong) == []


def test_the_variables_that_pages_name_are_settings() -> None:
    known = {f"PERFORMER_{name.upper()}" for name in SECTIONS} | {"PERFORMER_HOME", "PERFORMER_IO_TOKEN"}

    def is_wrong(span: str) -> bool:
        name = re.match(r"PERFORMER_[A-Z_]+", span)
        return name is not None and name[0] not in known and not _is_there(name[0][10:].replace("__", ".").lower())

    assert wrong(is_wrong) == []


@pytest.mark.skipif(not (ROOT / "performer" / "core").is_dir(), reason="the pages show the tree as it is to be")
def test_the_files_and_folders_that_pages_name_are_there() -> None:
    def is_wrong(span: str) -> bool:
        return PLACE.fullmatch(span) is not None and span not in TO_WRITE and not list(ROOT.glob(span.rstrip("/")))

    assert wrong(is_wrong) == []


def test_every_setting_of_the_readme_has_its_default_there() -> None:
    rows = re.findall(r"^\| `([a-z_.]+)` \| `([^`]+)` \|", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)

    for key, default in rows:
        at: object = Config()
        for name in key.split("."):
            at = getattr(at, name)
        assert (str(at).lower() if isinstance(at, bool) else str(at)) == default, key
    assert len(rows) >= 8


def test_every_page_stands_in_the_sites_contents() -> None:
    contents = re.findall(r"^ +- (?:\w[\w ]*: )?([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)

    assert sorted(contents) == sorted(each.relative_to(DOCS).as_posix() for each in DOCS.rglob("*.md"))


def test_the_messages_that_it_explains_are_said() -> None:
    page = (DOCS / "guides" / "troubleshooting.md").read_text("utf-8")
    said = "".join(file.read_text("utf-8") for file in (ROOT / "run.py", *(ROOT / "requirements").glob("*.py")))

    quoted = re.findall(r'\*\*"(.+?)"\*\*', page)

    assert [each for each in quoted if each not in said] == []
    assert quoted


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 250
