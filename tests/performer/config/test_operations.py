"""The operations of any show: settings and state by their names on the wire."""

from pathlib import Path
from typing import Any

import pytest

from performer.config.changes import ConfigChanges
from performer.config.config import Config
from performer.config.file import ConfigFile
from performer.config.in_force import SettingsInForce
from performer.config.operations import ConfigOperations
from performer.core.asker import asked_by
from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.operations import Operation
from performer.guard.guard import Guard
from performer.stage.access_tokens import ROLES, Role
from performer.stage.server.status import Status

pytestmark = pytest.mark.anyio


async def test_settings_are_read_and_written_and_tokens_renewed(tmp_path: Path, virtual_clock: VirtualClock) -> None:
    renewed: list[Role] = []
    file = ConfigFile(tmp_path / "config.toml", environ={})
    status = Status(EventStream(virtual_clock), Guard())
    it = ConfigOperations(ConfigChanges(SettingsInForce(Config(), {}), file), status, renewed.extend).by_name()

    assert await it["config.get"]({"key": "stage.host"}) == "127.0.0.1"
    assert "from the next start on" in await it["config.set"]({"key": "stage.port", "value": 9001})
    assert await it["status"]({}) == status.value()
    assert await it["tokens.renew"]({"roles": []}) == list(ROLES)
    assert renewed == list(ROLES)
    with pytest.raises(ConfigError, match="There is no setting"):
        await it["config.get"]({"key": "stage.prot"})


def make_operations(folder: Path, clock: VirtualClock, heard: list[Any]) -> dict[str, Operation]:
    """Make the operations of a show that takes up how much it talks at once."""

    async def take_up(value: Any) -> None:
        heard.append(value)

    file = ConfigFile(folder / "config.toml", environ={})
    changes = ConfigChanges(SettingsInForce(Config(), {"pacing.talkativeness": take_up}), file)
    return ConfigOperations(changes, Status(EventStream(clock), Guard()), lambda _: None).by_name()


async def test_a_change_that_holds_at_once_is_undone_at_once(tmp_path: Path, virtual_clock: VirtualClock) -> None:
    heard: list[Any] = []
    it = make_operations(tmp_path, virtual_clock, heard)
    await it["config.set"]({"key": "pacing.talkativeness", "value": "low"})
    await it["config.set"]({"key": "stage.port", "value": 9001})

    said = await it["config.undo"]({"number": 1})

    assert "It holds now" in said
    assert heard == ["low", "medium"]
    assert [each["key"] for each in await it["config.history"]({})] == ["stage.port"]


async def test_a_removed_setting_comes_back_with_its_undo(tmp_path: Path, virtual_clock: VirtualClock) -> None:
    it = make_operations(tmp_path, virtual_clock, [])
    await it["config.set"]({"key": "stage.port", "value": 9001})
    await it["config.set"]({"key": "stage.port", "value": None})

    await it["config.undo"]({})

    assert "\nport = 9001\n" in (tmp_path / "config.toml").read_text(encoding="utf-8")


async def test_the_schema_tells_what_a_change_waits_for(tmp_path: Path, virtual_clock: VirtualClock) -> None:
    it = make_operations(tmp_path, virtual_clock, [])
    await it["config.set"]({"key": "pacing.talkativeness", "value": "low"})
    await it["config.set"]({"key": "stage.port", "value": 9001})

    settings = (await it["config.schema"]({}))["settings"]

    assert [each["key"] for each in settings if each["waits"]] == ["stage.port"]
    live = [each["key"] for each in settings if each["live"]]
    assert "pacing.talkativeness" in live
    assert "stage.port" not in live


async def test_the_history_tells_what_was_changed_when_and_by_whom(tmp_path: Path, virtual_clock: VirtualClock) -> None:
    it = make_operations(tmp_path, virtual_clock, [])
    with asked_by("page"):
        await it["config.set"]({"key": "stage.port", "value": 9001})
    await it["config.set"]({"key": "stage.port", "value": 9002})

    first, second = await it["config.history"]({})

    assert first.pop("at") > 0
    assert first == {
        "number": 1,
        "by": "order",
        "asker": "page",
        "keys": ["stage.port"],
        "key": "stage.port",
        "before": None,
        "after": 9001,
        "stands": False,
    }
    assert (second["asker"], second["before"], second["stands"]) == ("", 9001, True)


async def test_the_newest_change_of_a_setting_is_undone(tmp_path: Path, virtual_clock: VirtualClock) -> None:
    it = make_operations(tmp_path, virtual_clock, [])
    await it["config.set"]({"key": "stage.port", "value": 9001})
    await it["config.set"]({"key": "stage.theme", "value": "bold"})

    await it["config.undo"]({"key": "stage.port"})

    assert [each["key"] for each in await it["config.history"]({})] == ["stage.theme"]


async def test_an_item_of_a_list_is_added_and_taken_out(tmp_path: Path, virtual_clock: VirtualClock) -> None:
    it = make_operations(tmp_path, virtual_clock, [])
    await it["config.item"]({"key": "pauses.scenes", "add": "BRB"})
    await it["config.item"]({"key": "pauses.scenes", "add": "Lunch"})
    await it["config.item"]({"key": "pauses.scenes", "remove": "BRB"})

    assert await it["config.get"]({"key": "pauses.scenes"}) == ["Lunch"]
    with pytest.raises(ConfigError, match="Say which item"):
        await it["config.item"]({"key": "pauses.scenes"})
