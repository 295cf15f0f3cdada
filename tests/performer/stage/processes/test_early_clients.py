"""Clients that are started before there is a stage: whoever needs one takes it over, and the rest ends."""

import sys
from pathlib import Path

import pytest
from anyio.abc import Process

from performer.core.files.home import Home
from performer.stage.processes.early_clients import list_client_commands, start_early
from performer.stage.processes.overlay_window import WindowSettings
from performer.stage.processes.sound_player import SoundSettings

WAITS = [sys.executable, "-c", "input()"]


@pytest.mark.anyio
async def test_a_client_is_taken_by_its_command_and_once() -> None:
    async with start_early([WAITS]) as early:
        assert early.take([*WAITS, "--other"]) is None

        taken = early.take(WAITS)

        assert taken is not None
        assert early.take(WAITS) is None
    assert taken.returncode is None, "it is the taker's to end"
    assert taken.stdin is not None
    await taken.stdin.aclose()
    await taken.wait()


@pytest.mark.anyio
async def test_a_client_that_nobody_takes_ends_with_the_block_also_when_that_fails() -> None:
    async def fail() -> None:
        async with start_early([WAITS]) as early:
            left.extend(early._waiting.values())
            raise ZeroDivisionError

    left: list[Process] = []
    with pytest.raises(ZeroDivisionError):
        await fail()

    (client,) = left
    assert client.returncode is not None


@pytest.mark.anyio
async def test_a_client_that_cannot_be_started_is_left_to_who_needs_it(tmp_path: Path) -> None:
    missing = [str(tmp_path / "missing")]

    async with start_early([missing, WAITS]) as early:
        assert early.take(missing) is None
        assert len(early._waiting) == 1


@pytest.mark.parametrize("enabled", [True, False])
def test_what_is_switched_off_has_no_command(tmp_path: Path, enabled: bool) -> None:
    home = Home(config=tmp_path, data=tmp_path)
    sound, window = SoundSettings(enabled=enabled), WindowSettings(enabled=enabled)

    commands = list_client_commands(sound, window, home, desktop=True)

    assert ("sound" in commands) == enabled
    assert ("window" in commands) == (not window.explain_absence(desktop=True))
    assert "window" not in list_client_commands(sound, window, home, desktop=False)
