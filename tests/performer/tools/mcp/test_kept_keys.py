"""Keys that were entered: kept for their owner alone, found by their names, and hidden in all that is told."""

from pathlib import Path

import pytest

from performer.core.errors import ConfigError
from performer.core.redact.redact import redact
from performer.tools.mcp.kept_keys import KeptKeys
from tests.systems import is_private

KEY = "a-wiki-key-of-nobody-4711"


def test_a_key_is_there_after_a_restart_and_told_to_nobody(tmp_path: Path) -> None:
    file = tmp_path / "mcp.keys"
    KeptKeys(file, {}).keep({"WIKI_KEY": KEY})

    kept = KeptKeys(file, {"HOME": "/home/me"})

    assert kept["WIKI_KEY"] == KEY
    assert list(kept) == ["HOME"]
    assert KEY not in redact(f"the key is {KEY}") + repr(kept)
    assert is_private(file)


def test_a_variable_of_the_environment_wins(tmp_path: Path) -> None:
    KeptKeys(tmp_path / "mcp.keys", {}).keep({"WIKI_KEY": KEY})

    assert KeptKeys(tmp_path / "mcp.keys", {"WIKI_KEY": "another"})["WIKI_KEY"] == "another"


def test_a_variable_that_is_empty_is_there_unless_a_key_is_kept_for_it(tmp_path: Path) -> None:
    kept = KeptKeys(tmp_path / "mcp.keys", {"DISPLAY": "", "WIKI_KEY": ""})
    kept.keep({"WIKI_KEY": KEY})

    assert dict(kept) == {"DISPLAY": "", "WIKI_KEY": KEY}


@pytest.mark.parametrize("written", ["no json", "[1]"])
def test_a_file_that_cannot_be_read_holds_nothing(tmp_path: Path, written: str) -> None:
    (tmp_path / "mcp.keys").write_text(written, encoding="utf-8")

    assert KeptKeys(tmp_path / "mcp.keys", {}).get("WIKI_KEY") is None


def test_where_nothing_can_be_written_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")

    with pytest.raises(ConfigError, match="cannot be written"):
        KeptKeys(tmp_path / "taken" / "mcp.keys", {}).keep({"WIKI_KEY": KEY})
