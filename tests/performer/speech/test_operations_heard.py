"""A sample for real: a whole show beside a sound server, whose level meter follows what the sink gets."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import anyio
import pytest

from performer.core.files.home import CHECKOUT
from performer.core.loudness import SILENCE_LUFS
from tests.performer.speech.voices.talking import make_program
from tests.pulse import PATIENCE_S, SoundDesk, open_desk

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SAMPLE_LUFS = -16.0
"""As loud as every voice is made."""


@asynccontextmanager
async def asking(desk: SoundDesk, home: Path) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Run a show that plays into the desk, and connect to its control socket."""
    options = "--no-desktop --no-console --frames arcade --model understudy --port 0".split()
    environment = {**os.environ, **desk.environment, "PERFORMER_HOME": str(home)}
    environment |= {"PERFORMER_PACING__TALKATIVENESS": "silent", "PERFORMER_VOICE__ENGINE": make_program()}
    command = [sys.executable, "-m", "performer", "run", *options]
    async with await anyio.open_process(command, cwd=CHECKOUT, env=environment, stderr=subprocess.STDOUT) as show:
        assert show.stdout is not None
        printed = b""
        with anyio.fail_after(PATIENCE_S):
            while b"Ctrl+C ends the show" not in printed:
                printed += await show.stdout.receive()
        url = json.loads((home / "run" / "stage.json").read_text(encoding="utf-8"))["control_url"]
        async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
            yield socket
        show.terminate()


async def test_a_sample_is_heard_and_the_level_follows_it(tmp_path: Path) -> None:
    answer: dict[str, Any] = {}
    known: list[float] = []
    async with open_desk("main") as desk, asking(desk, tmp_path) as socket, desk.record() as tape:
        await socket.send_json({"id": 1, "op": "watch", "args": {"topics": ["levels"]}})
        await socket.send_json({"id": 2, "op": "voices.sample", "args": {"text": "Hello."}})
        with anyio.fail_after(PATIENCE_S):
            while not answer or SILENCE_LUFS not in known:  # silence is measured before the sample, or after it
                told = json.loads(await socket.receive_str())
                answer = told["value"] if told.get("id") == 2 else answer
                known += [told["value"]["out_lufs"]] if told.get("op") == "levels" and told["value"]["out_lufs"] else []
        await tape.loud()

    assert answer["why"] == "main"
    assert answer["heard_after_ms"] >= answer["made_ms"] > 0
    assert max(known) == pytest.approx(SAMPLE_LUFS, abs=6)
