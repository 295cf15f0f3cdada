"""No secret gets out of a performer, whoever repeats it: servers, viewers, the screen, a program's last words."""

import base64
import json
import stat
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import anyio
import pytest

from performer.core.files.home import CHECKOUT
from tests.canaries import CANARIES, VARIABLE, search
from tests.e2e.performing import Performing, clean_environment, performing
from tests.fakes.ollama import SEEING, FakeOllama
from tests.fakes.openai import FakeOpenAI
from tests.fakes.openai_wire import Body, Reply
from tests.fakes.speech import FakeSpeech, Fault, Manner
from tests.systems import posix_only

TELLTALE = "import os, sys; sys.exit(str(dict(os.environ)))"
"""A voice that dies, and says with its last words all that it was started with."""
BASIC = base64.b64encode(f"me:{CANARIES.password}".encode()).decode()
TROUBLE = f"no room for 'Basic {BASIC}', that is {CANARIES.password}, or {quote(CANARIES.password)}"
"""What a server says that repeats whatever it was sent."""


def surroundings(ollama: FakeOllama, stranger: FakeOpenAI, lead: FakeOpenAI, speech: FakeSpeech) -> dict[str, str]:
    models = [
        {"spec": f"openai:fake-vl@{stranger.url}", "key_variable": VARIABLE},
        {"spec": "ollama"},
        {"spec": f"openai:fake-vl@{lead.url}", "key_variable": VARIABLE},
    ]
    return {
        "OLLAMA_HOST": f"http://me:{quote(CANARIES.password, safe='')}@127.0.0.1:{ollama.port}",
        "PERFORMER_MODELS": json.dumps(models),
        "PERFORMER_VOICE__ENGINE": speech.spec,
        "PERFORMER_VOICE__FALLBACK": json.dumps([f'command:{sys.executable} -c "{TELLTALE}"', "silent"]),
        "PERFORMER_VOICE__HTTP__KEY_VARIABLE": VARIABLE,
        "PERFORMER_PACING__TALKATIVENESS": "silent",
    }


def says(_: Body) -> Reply:
    return Reply(text=f"It says {CANARIES.pasted}.", calls=[("overlay_text", {"text": CANARIES.pasted})])


@asynccontextmanager
async def show(home: Path) -> AsyncIterator[tuple[Performing, dict[str, str]]]:
    """Perform among servers that repeat what is secret; gives the environment too."""
    async with AsyncExitStack() as stack:
        ollama = await stack.enter_async_context(FakeOllama(SEEING))
        stranger = await stack.enter_async_context(FakeOpenAI(key="another"))
        lead = await stack.enter_async_context(FakeOpenAI(default=says))
        speech = await stack.enter_async_context(FakeSpeech(Manner(fault=Fault.DIES)))
        ollama.load_error = TROUBLE
        environment = surroundings(ollama, stranger, lead, speech)
        it = await stack.enter_async_context(performing(home, "--no-desktop", environment=environment))
        await it.printed("Ctrl+C ends the show")
        await it.type(f"my key is {CANARIES.pasted}\n")
        await it.journalled("TurnEnded")
        yield it, environment


@pytest.mark.anyio
@pytest.mark.slow
async def test_no_secret_gets_out_whoever_repeats_it(tmp_path: Path) -> None:
    async with show(tmp_path / "home") as (it, _):
        answers = [await it.ask(op) for op in ("status", "config.get", CANARIES.pasted)]
        (tmp_path / "answers").write_text(json.dumps(answers), encoding="utf-8")
        for child in it.children():
            for what in ("environ", "cmdline"):
                with suppress(FileNotFoundError, ProcessLookupError):  # some come and go
                    (tmp_path / f"{child}.{what}").write_bytes(Path(f"/proc/{child}/{what}").read_bytes())

    journal, log = (
        (tmp_path / "home.journal").read_text(encoding="utf-8"),
        (tmp_path / "home" / "logs" / "performer.log").read_text(encoding="utf-8"),
    )
    assert "my key is " in journal
    assert "your key is Bearer ***" in it.said
    assert "no room for" in log
    assert list(tmp_path.glob("*.environ"))
    assert search([tmp_path], CANARIES).leaks == ()


@pytest.mark.anyio
@pytest.mark.slow
async def test_no_command_tells_a_secret(tmp_path: Path) -> None:
    async with show(tmp_path / "home") as (it, environment):
        for words in (["say", CANARIES.pasted], ["status"], ["models"], ["config"], ["doctor", "--json"]):
            told = await anyio.run_process(
                [sys.executable, "-m", "performer", *words],
                env=clean_environment(it.home, environment),
                cwd=CHECKOUT,
                check=False,
            )
            (tmp_path / words[0]).write_bytes(told.stdout + told.stderr)

    assert search([tmp_path], CANARIES).leaks == ()


@pytest.mark.anyio
@pytest.mark.slow
@posix_only("has no such modes")
async def test_all_that_is_made_in_a_home_is_its_owners_alone(tmp_path: Path) -> None:
    async with show(tmp_path / "home") as (it, _):
        there = {each: stat.S_IMODE(each.stat().st_mode) for each in it.home.rglob("*") if not each.is_fifo()}

    assert {each.name for each in there} >= {"performer.log", "stage.json", "tokens.json", "performer.lock"}
    assert not {str(each): oct(mode) for each, mode in there.items() if mode not in {0o600, 0o700}}
