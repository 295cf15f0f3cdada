"""A replay: what a stage client saw of a show, it sees again."""

import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import groupby
from pathlib import Path

import aiohttp
import anyio
import pytest
from anyio.abc import TaskStatus

from performer.core.clock import VirtualClock
from performer.core.command_line import COMMAND
from performer.core.events.speech import SpeechStarted
from performer.core.events.stream import EventStream
from performer.core.files.home import CHECKOUT
from performer.guard.guard import Guard
from performer.memory.journal.file import format_journal_line
from performer.stage.protocol.codec import decode
from performer.stage.protocol.messages import Put
from tests.e2e.performing import PATIENCE_S, clean_environment, performing

SCRIPT = [
    {"calls": [{"name": "overlay_text", "arguments": {"text": "First try!"}}], "preface": "What a jump."},
    {"text": "One more. And on."},
    {"calls": [{"name": "show_emote", "arguments": {"name": "no such emote"}}], "preface": "Look."},
    {"calls": [{"name": "show_emote", "arguments": {"name": "wow"}}]},
    {"text": "Bye."},
]
QUIET = {
    "PERFORMER_PACING__TALKATIVENESS": "silent",
    "PERFORMER_VOICE__ENGINE": "silent",
    "PERFORMER_FRAMES__SOURCE": "arcade",
}
Seen = list[tuple[str, str]]


async def watch(address: str, seen: Seen, *, task_status: TaskStatus[None]) -> None:
    """Note each caption, bubble and emote, by kind and text, as a page would show it, until the stage closes."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(address.replace("http", "ws", 1).replace("?", "/ws?")) as socket,
    ):
        task_status.started()
        async for frame in socket:
            message = decode(frame.data)
            if isinstance(message, Put) and message.element.kind in {"caption", "bubble", "emote"}:
                seen.append((message.element.kind, message.element.alt))


def sort_by_kind(seen: Seen) -> dict[str, list[str]]:
    """Return what was seen of each kind, in its order: a gesture and the caption of its line come at once.

    A caption is put again when its line has ended; then it counts once.
    """
    texts = {each: [text for kind, text in seen if kind == each] for each in ("caption", "bubble", "emote")}
    return {kind: [text for text, _ in groupby(those)] for kind, those in texts.items()}


async def recorded(folder: Path) -> tuple[Path, Seen]:
    """Perform a little show, and give back its journal and what a client saw of it."""
    script = folder / "script.jsonl"
    script.write_text("\n".join(map(json.dumps, SCRIPT)), encoding="utf-8")
    seen: Seen = []
    options = ["--no-sound", "--model", f"scripted:{script}", "--frames", "arcade"]
    async with (
        performing(folder / "recorded", *options, environment=QUIET) as it,
        anyio.create_task_group() as tasks,
    ):
        await it.journalled("FrameSeen")
        await tasks.start(watch, it.stage["url"], seen)
        for turn in (1, 2, 3, 4):
            await it.ask("cue", text="Well?")
            await it.journalled("TurnEnded", lambda line, turn=turn: line["turn"] == turn)  # type: ignore[misc]
        await it.journalled("SpeechEnded", lambda line: line["text"] == "Bye.")
        await it.end()
    journal = folder / "show.jsonl"
    lines = [json.dumps(line) for line in it.lines]
    journal.write_text("\n".join([*lines[:-3], "{broken", *lines[-3:], lines[-1][:30]]), encoding="utf-8")
    return journal, seen


@asynccontextmanager
async def replaying(home: Path, journal: Path, *options: str) -> AsyncIterator[anyio.abc.Process]:
    """Start a replay; it is over after the block."""
    process = await anyio.open_process(
        [sys.executable, "-m", "performer", "replay", str(journal), "--port", "0", *options],
        env=clean_environment(home, QUIET),
        cwd=CHECKOUT,
        stderr=subprocess.STDOUT,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        with anyio.CancelScope(shield=True):
            await process.aclose()


async def printed(process: anyio.abc.Process, text: str) -> str:
    """Read what it prints until that text, and give it back."""
    assert process.stdout is not None
    told = ""
    with anyio.fail_after(PATIENCE_S):
        while text not in told:
            told += (await process.stdout.receive()).decode()
    return told


async def watched(process: anyio.abc.Process, home: Path) -> tuple[str, str, Seen]:
    """Watch a replay to its end: give what it printed first, the stage's address, and what was seen."""
    told, seen = await printed(process, "Ctrl+C ends"), Seen()
    url = json.loads((home / "run" / "stage.json").read_text(encoding="utf-8"))["url"]
    async with anyio.create_task_group() as tasks:
        await tasks.start(watch, url, seen)
        with anyio.fail_after(PATIENCE_S):
            assert await process.wait() == 0
    return told, url, seen


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_replay_shows_what_the_show_did_in_the_same_order(tmp_path: Path) -> None:
    journal, before = await recorded(tmp_path)

    async with replaying(tmp_path / "again", journal, "--no-sound", "--speed", "20") as process:
        told, url, again = await watched(process, tmp_path / "again")

    assert sort_by_kind(again) == sort_by_kind(before)
    assert {text for kind, text in again if kind == "caption"} == {
        "What a jump.",
        "One more.",
        "And on.",
        "Look.",
        "Bye.",
    }
    assert ("bubble", "First try!") in again
    assert ("emote", "wow") in again
    assert "at speed 20" in told
    assert "no journal's: 2" in told
    assert f"{url.partition('token=')[0]}token=***" in told


@pytest.mark.slow
@pytest.mark.anyio
async def test_the_last_line_of_a_journal_that_breaks_off_is_shown(tmp_path: Path) -> None:
    stream = EventStream(VirtualClock())
    reader = stream.whole("show")
    for text in ("One.", "Two.", "Bye."):
        stream.publish(SpeechStarted(turn=1, sentence=text, text=text, duration_s=1, audible=False))
    journal = tmp_path / "show.jsonl"
    journal.write_text("\n".join(format_journal_line(each, Guard()) for each in reader.taken()), encoding="utf-8")

    async with replaying(tmp_path, journal, "--no-sound", "--speed", "20") as process:
        _, _, seen = await watched(process, tmp_path)

    assert seen[-1] == ("caption", "Bye.")


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_file_that_is_no_journal_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello\n", encoding="utf-8")

    async with replaying(tmp_path, tmp_path / "x") as process:
        told = await printed(process, "wrote.")
        assert await process.wait() == 1

    assert told.strip() == f"{tmp_path / 'x'} is no journal. Name a file that `{COMMAND} --journal FILE` wrote."
