"""An error about the file names the line, for whoever edits it by hand."""

from pathlib import Path

import pytest

from performer.config.edited_line import explain_line

TEXT = '# my settings\n[scene]\nstreamer = "Kim"\n\n[frames]\nrate_hz = "often"\n'


@pytest.mark.parametrize(
    ("wrong", "told"),
    {
        "a key that is there": ("Config 'frames.rate_hz' has value 'often'.", "Line 6 of config.toml: "),
        "a section that is there": ("Config 'frames' is wrong.", "Line 5 of config.toml: "),
        "a key that is not there": ("Config 'voice.volume' has value 9.", ""),
        "a line that is named already": ("No TOML, line 3.", ""),
        "nothing about a key": ("The file is too large.", ""),
    }.values(),
)
def test_the_line_is_named_where_it_is_known(tmp_path: Path, wrong: str, told: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(TEXT, encoding="utf-8")

    assert explain_line(file, wrong) == told + wrong


def test_a_file_that_is_gone_takes_no_error_along(tmp_path: Path) -> None:
    wrong = "Config 'frames.rate_hz' has value 'often'."

    assert explain_line(tmp_path / "gone.toml", wrong) == wrong
