"""Hush, heard in a sink."""

from pathlib import Path

import pytest

from bench.speed.hush import measure_hush
from bench.speed.rig.sink import explain_missing_sink
from tests.conftest import missing
from tests.joe import install_joe

pytestmark = pytest.mark.anyio


@pytest.mark.slow
async def test_a_neural_voice_is_silent_at_once(tmp_path: Path) -> None:
    if explain_missing_sink():
        missing("PulseAudio", "apt-get install pulseaudio pulseaudio-utils")
    (tmp_path / "joe").mkdir()

    (hush,), why = await measure_hush(install_joe(tmp_path / "joe"), 2)

    assert not why
    assert hush.n == 2
    assert max(hush.values) < 500, "a line lasts for twenty times as long"


async def test_what_is_missing_is_named_with_its_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    assert await measure_hush(tmp_path, 1) == ([], explain_missing_sink())
