"""Time zones, the system's own among them."""

import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from performer.agent.schedule.time_zones import find_instant, find_instants, find_system_name, find_zone
from performer.core.errors import ConfigError
from tests.systems import posix_only

BERLIN = ZoneInfo("Europe/Berlin")
FORWARD = datetime(2026, 3, 29, 1, tzinfo=UTC)
BACK = datetime(2026, 10, 25, 1, tzinfo=UTC)


@pytest.fixture
def at_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if sys.platform == "win32":
        pytest.skip("POSIX only: Windows takes its zone from its settings alone")
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("change", [FORWARD, BACK])
def test_the_systems_own_zone_knows_when_the_clocks_change(change: datetime, at_berlin: None) -> None:
    for minute in range(-180, 180, 10):
        at = change + timedelta(minutes=minute)
        there, known = at.astimezone(find_zone("")), at.astimezone(BERLIN)

        assert there.replace(tzinfo=None) == known.replace(tzinfo=None)
        assert there.utcoffset() == known.utcoffset()
        assert find_instants(there, find_zone("")) == find_instants(known, BERLIN)


def test_a_wall_time_may_be_there_twice_or_not_at_all() -> None:
    half_past_two = datetime.fromisoformat("2026-10-25T02:30")

    assert find_instants(half_past_two, BERLIN) == (BACK - timedelta(minutes=30), BACK + timedelta(minutes=30))
    assert find_instants(datetime.fromisoformat("2026-03-29T02:30"), BERLIN) == ()
    assert find_instant(datetime.fromisoformat("2026-03-29T02:30"), BERLIN)[0] == FORWARD
    assert find_instant(half_past_two, BERLIN)[0] == BACK - timedelta(minutes=30)


@posix_only("Windows does not tell the name of its zone")
def test_the_systems_zone_has_a_name_where_it_says_so(tmp_path: Path) -> None:
    link = tmp_path / "localtime"
    link.symlink_to("/usr/share/zoneinfo/Asia/Kolkata")

    assert find_system_name({"TZ": ":Europe/Berlin"}, link) == "Europe/Berlin"
    assert find_system_name({"TZ": "CET-1CEST"}, link) == "Asia/Kolkata"
    assert find_system_name({}, tmp_path / "nothing") == ""


@pytest.mark.parametrize("name", ["Mars/Base", "../etc/passwd", "/etc/passwd", "x\0y", "Europe"])
def test_a_zone_that_there_is_not_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match="Expected a name such as Europe/Berlin or UTC"):
        find_zone(name)
