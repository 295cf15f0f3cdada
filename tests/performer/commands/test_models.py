"""`performer pull` and `performer models` as a person runs them: on a terminal, into a pipe, and until Ctrl+C."""

import io
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest
from rich.console import Console

from performer.clock import SystemClock
from performer.commands import fetching, in_line, shelf, shelf_shown
from performer.config import Config
from performer.errors import ServiceError
from performer.guard import Guard
from performer.models.settings import EndpointSettings, ModelSettings
from performer.paths import CHECKOUT
from tests.fakes.ollama import BLIND, EMBEDDING, PLAIN, SEEING, SEEING_ONLY, THINKING, FakeModel, FakeOllama
from tests.fakes.openai import FakeOpenAI

pytestmark = pytest.mark.anyio

LONG = FakeModel(name="hf.co/unsloth/Qwen3-VL-4B-Instruct-GGUF:Q4_K_M-and-a-name-beyond-all-measure")


@pytest.fixture
async def ollama() -> AsyncIterator[FakeOllama]:
    async with FakeOllama(BLIND) as fake:
        yield fake


def config(ollama: FakeOllama, **settings: Any) -> Config:
    return Config(model=ModelSettings(url=ollama.url, **settings))


async def pulled(ollama: FakeOllama, name: str = "", **settings: Any) -> str:
    """Pull as into a pipe, and give what is printed."""
    console = Console(file=io.StringIO(), width=80)
    await fetching.fetch(fetching.wishes(config(ollama, **settings), name, ""), SystemClock(), console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


async def shown(config: Config, *, width: int = 80) -> str:
    console, clock = Console(file=io.StringIO(), width=width), SystemClock()
    shelf_shown.tell(in_line.in_line(await shelf.gather(config, clock)), console, clock.utc())
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


async def test_into_a_pipe_go_plain_lines_and_what_the_model_can_do(ollama: FakeOllama) -> None:
    ollama.offer(SEEING, layers=(3_000_000_000, 485), steps=100)
    first, manifest, *tenths, second, verifying, writing, there, leads = (await pulled(ollama)).splitlines()

    assert first == f"Ollama 0.33.0 at {ollama.url} pulls {SEEING.name}, the recommended one: it sees and calls tools."
    assert (manifest, verifying, writing) == ("pulling manifest", "verifying sha256 digest", "writing manifest")
    assert len(tenths) == 11
    assert tenths[4] == "00a1a1a1a1a1  40 %  1.2 GB of 3.0 GB"
    assert second == "01a1a1a1a1a1 100 %  485 bytes of 485 bytes"
    assert there == f"{SEEING.name} is there, 3.0 GB after 0 s: it sees and calls tools."
    assert leads.startswith("It leads from the next start on; a running show")


async def test_a_model_that_would_not_lead_is_told_how_to(ollama: FakeOllama) -> None:
    ollama.models = [SEEING]
    ollama.offer(BLIND, layers=(10,))

    assert f"python3 run.py config set model.name {BLIND.name}" in await pulled(ollama, BLIND.name)


async def test_without_a_name_the_configured_model_is_pulled(ollama: FakeOllama) -> None:
    ollama.offer(PLAIN, layers=(10,))

    assert f"pulls {PLAIN.name}, as configured." in await pulled(ollama, spec=f"ollama:{PLAIN.name}")


async def test_a_model_that_cannot_chat_and_an_old_server_are_told(ollama: FakeOllama) -> None:
    ollama.version = "0.16.1"
    ollama.offer(EMBEDDING, layers=(10,))
    told = await pulled(ollama, EMBEDDING.name)

    assert "it cannot chat, and so not lead" in told
    assert told.endswith("Ollama 0.16.1 is old and loses tool calls: update it to 0.17.1 or later.\n")


def several(*specs: str) -> Config:
    return Config(models=tuple(EndpointSettings(spec=each) for each in specs))


async def test_the_first_ollama_of_a_list_that_answers_has_what_stands_there(ollama: FakeOllama) -> None:
    ollama.models, pc2 = [], "http://127.0.0.1:1"
    ollama.offer(BLIND, layers=(10,))
    config = several(
        "openai:x@http://127.0.0.1:1/v1", f"ollama:{SEEING.name}@{pc2}", f"ollama:{BLIND.name}@{ollama.url}"
    )
    console = Console(file=io.StringIO(), width=80)
    await fetching.fetch(fetching.wishes(config, "", ""), SystemClock(), console)
    assert isinstance(console.file, io.StringIO)
    off, pulls, *_ = console.file.getvalue().splitlines()

    assert off.endswith(f'then "python3 run.py pull {SEEING.name} --url {pc2}". On to the next one.')
    assert pulls == f"Ollama 0.33.0 at {ollama.url} pulls {BLIND.name}, as configured."


def test_a_named_model_goes_first_to_whom_it_is_meant_for_and_an_address_wins() -> None:
    config = several("ollama:a:8b@pc2", "ollama:b:2b@pc3", "ollama:c:1b@pc2")

    def where(name: str, url: str = "") -> list[tuple[str, str]]:
        return [(each.name, each.settings.url) for each in fetching.wishes(config, name, url)]

    assert where("") == [("a:8b", "http://pc2:11434"), ("b:2b", "http://pc3:11434")]
    assert where("b:2b") == [("b:2b", "http://pc3:11434"), ("b:2b", "http://pc2:11434")]
    assert where("", "pc3") == [("b:2b", "http://pc3:11434")]
    assert where("", "pc4") == [(SEEING.name, "http://pc4:11434")]
    assert fetching.wishes(config, "", "pc3")[0].lead_by == 'write spec = "ollama:b:2b" under [[models]] in config.toml'
    assert not fetching.wishes(config, "d", "pc4")[0].lead_by


async def test_a_remedy_goes_where_the_trouble_was() -> None:
    one, there = Config(model=ModelSettings(url="http://127.0.0.1:1", spec="ollama:a:1b")), "http://127.0.0.1:1"

    async def remedy(config: Config, url: str = "") -> str:
        with pytest.raises(ServiceError) as caught:
            await fetching.fetch(fetching.wishes(config, "", url), SystemClock(), Console(file=io.StringIO()))
        return str(caught.value).partition("then ")[2]

    assert await remedy(one) == '"python3 run.py pull a:1b"'
    assert await remedy(Config(), there) == f'"python3 run.py pull {SEEING.name} --url {there}"'
    assert await remedy(several(f"ollama:b:2b@{there}")) == f'"python3 run.py pull b:2b --url {there}"'


async def test_without_ollama_the_remedy_is_told() -> None:
    async with FakeOllama() as gone:
        settings = config(gone)

    with pytest.raises(ServiceError, match=r"no Ollama at .*; install it"):
        await fetching.fetch(fetching.wishes(settings, "", ""), SystemClock(), Console(file=io.StringIO()))


class Terminal:
    """A terminal with a command in it."""

    def __init__(self, *words: str, columns: int = 80, **environment: str) -> None:
        import pty
        import termios

        self._ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (24, columns))
        surroundings = {**os.environ, "TERM": "xterm-256color", **environment}
        self._words, self._surroundings, self._theirs = words, surroundings, theirs
        self.printed = ""

    async def run(self, until: Any = None) -> int:
        """Run the command, press Ctrl+C when `until` is over, and tell its exit code."""
        command = [sys.executable, "-m", "performer", *self._words]
        end, home = self._theirs, self._surroundings
        process = await anyio.open_process(command, cwd=CHECKOUT, env=home, stdin=end, stdout=end, stderr=end)
        async with process:
            os.close(self._theirs)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(anyio.to_thread.run_sync, self._read)
                if until is not None:
                    await until()
                    process.send_signal(signal.SIGINT)
                try:
                    with anyio.fail_after(20):
                        return await process.wait()
                finally:
                    if process.returncode is None:
                        process.kill()  # or the reader waits for ever
        raise AssertionError

    def _read(self) -> None:
        read = bytearray()
        try:
            while piece := os.read(self._ours, 65536):
                read += piece
        except OSError:  # how a terminal says that its last writer has gone
            pass
        os.close(self._ours)
        self.printed = read.decode().replace("\r\n", "\n")


