import json
import logging
from pathlib import Path

import pytest

from overlay import monitor_choice
from tests.systems import is_private


@pytest.mark.parametrize("text", ["", "{", "[]", '{"monitor": 7}', "\udcff"])
def test_a_damaged_memory_knows_nothing(tmp_path: Path, text: str) -> None:
    memory = tmp_path / "window.json"
    memory.write_text(text, encoding="utf-8", errors="surrogateescape")

    assert monitor_choice._read(memory) == ""


def test_what_is_remembered_is_read_again_and_nothing_else_is_left(tmp_path: Path) -> None:
    memory = tmp_path / "home" / "window.json"
    assert monitor_choice._read(memory) == ""
    monitor_choice._write(memory, "HDMI-1")
    monitor_choice._write(memory, "DP-2")

    assert monitor_choice._read(memory) == "DP-2"
    assert json.loads(memory.read_text(encoding="utf-8")) == {"monitor": "DP-2"}
    assert list(memory.parent.iterdir()) == [memory]
    assert is_private(memory)


@pytest.mark.expects_log
def test_a_memory_that_cannot_be_kept_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    with caplog.at_level(logging.WARNING):
        monitor_choice._write(blocked / "window.json", "HDMI-1")

    assert "cannot be kept" in caplog.text
