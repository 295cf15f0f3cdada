"""Where the control page is."""

from pathlib import Path

import pytest

from desktop.panel.stage_file import find_panel_url


def test_the_address_is_that_of_the_show_which_is_on(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "stage.json").write_text(
        '{"panel_url": "http://127.0.0.1:8766/panel?token=abc"}', encoding="utf-8"
    )

    assert find_panel_url(tmp_path).toString() == "http://127.0.0.1:8766/panel?token=abc"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}"])
def test_a_file_that_is_not_there_or_says_nothing_is_no_address(tmp_path: Path, text: str) -> None:
    assert not find_panel_url(tmp_path).isValid()
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "stage.json").write_text(text, encoding="utf-8")

    assert not find_panel_url(tmp_path).isValid()
