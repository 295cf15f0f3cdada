"""Who sees, with what is there, and what is said about the rest."""

from pathlib import Path

import pytest
from PIL import Image

from performer.core.clock import SystemClock
from performer.core.errors import ConfigError
from performer.vision.settings import FramesSettings
from performer.vision.start_source import start_source
from tests.systems import linux_only


@linux_only("on the others there is always a display")
@pytest.mark.anyio
async def test_without_a_display_the_demo_game_plays_and_says_why(
    clock: SystemClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)

    source, role = await start_source(clock, FramesSettings())

    assert source.name == role.plays == "arcade seed 1"
    assert (role.why, role.state) == ("no display found; a demo game plays instead", "partly")


@pytest.mark.anyio
async def test_in_a_wayland_session_the_screen_is_recorded(clock: SystemClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")

    source, role = await start_source(clock, FramesSettings())

    assert source.name == role.plays == "recorder 1"
    assert ("choose the screen in the window" in role.why, role.state) == (True, "works")


@pytest.mark.anyio
async def test_a_clip_is_looked_at_before_it_is_cast(clock: SystemClock, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is a folder without a picture"):
        await start_source(clock, FramesSettings(source=f"clip:{tmp_path}"))

    Image.new("RGB", (64, 36)).save(tmp_path / "1.png")
    source, role = await start_source(clock, FramesSettings(source=f"clip:{tmp_path}"))

    assert source.name == role.plays == f"clip {tmp_path.name}"
