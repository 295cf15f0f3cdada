"""The decoding of clips in a process of its own: the player never loads the codecs, and says what went wrong."""

import subprocess
import sys
from pathlib import Path

import pytest

from performer.core.files.home import CHECKOUT
from performer.stage.protocol.messages import Clip, Ended
from tests.fakes.stage import FakeStage
from tests.overlay.client.running import Running
from tests.systems import need_linux

_UNSTARTED = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer
from sfx.decoder_process import DecoderProcess
sys.executable = "/nowhere/python"
app = QCoreApplication([])
decoding = DecoderProcess(b"sound", parent=app)
decoding.done.connect(print)
decoding.done.connect(app.quit)
QTimer.singleShot(0, decoding.start)
app.exec()
"""


def has_codecs(player: Running) -> bool:
    need_linux("looks into /proc")
    return "libavcodec" in Path(f"/proc/{player.process.pid}/maps").read_text(encoding="utf-8")


@pytest.mark.anyio
async def test_the_player_plays_what_needs_codecs_and_never_loads_them(
    stage: FakeStage, player: Running, short_sounds: dict[str, bytes]
) -> None:
    stage.sounds.update(short_sounds)
    await stage.send(Clip(id="ogg", name="blip", src="/sounds/ogg"))
    ended = await stage.told(Ended, id="ogg")

    assert ended.trouble == ""
    assert ended.heard_ms == pytest.approx(200, abs=40)
    assert not has_codecs(player)


@pytest.mark.anyio
async def test_the_reason_of_the_decoder_is_told(stage: FakeStage, player: Running) -> None:
    stage.sounds["noise.ogg"] = b"no sound" * 100
    await stage.send(Clip(id="noise", name="noise", src="/sounds/noise.ogg"))

    assert (await stage.told(Ended, id="noise")).trouble.startswith("it cannot be decoded")
    assert player.process.returncode is None


def test_a_decoder_that_does_not_start_is_told() -> None:
    ran = subprocess.run([sys.executable, "-c", _UNSTARTED], capture_output=True, check=True, cwd=CHECKOUT, text=True)

    assert "the decoder does not start" in ran.stdout