on_a_terminal = pytest.mark.skipif(sys.platform == "win32", reason="a terminal of POSIX")


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
async def test_bars_show_each_layer_its_size_and_all_together(ollama: FakeOllama, width: int) -> None:
    ollama.offer(SEEING, layers=(3_000_000_000, 485))
    console = Console(file=io.StringIO(), width=width, force_terminal=True)
    await fetching.fetch(fetching.wishes(config(ollama), "", ""), SystemClock(), console)
    assert isinstance(console.file, io.StringIO)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", console.file.getvalue())

    assert re.search(r"together +━+ 3.0/3.0 GB", plain)
    assert re.search(r"01a1a1a1a1a1 ━+ 485/485", plain)
    assert max(map(len, re.split(r"[\r\n]+", plain)[1:-3])) <= width
    assert f"{SEEING.name} is there, 3.0 GB" in plain


async def test_the_table_tells_what_each_can_and_which_leads(ollama: FakeOllama) -> None:
    ollama.models = [EMBEDDING, BLIND, SEEING, THINKING]
    ollama.put_in_memory(SEEING, size=100, size_vram=62, context_length=4096)
    table = await shown(config(ollama))
    rows = [line.split() for line in table.splitlines()]

    assert [each.path for each in ollama.requests].count("/api/show") == len(ollama.models)
    assert [SEEING.name, "yes", "yes", "–", "3.3", "GB", "256k"] in rows
    assert [BLIND.name, "–", "yes", "–", "3.3", "GB", "256k"] in rows
    assert "  only for embedding" in table
    assert "  in memory, 62% on the card" in table
    assert f"{SEEING.name} leads: the first installed one that sees and calls tools." in table
    assert "38% of it is on the CPU, which is slow" in table
    assert "set model.num_ctx to 4096." in table


