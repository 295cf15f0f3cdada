"""The settings of the scene: the streamer's name can be read by all."""

from pathlib import Path

import pytest

from performer.config.layers import load
from performer.core.errors import ConfigError


def test_no_name_and_any_readable_one_are_fine(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    for name in ("", "Zoë", "李雷"):
        file.write_text(f'[scene]\nstreamer = "{name}"\n', encoding="utf-8")
        assert load(file, environ={}).config.scene.streamer == name


@pytest.mark.parametrize(("name", "why"), [("  ", "can be seen"), ("\u202eoiraM", "turn the writing around")])
def test_a_name_of_blanks_or_one_that_turns_the_writing_around_is_refused(tmp_path: Path, name: str, why: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(f'[scene]\nstreamer = "{name}"\n', encoding="utf-8")

    with pytest.raises(ConfigError, match=f"scene.streamer.*Expected a name .*{why}"):
        load(file, environ={})
