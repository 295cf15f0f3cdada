"""A replay: what it refuses before it begins."""

import re
from pathlib import Path

import pytest

from performer.cli import replay
from performer.config.config import Config
from performer.core.errors import ConfigError
from performer.core.files.home import Home

pytestmark = pytest.mark.anyio


async def test_a_voice_keeps_its_own_pace(tmp_path: Path) -> None:
    options = replay.ReplayOptions(journal=tmp_path / "x.jsonl", speed=2, voice=True, overrides={})

    with pytest.raises(ConfigError, match="leave --speed at 1"):
        await replay.run(Config(), Home(config=tmp_path, data=tmp_path), options)


async def test_a_journal_that_is_not_there_is_named(tmp_path: Path) -> None:
    file = tmp_path / "nowhere.jsonl"
    options = replay.ReplayOptions(journal=file, overrides={}, desktop=False, console=False)

    with pytest.raises(ConfigError, match=re.escape(str(file))):
        await replay.run(Config(), Home(config=tmp_path, data=tmp_path), options)


async def test_the_streamers_own_folder_is_known_where_no_shell_writes_it_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    options = replay.ReplayOptions(journal=Path("~/nowhere.jsonl"), overrides={}, desktop=False, console=False)

    with pytest.raises(ConfigError, match=re.escape(str(tmp_path / "nowhere.jsonl"))):
        await replay.run(Config(), Home(config=tmp_path, data=tmp_path), options)
