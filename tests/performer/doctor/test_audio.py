"""The doctor and the sound: a tone is really played, on a stage of its own."""

import pytest

from performer.doctor.audio import check_sound
from performer.doctor.report import RunningShow
from tests.performer.doctor.taking import Taken, examined, taken
from tests.pulse import open_desk

pytestmark = pytest.mark.anyio


async def sound(running: RunningShow | None = None, **settings: object) -> Taken:
    return await taken(check_sound, examined(running=running, sound=settings))


def running(plays: str, why: str = "") -> RunningShow:
    return RunningShow(url="", port=0, down={}, roles={"sound": (plays, why)})


async def test_the_device_takes_a_quiet_tone(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_desk("main") as desk, desk.record("main") as tape:
        for name, value in desk.address.items():
            monkeypatch.setenv(name, value)

        found = await sound()

        heard = await tape.loud()

    assert found.states == {"device": "ok", "tone": "ok"}
    assert "main" in found["device"].found
    assert 0.0 < tape.rms(heard - 0.1, heard + 1.0) < 0.05


async def test_no_sound_server_fails_with_the_players_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PULSE_SERVER", "unix:/nonexistent")
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/nonexistent")

    found = await sound()

    assert found.states == {"device": "failed"}
    assert "no sound device" in found["device"].found


async def test_a_running_show_is_asked_and_hears_nothing_of_it() -> None:
    heard = await sound(running("Speakers"))
    silent = await sound(running("none, lines are only shown", "no device"))
    off = await sound(running("off"))

    assert [each["device"].state for each in (heard, silent, off)] == ["ok", "failed", "skipped"]
    assert "no device" in silent["device"].found


async def test_sound_that_is_off_is_no_fault() -> None:
    assert (await sound(enabled=False)).states == {"device": "skipped"}
