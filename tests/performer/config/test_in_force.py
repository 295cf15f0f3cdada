"""What holds now: new values come into the sections that the parts hold, or none of them does."""

from typing import Any

import pytest

from performer.config.config import Config
from performer.config.in_force import SettingsInForce
from performer.core.errors import ConfigError

pytestmark = pytest.mark.anyio
FROZEN, STREAMER, PORT = ("frames", "frozen_s"), ("scene", "streamer"), ("stage", "port")
SERVER = {"command": "moon"}


async def test_a_value_that_holds_at_once_comes_into_the_section_that_a_part_has() -> None:
    config = Config()
    scene = config.scene

    taken = await SettingsInForce(config, {}).take_up(Config.model_validate({"scene": {"streamer": "Kim"}}), [STREAMER])

    assert taken == (STREAMER,)
    assert scene.streamer == "Kim"


async def test_one_that_holds_from_the_next_start_on_stays_as_it_is() -> None:
    config = Config()

    taken = await SettingsInForce(config, {}).take_up(Config.model_validate({"stage": {"port": 9000}}), [PORT])

    assert taken == ()
    assert config.stage.port is None


async def test_where_a_part_refuses_a_value_all_are_as_they_were() -> None:
    config, told = Config(), list[Any]()

    async def take_frozen(value: float) -> None:
        told.append(value)
        if value == 7.0:
            raise ConfigError("too soon")

    wanted = Config.model_validate({"scene": {"streamer": "Kim"}, "frames": {"frozen_s": 7.0}})
    before = config.frames.frozen_s
    with pytest.raises(ConfigError, match="too soon"):
        await SettingsInForce(config, {"frames.frozen_s": take_frozen}).take_up(wanted, [STREAMER, FROZEN])

    assert (config.scene.streamer, config.frames.frozen_s) == ("", before)
    assert told == [7.0, before]


async def test_a_table_that_the_streamer_names_comes_and_goes_as_a_whole() -> None:
    config, told = Config(), list[Any]()

    async def take(value: object) -> None:
        told.append(value)

    in_force = SettingsInForce(config, {"mcp.moon": take})
    await in_force.take_up(Config.model_validate({"mcp": {"moon": SERVER}}), [("mcp", "moon")])
    assert config.mcp["moon"].command == "moon"

    await in_force.take_up(Config(), [("mcp", "moon")])
    assert config.mcp == {}
    assert [each and each.command for each in told] == ["moon", None]
