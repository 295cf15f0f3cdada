"""The history of changes: what can be undone, and what not any more."""

from pathlib import Path

import pytest

from performer.config.history import MOST, ConfigHistory, MadeChange
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

    assert history.find().before == {"stage.theme": None}


def test_a_change_is_found_by_its_number_or_as_the_newest_of_its_setting() -> None:
    history = ConfigHistory()
    history.add({"stage.port": 1}, {"stage.port": 2})
    history.add({"stage.port": 2, "stage.host": None}, {"stage.port": 3, "stage.host": "0.0.0.0"})
    history.add({"stage.theme": None}, {"stage.theme": "bold"})

    assert [history.find(1).number, history.find().number, history.find(key="stage.port").number] == [1, 3, 2]
    with pytest.raises(ConfigError, match="number 9 is not among the newest 20"):
        history.find(9)


def test_a_change_knows_which_of_its_values_do_not_stand_any_more() -> None:
    history = ConfigHistory()
    history.add({"stage.port": 1, "stage.host": None}, {"stage.port": 2, "stage.host": "::1"})

    assert history.find().list_changed({"stage.port": 2.0, "stage.host": "::1"}) == ["stage.port"]


def test_what_can_be_undone_outlives_the_show(tmp_path: Path) -> None:
    file = tmp_path / "run" / "history.json"
    ConfigHistory(file).add({"stage.port": None}, {"stage.port": 2}, asker="page", at_s=7.5)
    history = ConfigHistory(file)
    history.add({"stage.theme": None}, {"stage.theme": "bold"}, "hand")
    history.remove(history.find(2))

    assert ConfigHistory(file).made == history.made
    assert history.made == (
        MadeChange(number=1, by="order", before={"stage.port": None}, after={"stage.port": 2}, asker="page", at_s=7.5),
    )


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"number": 1}]', '{"number": 1}'])
def test_a_file_of_others_holds_no_change(tmp_path: Path, text: str) -> None:
    file = tmp_path / "history.json"
    file.write_text(text, encoding="utf-8")

    assert ConfigHistory(file).made == ()


def test_there_is_nothing_to_undo_at_first() -> None:
    with pytest.raises(ConfigError, match="There is no change that could be undone"):
        ConfigHistory().find()