@pytest.mark.parametrize("width", [30, 50, 64, 80, 200])
async def test_it_fits_every_terminal_and_no_name_is_cut(ollama: FakeOllama, width: int) -> None:
    ollama.models = [LONG, EMBEDDING, SEEING]
    ollama.put_in_memory(LONG)
    table = (await shown(config(ollama), width=width)).partition(" leads: ")[0]
    lines = table.splitlines()[1:-1]  # a sentence is left to the terminal to wrap: what is copied out of it is whole

    assert max(map(len, lines)) <= width
    assert LONG.name[-10:] in table
    assert "…" not in table


async def test_as_json_there_are_bytes_tokens_and_null_for_the_unknown(ollama: FakeOllama) -> None:
    ollama.models = [FakeModel(name="old:1b", capabilities=None, context=0), SEEING]
    ollama.put_in_memory(SEEING)
    ollama.version = "0.12.0"
    (server,) = json.loads(shelf_shown.as_json(await shelf.gather(config(ollama), SystemClock())))["servers"]

    assert (server["leads"], server["trouble"]) == (SEEING.name, None)
    assert "0.12.0 is old" in server["warnings"][-1]
    assert [each["context"] for each in server["models"]] == [None, 262_144]
    assert server["models"][0]["loaded"] is None
    assert server["models"][1]["loaded"] == {
        "size": SEEING.size + 1_000_000_000,
        "on_card": 1.0,
        "context": 8192,
        "until": None,
    }


async def test_an_empty_ollama_and_one_that_is_gone_tell_what_to_do(ollama: FakeOllama) -> None:
    ollama.models = []
    empty = await shown(config(ollama))
    await ollama.stop()
    (gone,) = await shelf.gather(config(ollama), SystemClock())

    assert "no model at" in empty
    assert "pull qwen3-vl:4b-instruct" in empty
    assert gone.trouble.startswith("no Ollama at")


