"""The operations of any show: settings and state by their names on the wire."""

from pathlib import Path

import pytest

from performer.config.config import Config
from performer.config.file import ConfigFile
from performer.config.operations import ConfigOperations
from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.stage.access_tokens import ROLES, Role
from performer.stage.server.status import Status

pytestmark = pytest.mark.anyio


async def test_settings_are_read_and_written_and_tokens_renewed(tmp_path: Path, virtual_clock: VirtualClock) -> None:
    renewed: list[Role] = []
    file = ConfigFile(tmp_path / "config.toml", environ={})
    status = Status(EventStream(virtual_clock), Guard())
    it = ConfigOperations(Config(), file, {}, status, renewed.extend).by_name()

    assert await it["config.get"]({"key": "stage.host"}) == "127.0.0.1"
    assert "from the next start on" in await it["config.set"]({"key": "stage.port", "value": 9001})
    assert await it["status"]({}) == status.value()
    assert await it["tokens.renew"]({"roles": []}) == list(ROLES)
    assert renewed == list(ROLES)
    with pytest.raises(ConfigError, match="There is no setting"):
        await it["config.get"]({"key": "stage.prot"})
