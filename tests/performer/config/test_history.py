"""The history of changes: what can be undone, and what not any more."""

import pytest

from performer.config.history import MOST, ConfigHistory
from performer.core.errors import ConfigError


def test_only_the_newest_changes_are_kept() -> None:
    history = ConfigHistory()

    for number in range(MOST + 1):
        history.add({"stage.port": number}, {"stage.port": number + 1})

    assert [each.before["stage.port"] for each in history.made] == list(range(1, MOST + 1))


def test_a_change_to_the_same_value_is_none() -> None:
    history = ConfigHistory()
    history.add({"stage.port": 9001}, {"stage.port": 9001})

    assert not history.made


def test_of_several_settings_only_those_that_changed_are_undone() -> None:
    history = ConfigHistory()
    history.add({"stage.port": 9001, "stage.theme": None}, {"stage.port": 9001, "stage.theme": "bold"}, "hand")

    assert history.find(None).before == {"stage.theme": None}


def test_a_change_is_undone_after_the_later_ones_of_its_setting() -> None:
    history = ConfigHistory()
    history.add({"stage.port": 1}, {"stage.port": 2})
    history.add({"stage.theme": None}, {"stage.theme": "bold"})
    history.add({"stage.port": 2, "stage.host": None}, {"stage.port": 3, "stage.host": "0.0.0.0"})

    with pytest.raises(ConfigError, match=r"'stage\.port' was changed again after that\. Undo change number 3 first"):
        history.find(1)
    assert list(history.find(2).before) == ["stage.theme"]


def test_there_is_nothing_to_undo_at_first() -> None:
    with pytest.raises(ConfigError, match="There is no change that could be undone"):
        ConfigHistory().find(None)
