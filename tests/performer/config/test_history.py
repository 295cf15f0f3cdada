"""The history of changes: what can be undone, and what not any more."""

from pathlib import Path

import pytest

from performer.config.config import Config
from performer.config.file import ConfigChange
from performer.config.history import MOST, ConfigHistory
from performer.core.errors import ConfigError


def change(key: str, before: object) -> ConfigChange:
    """Make a change as the file does."""
    return ConfigChange(key=tuple(key.split(".")), file=Path("config.toml"), config=Config(), winner="", before=before)


def test_only_the_newest_changes_are_kept() -> None:
    history = ConfigHistory()

    for number in range(MOST + 1):
        history.add(change("stage.port", number), number + 1)

    assert [each.before for each in history.made] == list(range(1, MOST + 1))


def test_a_change_to_the_same_value_is_none() -> None:
    history = ConfigHistory()

    assert history.add(change("stage.port", 9001), 9001) is None
    assert not history.made


def test_a_change_is_undone_after_the_later_ones_of_its_setting() -> None:
    history = ConfigHistory()
    first = history.add(change("stage.port", 1), 2)
    history.add(change("stage.theme", None), "bold")
    history.add(change("stage.port", 2), 3)

    assert first
    with pytest.raises(ConfigError, match=r"'stage\.port' was changed again after that\. Undo change number 3 first"):
        history.find(first.number)
    assert history.find(2).key == "stage.theme"


def test_there_is_nothing_to_undo_at_first() -> None:
    with pytest.raises(ConfigError, match="There is no change that could be undone"):
        ConfigHistory().find(None)
