"""The progress of a download on a terminal, also when Ctrl+C ends it."""

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from performer.cli.models import download
from performer.cli.models.progress import open_file_progress
from performer.core.clock import SystemClock
from performer.core.own_text import own
from tests.fakes.ollama import SEEING, FakeOllama
from tests.performer.cli.commands.terminal import Terminal, on_a_terminal
from tests.performer.cli.models.servers import config

pytestmark = pytest.mark.anyio


@on_a_terminal
async def test_bars_on_a_terminal_end_by_ctrl_c_without_a_traceback_and_stop_the_download(
    ollama: FakeOllama, tmp_path: Path
) -> None:
    ollama.offer(SEEING, holds=True)
    terminal = Terminal("pull", PERFORMER_HOME=str(tmp_path), PERFORMER_MODEL__URL=ollama.url)

    async def half_there() -> None:
        await ollama.wait_for(lambda it: any(each.path == "/api/pull" for each in it.requests))

    code = await terminal.run(half_there)
    await ollama.wait_for(lambda it: it.disconnects == 1)

    assert code == 130
    assert terminal.printed.endswith("Stopped. What has come is kept: the same command goes on from there.\n")
    assert "Traceback" not in terminal.printed
    assert terminal.printed.count("\x1b[?25l") == terminal.printed.count("\x1b[?25h")


@pytest.mark.parametrize("width", [44, 80])
async def test_bars_show_each_layer_its_size_and_all_together(
    ollama: FakeOllama, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TERM", raising=False)  # a dumb one has no bars
    ollama.offer(SEEING, layers=(3_000_000_000, 485))
    # Without a console of Windows, rich takes it for one of old, which has no lines for bars.
    console = Console(file=io.StringIO(), width=width, force_terminal=True, legacy_windows=False)
    await download.fetch(download.list_download_requests(config(ollama), "", ""), SystemClock(), console)
    assert isinstance(console.file, io.StringIO)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", console.file.getvalue())

    assert re.search(r"together +━+ 3.0/3.0 GB", plain)
    assert re.search(r"01a1a1a1a1a1 ━+ 485/485", plain)
    assert max(map(len, re.split(r"[\r\n]+", plain)[1:-3])) <= width
    assert f"{SEEING.name} is there, 3.0 GB" in plain


def test_the_progress_is_shown_by_tenths_where_no_terminal_is(clock: SystemClock) -> None:
    console = Console(width=100)
    with console.capture() as shown, open_file_progress(console, clock, "bob") as watcher:
        watcher.show(5_000_000, 10_000_000)
        watcher.show(5_100_000, 10_000_000)
        watcher.note(own("bob is being made ready."))

    assert shown.get().splitlines() == ["bob  50 %  5.0 MB of 10.0 MB", "bob is being made ready."]