async def test_every_server_of_a_list_is_looked_at_and_shown_once(ollama: FakeOllama) -> None:
    ollama.models = [BLIND, SEEING]
    at = f"@{ollama.url}"
    specs = (
        f"ollama:{BLIND.name}{at}",
        f"ollama:{at}",
        f"ollama:{BLIND.name}{at}",
        f"ollama:x{at}",
        "ollama:@127.0.0.1:1",
    )
    several = Config(models=tuple(EndpointSettings(spec=each) for each in specs))
    first, second = await shelf.gather(several, SystemClock())

    assert (first.leads, first.why.split(";")[0]) == (BLIND.name, "as configured")
    assert [each.name for each in first.next] == [SEEING.name, ""]
    assert "no model 'x'" in first.next[1].why
    assert [each.path for each in ollama.requests].count("/api/ps") == 1
    assert second.trouble.startswith("no Ollama at http://127.0.0.1:1")
    assert f"{SEEING.name} is next in line: the first installed one" in await shown(several)


async def test_an_old_server_is_warned_of_in_a_line_of_its_own_under_its_heading(ollama: FakeOllama) -> None:
    ollama.version = "0.12.0"
    heading, warning, *rest = (await shown(config(ollama))).splitlines()

    assert heading == f"Ollama 0.12.0 at {ollama.url}"
    assert warning == "Ollama 0.12.0 is old and loses tool calls: update it to 0.17.1 or later."
    assert "is old" not in " ".join(rest)


async def test_one_leads_and_the_others_are_next_in_line_unless_the_show_knows_better(ollama: FakeOllama) -> None:
    async with FakeOpenAI("big-vl") as second:
        both = several(f"ollama:{BLIND.name}@{ollama.url}", f"openai:big-vl@{second.url}")
        found = await shelf.gather(both, SystemClock())
        by_order = in_line.in_line(found)
        by_show = in_line.in_line(found, in_line.Leading(name="big-vl", url=second.url))
    told = [[each["leads"] for each in json.loads(shelf_shown.as_json(it))["servers"]] for it in (by_order, by_show)]

    assert told == [[BLIND.name, None], [None, "big-vl"]]
    assert [each.name for each in by_order[1].next] == ["big-vl"]
    assert [each.name for each in by_show[0].next] == [BLIND.name]
    assert by_show[1].why.startswith("as configured")


async def test_a_server_without_a_list_has_no_lead_that_is_sure() -> None:
    async with FakeOpenAI() as server:
        server.models = None
        told = await shown(several(f"openai:x@{server.url}"))

    assert told.splitlines()[1] == 'It has no list of models; "python3 run.py doctor" tries whether x is there.'


async def test_who_describes_is_shown_and_what_is_not_told_has_its_legend(ollama: FakeOllama) -> None:
    ollama.models = [BLIND, SEEING_ONLY]
    async with FakeOpenAI() as other:
        here = await shown(config(ollama, describe=f"ollama:{SEEING_ONLY.name}"))
        missing = await shown(config(ollama, describe="ollama:moondream"))
        there = await shown(config(ollama, describe=f"openai:fake-vl@{other.url}"))

    assert here.splitlines()[-1] == f"{SEEING_ONLY.name} describes pictures."
    assert "Nobody describes pictures: no model 'moondream'" in missing
    assert there.splitlines()[-2:] == ["? is what the server does not tell.", "fake-vl describes pictures."]


async def test_what_is_blocked_or_secret_is_shown_of_no_server(ollama: FakeOllama) -> None:
    ollama.models = [replace(SEEING, name="pl0nk:4b"), replace(BLIND, name=f"ann/sk-proj-{'a1B2c3D4' * 5}:1b")]
    found = await shelf.gather(config(ollama), SystemClock())

    told = shelf_shown.as_json(shelf_shown.passed(in_line.in_line(found), Guard(words=["plonk"], finders=())))

    assert ("pl0nk" in told, "a1B2c3D4" in told, "●●●" in told, ollama.url in told) == (False, False, True, True)
