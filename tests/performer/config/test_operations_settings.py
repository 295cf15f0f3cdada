"""A running show's configuration: what takes a change up at once, and what waits for the next start."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.config.changes import ConfigChanges
from performer.config.config import Config
from performer.config.file import ConfigFile
from performer.config.in_force import SettingsInForce
from performer.config.layers import load
from performer.config.operations import ConfigOperations
from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.operations import LiveSettings
from performer.guard.guard import Guard
from performer.stage.server.status import Status


class Ear:
    """Takes up whatever it is told."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    async def __call__(self, value: Any) -> None:
        self.heard.append(value)


def live_config(folder: Path, ear: Ear, **environ: str) -> ConfigOperations:
    file = folder / "config.toml"
    loaded = load(file, environ=environ)
    return operations(loaded.config, ConfigFile(file, environ=environ), {"sound.volume": ear})


def operations(config: Config, file: ConfigFile, live: LiveSettings) -> ConfigOperations:
    changes = ConfigChanges(SettingsInForce(config, live), file)
    return ConfigOperations(changes, Status(EventStream(VirtualClock()), Guard()), lambda _: None)


@pytest.mark.anyio
async def test_a_live_setting_is_taken_up_at_once_and_written(tmp_path: Path) -> None:
    ear = Ear()
    settings = live_config(tmp_path, ear)

    told = await settings.config_set({"key": "sound.volume", "value": "0.5"})

    assert told == f"sound.volume is saved in {tmp_path / 'config.toml'}. It holds now."
    assert (ear.heard, await settings.config_get({"key": "sound.volume"})) == ([0.5], 0.5)
    assert load(tmp_path / "config.toml", environ={}).config.sound.volume == 0.5
    await settings.config_set({"key": "sound.volume", "value": None})
    assert (ear.heard, await settings.config_get({"key": "sound.volume"})) == ([0.5, 1.0], 1.0)


@pytest.mark.anyio
async def test_a_model_that_nobody_knows_is_refused_and_one_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    ear = Ear()
    settings = operations(Config(), ConfigFile(tmp_path / "config.toml", environ={}), {"mic.recognition": ear})
    with pytest.raises(ConfigError, match="Did you mean 'base'"):
        await settings.config_set({"key": "mic.recognition", "value": "bse"})
    told = await settings.config_set({"key": "mic.recognition", "value": "base"})

    assert ear.heard == ["base"]
    assert "It holds now." in told
    assert told.endswith("ears get base")


@pytest.mark.anyio
async def test_what_nobody_takes_up_stays_in_force_until_the_next_start(tmp_path: Path) -> None:
    settings = live_config(tmp_path, Ear())

    told = await settings.config_set({"key": "stage.port", "value": 9001})
    await settings.config_set({"key": "sound.volume", "value": 0.5})

    assert told.endswith("It holds from the next start on.")
    assert (await settings.config_get({"key": "stage"}))["port"] is None


@pytest.mark.anyio
async def test_what_is_overridden_is_not_taken_up(tmp_path: Path) -> None:
    ear = Ear()
    settings = live_config(tmp_path, ear, PERFORMER_SOUND__VOLUME="0.2")

    told = await settings.config_set({"key": "sound.volume", "value": 0.5})

    assert told.endswith("PERFORMER_SOUND__VOLUME is set and wins.")
    assert (ear.heard, await settings.config_get({"key": "sound.volume"})) == ([], 0.2)


@pytest.mark.anyio
async def test_a_wrong_value_is_not_taken_up(tmp_path: Path) -> None:
    ear = Ear()
    settings = live_config(tmp_path, ear)

    with pytest.raises(ConfigError, match=r"'sound.volume' .* has value 3"):
        await settings.config_set({"key": "sound.volume", "value": 3})

    assert ear.heard == []


@pytest.mark.anyio
async def test_what_the_show_refuses_is_not_written(tmp_path: Path) -> None:
    async def refuse(_: Any) -> None:
        raise ConfigError("There is no theme 'nigth'.")

    file = tmp_path / "config.toml"
    settings = operations(load(file, environ={}).config, ConfigFile(file, environ={}), {"stage.theme": refuse})

    with pytest.raises(ConfigError, match="no theme 'nigth'"):
        await settings.config_set({"key": "stage.theme", "value": "nigth"})

    assert not file.exists()
    assert await settings.config_get({"key": "stage.theme"}) == "night"


@pytest.mark.anyio
async def test_what_cannot_be_written_holds_until_the_end_of_the_show(tmp_path: Path) -> None:
    ear = Ear()
    settings = live_config(tmp_path, ear)
    (tmp_path / "config.toml.bak").mkdir()
    (tmp_path / "config.toml").write_text("# mine\n", encoding="utf-8")

    told = await settings.config_set({"key": "sound.volume", "value": 0.5})

    assert told.startswith("sound.volume holds until the end of the show. ")
    assert "cannot be written" in told
    assert (ear.heard[-1], await settings.config_get({"key": "sound.volume"})) == (0.5, 0.5)
    assert (tmp_path / "config.toml").read_text(encoding="utf-8") == "# mine\n"
    [volume] = [each for each in (await settings.config_schema({}))["settings"] if each["key"] == "sound.volume"]
    assert (volume["unsaved"], volume["value"], volume["waits"]) == (True, 0.5, False)


@pytest.mark.anyio
async def test_what_cannot_be_written_and_cannot_hold_at_once_is_refused(tmp_path: Path) -> None:
    settings = live_config(tmp_path, Ear())
    (tmp_path / "config.toml.bak").mkdir()
    (tmp_path / "config.toml").write_text("# mine\n", encoding="utf-8")

    with pytest.raises(ConfigError, match="cannot be written"):
        await settings.config_set({"key": "stage.port", "value": 9001})


@pytest.mark.anyio
async def test_of_two_changes_at_once_the_one_that_fails_leaves_the_other_alone(tmp_path: Path) -> None:
    async def refuse(_: Any) -> None:
        raise ConfigError("There is no theme 'nigth'.")

    ear, file = Ear(), tmp_path / "config.toml"
    live: dict[str, Callable[[Any], Awaitable[None]]] = {"sound.volume": ear, "stage.theme": refuse}
    settings = operations(load(file, environ={}).config, ConfigFile(file, environ={}), live)

    async def refused(key: str, value: object) -> None:
        with pytest.raises(ConfigError):
            await settings.config_set({"key": key, "value": value})

    for number in range(1, 6):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(settings.config_set, {"key": "sound.volume", "value": number / 10})
            tasks.start_soon(refused, "stage.theme", "nigth")
            tasks.start_soon(refused, "stage.port", "no number")

        assert await settings.config_get({"key": "sound.volume"}) == ear.heard[-1] == number / 10
        assert load(file, environ={}).config.sound.volume == number / 10
