"""The look for a newer version: nothing is asked unless it is switched on, then once a day, and the answer is kept."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.updates.check import FIRST_S, LastLook, UpdateCheck, describe_updates, read_last_look
from performer.updates.newest import find_version
from performer.updates.settings import UpdateSettings
from tests.fakes.files import FakeFiles, file
from tests.performer.updates.loopback import fetch_loopback, latest

pytestmark = pytest.mark.anyio

DAY_S = 86_400
OURS = find_version()


def settings(address: str = "", *, enabled: bool = True) -> UpdateSettings:
    # As the show would hold them: the server of a test is no https one.
    return UpdateSettings.model_construct(enabled=enabled, address=address)


@asynccontextmanager
async def looking(clock: VirtualClock, held: UpdateSettings, file: Path) -> AsyncIterator[UpdateCheck]:
    check = UpdateCheck(clock, held, file, fetch=fetch_loopback)
    async with anyio.create_task_group() as tasks:
        await tasks.start(check.run)
        yield check
        tasks.cancel_scope.cancel()


async def test_nothing_is_asked_unless_it_is_switched_on(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with FakeFiles(file(latest("99.0"))) as server:
        held = settings(f"http://127.0.0.1:{server.port}/latest.json", enabled=False)
        async with looking(clock, held, tmp_path / "updates.json") as check:
            await clock.advance(3 * DAY_S)

            assert server.asked == []
            assert check.state() == {"words": f"Version {OURS}. Updates are not looked for.", "page": ""}
            assert not (tmp_path / "updates.json").exists()

            held.__dict__["enabled"] = True
            await check.follow_settings(held)
            await clock.advance(1)

            assert len(server.asked) == 1
            assert check.state()["words"] == f"Version 99.0 is there: https://example.org/new (this is {OURS})"
            assert check.state()["page"] == "https://example.org/new"


async def test_it_is_asked_once_a_day_whether_the_show_begins_again_or_not(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with FakeFiles(file(latest("0.0.1"))) as server:
        held = settings(f"http://127.0.0.1:{server.port}/latest.json")
        async with looking(clock, held, tmp_path / "updates.json"):
            await clock.advance(FIRST_S - 1)
            at_the_start = len(server.asked)
            await clock.advance(DAY_S / 2)
        async with looking(clock, held, tmp_path / "updates.json") as again:
            await clock.advance(DAY_S / 2 - 120)
            assert (at_the_start, len(server.asked)) == (0, 1)

            await clock.advance(120 + FIRST_S)

            assert len(server.asked) == 2
            assert again.state()["words"] == f"Version {OURS}. There is no newer one."


async def test_server_that_fails_is_not_asked_again_on_the_same_day(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with FakeFiles(file(b"", status=500)) as server:
        held = settings(f"http://127.0.0.1:{server.port}/latest.json")
        async with looking(clock, held, tmp_path / "updates.json") as check:
            await clock.advance(DAY_S / 2)

            assert check.state()["page"] == ""

    assert len(server.asked) == 1
    why = "its server answered with HTTP 500"
    assert check.state()["words"] == f"Version {OURS}. Whether there is a newer one is not known: {why}."


async def test_another_address_is_asked_at_once(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with FakeFiles(file(latest("0.0.1"))) as server:
        held = settings(f"http://127.0.0.1:{server.port}/latest.json")
        async with looking(clock, held, tmp_path / "updates.json") as check:
            await clock.advance(FIRST_S)
            held.__dict__["address"] = f"http://127.0.0.1:{server.port}/other/latest.json"
            await check.follow_settings(held)
            await clock.advance(1)

    assert [asked.path for asked in server.asked] == ["/latest.json", "/other/latest.json"]


async def test_clock_that_was_set_back_does_not_put_the_next_look_off(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with FakeFiles(file(latest("0.0.1"))) as server:
        address = f"http://127.0.0.1:{server.port}/latest.json"
        (tmp_path / "updates.json").write_text(
            f'{{"at": "2031-01-01T00:00:00+00:00", "address": "{address}", "version": "0.0.1"}}', encoding="utf-8"
        )
        async with looking(clock, settings(address), tmp_path / "updates.json"):
            await clock.advance(FIRST_S)

    assert len(server.asked) == 1


def test_without_an_address_the_remedy_is_named() -> None:
    words = describe_updates(settings(), None, "0.1.0")

    assert words == "Version 0.1.0. Updates cannot be looked for: no address is known. Set updates.address."


def test_version_without_a_page_is_told_too() -> None:
    last = LastLook(at="2026-01-01T00:00:00+00:00", address="https://example.org/latest.json", version="0.2.0")

    words = describe_updates(settings("https://example.org/latest.json"), last, "0.1.0")

    assert words == "Version 0.2.0 is there. This is 0.1.0."


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"at": "yesterday"}', '{"at": "2026-01-01", "address": "", "x": 1}']
)
def test_file_that_is_damaged_counts_as_no_look(tmp_path: Path, content: str) -> None:
    (tmp_path / "updates.json").write_text(content, encoding="utf-8")

    assert read_last_look(tmp_path / "updates.json") is None


@pytest.mark.parametrize("address", ["http://example.org", "example.org", "https://", "https://a b"])
def test_only_an_https_address_can_be_set(address: str) -> None:
    with pytest.raises(ValueError, match="address"):
        UpdateSettings(address=address)
