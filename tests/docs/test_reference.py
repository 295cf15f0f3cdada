"""The reference that lies in the repository is made from the code of today."""

from pathlib import Path

import pytest

from docs.generate.events import events
from docs.generate.operations import names
from docs.generate.pages import DOCS, filled, stale
from docs.generate.picture import architecture
from performer.config.config import Config
from performer.config.keys import iterate_every_key
from performer.core import events as facts


def test_the_generated_pages_are_of_today() -> None:
    assert stale() == [], "run: python -m docs.generate"


def test_every_setting_has_a_row() -> None:
    page = (DOCS / "reference" / "settings.md").read_text("utf-8")
    tables = {"models", "mcp", "prototypes", "tools"}

    missing = [key for key in iterate_every_key(Config) if f"| `{'.'.join(key)}" not in page and key[0] not in tables]

    assert missing == []


def test_every_event_has_a_heading() -> None:
    page = events()

    kinds = [each for each in vars(facts).values() if isinstance(each, type) and issubclass(each, facts.Event)]
    assert [each for each in kinds if each is not facts.Event and f"### {each.__name__}\n" not in page] == []


def test_every_operation_of_a_show_has_a_row() -> None:
    page = (DOCS / "reference" / "operations.md").read_text("utf-8")

    assert {"say", "config.set", "schedule.add", "errands.cancel"} <= names()
    assert [name for name in names() if f"| `{name}` |" not in page] == []


def test_a_page_without_its_block_is_named(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# No block\n", encoding="utf-8")

    with pytest.raises(ValueError, match=r"page\.md has no block 'settings'"):
        filled(page, "settings", "text")


def test_the_picture_loads_nothing() -> None:
    assert "http" not in architecture().replace('xmlns="http://www.w3.org/2000/svg"', "")
