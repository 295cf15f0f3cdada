"""The instance lock: a second performer of the same home is refused, and the first one's process is named."""

import os
from pathlib import Path

import pytest

from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.core.files.instance_lock import hold_instance_lock


def test_a_second_performer_is_refused_until_the_first_has_gone(tmp_path: Path) -> None:
    home = Home(config=tmp_path, data=tmp_path)
    home.make()

    with (
        hold_instance_lock(home),
        pytest.raises(ConfigError, match=rf"pid {os.getpid()}\) runs in"),
        hold_instance_lock(home),
    ):
        pass

    with hold_instance_lock(home):
        assert home.pid_file.read_text(encoding="utf-8") == f"{os.getpid()}\n"
