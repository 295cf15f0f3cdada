"""The doctor on the microphone."""

import pytest

from performer.core.clock import SystemClock
from performer.core.platform import windows_privacy
from performer.doctor import audio
from performer.doctor.audio import check_microphone
from performer.doctor.report import CheckResult, RunningShow
from tests.performer.core.platform.played_windows import play_windows
from tests.performer.doctor.taking import examined, taken
from tests.pulse import open_desk
from tests.sfx.microphone.listener import plug_in_microphone

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def lets_hear(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this machine let programs hear, however its switches are."""
    monkeypatch.setattr(audio, "explain_microphone_refusal", lambda: None)


async def findings(clock: SystemClock, *, running: RunningShow | None = None, **settings: object) -> list[CheckResult]:
    return (await taken(check_microphone, examined(clock=clock, running=running, mic=settings))).findings


async def test_nothing_is_opened_unless_a_show_would_listen(clock: SystemClock) -> None:
    (device,) = await findings(clock)

    assert device.state == "skipped"
    assert "mic.enabled" in device.found


async def test_a_switch_of_windows_against_it_is_named_also_while_a_show_is_on(
    clock: SystemClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = play_windows(monkeypatch)
    windows.registry[windows_privacy._OF_PERSON, "Value"] = "Deny"
    monkeypatch.setattr(audio, "explain_microphone_refusal", windows_privacy.explain_microphone_refusal)
    on = RunningShow(url="", port=0, down={}, roles={"ears": ("none", "OpenError")})
    privacy, device = await findings(clock, running=on, enabled=True)

    assert (privacy.state, device.state) == ("failed", "failed")
    assert '"Let apps access your microphone" is off' in privacy.found


@pytest.mark.slow
async def test_a_microphone_is_told_with_its_detector_and_that_it_is_muted(
    clock: SystemClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_desk("room") as desk:
        await plug_in_microphone(desk, "room")
        for name, value in desk.address.items():
            monkeypatch.setenv(name, value)
        device, detector, sound = await findings(clock, enabled=True)

    assert (device.state, device.found) == ("ok", "Headset")
    assert (detector.state, detector.found) == ("ok", "silero")
    assert (sound.state, sound.remedy) == ("warning", "Is it muted, or switched off?")


@pytest.mark.slow
async def test_without_one_the_remedy_is_told(clock: SystemClock, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_desk() as desk:
        for name, value in desk.address.items():
            monkeypatch.setenv(name, value)
        (device,) = await findings(clock, enabled=True, detector="energy")

    assert (device.state, device.found) == ("failed", "there is no microphone")
    assert "mic.device" in device.remedy


@pytest.mark.parametrize(
    ("role", "state"),
    [(("Headset, silero", ""), "ok"), (("none", "there is no microphone"), "failed"), (("off", ""), "skipped")],
)
async def test_a_running_show_is_asked(clock: SystemClock, role: tuple[str, str], state: str) -> None:
    running = RunningShow(url="", port=1, down={}, roles={"ears": role})

    (device,) = await findings(clock, running=running, enabled=True)

    assert device.state == state
