"""A whole show with a server of tools: allowed, called, asked about, parked, killed, and used by a helper."""

import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import anyio
import anyio.to_thread
import pytest

from performer.core.files.home import CHECKOUT
from tests.e2e.performing import Line, Performing, clean_environment, is_alive, performing
from tests.fakes.ollama import BLIND, FakeOllama
from tests.fakes.ollama_wire import Reply
from tests.pipes import make_pipe
from tests.sinks import show

pytestmark = pytest.mark.anyio

STAGEHAND: Final = CHECKOUT / "tests" / "fakes" / "mcp" / "stagehand.py"
QUIET: Final = {"PERFORMER_PACING__TALKATIVENESS": "silent", "PERFORMER_MODEL__NAME": BLIND.name}
OPTIONS: Final = ("--no-sound", "--frames", "arcade:1")
ALL_OFFERED: Final = "[tools]\noffered = 64\n"
CALLS: Final[Mapping[str, tuple[str, dict[str, Any]]]] = {
    "Please look.": ("mcp_hand_look", {}),
    "Please paint.": ("mcp_hand_paint", {"colour": "red"}),
    "Please carry.": ("mcp_hand_carry", {"what": "owl"}),
    "Please send a helper.": ("delegate", {"prototype": "researcher", "task": "What is the sky like?"}),
}
"""What the model calls, by what it is asked for."""
SAYS: Final[Mapping[str, str]] = {
    "sky is green": "Green it is, up there.",
    "sky is painted": "A red sky, at last.",
    "owl stands": "The owl has come.",
    "A report": "My helper saw it.",
}
"""What the model says, by what it has read."""
WAITS: Final = re.compile("owner's yes|started as number|There is no tool|No tool fits")
"""In what it is told of a call that it need not make once more."""


def brain(body: dict[str, Any]) -> Reply:
    """Answer for the show and for its helpers."""
    messages = body["messages"]
    is_helper, told = messages[1]["content"].startswith("Your task:"), messages[-1]["content"]
    if is_helper:
        is_back = messages[-1]["role"] == "tool"
        return Reply(text="A report: shout it out!") if is_back else Reply(calls=[CALLS["Please look."]])
    if line := next((line for words, line in SAYS.items() if words in told), ""):
        return Reply(text=line)
    asked = "\n".join(each["content"] for each in messages if each["role"] == "user")
    wish = next((call for words, call in CALLS.items() if words in asked), None)
    if wish is None or WAITS.search(told):
        return Reply(text="Noted.")
    return Reply(calls=[wish if wish[0] in names(body) else ("find_tools", {"query": "sky, carry"})])


def names(body: dict[str, Any]) -> set[str]:
    """Name the tools that it is told of."""
    return {each["function"]["name"] for each in body.get("tools") or ()}


def table(folder: Path, name: str = "hand", *, program: Path = STAGEHAND, trusted: bool = True) -> str:
    """Write a server into the configuration."""
    args = [str(each) for each in ("-I", program, folder)]
    return f'[mcp.{name}]\ncommand = "{sys.executable}"\nargs = {args}\ntrusted = {str(trusted).lower()}\n'


@asynccontextmanager
async def playing(home: Path, config: str) -> AsyncIterator[tuple[Performing, FakeOllama]]:
    """Have a show with servers, whose model leads and whose servers are there."""
    home.mkdir()
    (home / "config.toml").write_text(config, encoding="utf-8")
    async with (
        FakeOllama(BLIND, default=brain) as ollama,
        performing(home, *OPTIONS, environment={**QUIET, "OLLAMA_HOST": ollama.url}) as it,
    ):
        await it.journalled("ServiceUp", lambda line: line["service"] == "brain")
        await it.journalled("ToolsListed", lambda line: line["server"] == "hand")
        yield it, ollama


async def said(it: Performing, line: str) -> Line:
    return await it.journalled("SentenceReady", lambda each: each["text"] == line)


@pytest.mark.slow
async def test_what_the_owner_has_allowed_is_called_and_spoken_of(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with playing(home, table(tmp_path, trusted=False)) as (it, ollama):
        await it.ask("cue", text="Are you there?")
        await said(it, "Noted.")
        before = names(ollama.asked[-1])

        command = [sys.executable, "-m", "performer", "mcp", "allow", "hand", "look", "--yes"]
        allowed = await anyio.run_process(command, env=clean_environment(home), cwd=CHECKOUT)
        await it.ask("cue", text="Please look.")
        line = await said(it, "Green it is, up there.")
        await it.journalled("SpeechStarted", lambda each: each["text"] == line["text"])

        after = names(ollama.asked[-1])

    assert [name for name in after if name.startswith("mcp")] == ["mcp_hand_look"]
    assert it.events("ToolsListed")[0]["pending"] == 3
    assert "Allowed: mcp.hand.look." in allowed.stdout.decode()
    assert not any(name.startswith("mcp") for name in before)


@pytest.mark.slow
async def test_what_is_not_read_only_runs_once_with_a_yes_and_its_answer_comes_back(tmp_path: Path) -> None:
    async with playing(tmp_path / "home", table(tmp_path)) as (it, _):
        await it.ask("cue", text="Please paint.")
        asked = await it.journalled("ApprovalAsked")
        await it.journalled("TurnEnded", lambda line: line["turn"] == asked["turn"])
        assert not (tmp_path / "painted").exists()

        told = [await it.ask("approvals.settle", number=asked["approval"], approve=True) for _ in range(2)]
        await said(it, "A red sky, at last.")

    assert (asked["tool"], asked["server"], asked["arguments"]) == ("mcp.hand.paint", "hand", {"colour": "red"})
    assert [each["ok"] for each in told] == [True, True]
    assert (tmp_path / "painted").read_text(encoding="utf-8") == "red\n"
    assert len(it.events("ApprovalEnded")) == 1


@pytest.mark.slow
async def test_a_long_call_has_a_card_and_is_told_of_when_it_is_back(tmp_path: Path) -> None:
    make_pipe(tmp_path / "door")
    server = {"command": sys.executable, "args": ["-I", str(STAGEHAND), str(tmp_path)], "trusted": True}
    async with FakeOllama(BLIND, default=brain) as ollama:
        settings = {
            "model": {"url": ollama.url, "name": BLIND.name, "mode": "native"},
            "mcp": {"hand": server},
            "tools": {"mcp.hand.carry": {"long": True}},
        }
        async with show(tmp_path / "home", settings) as it:
            await it.sinks.holds("quoted", "service='brain'")
            await it.sinks.holds("events", "ToolsListed(")
            await it.ask("cue", text="Please carry.")
            await it.sinks.holds("events", "ErrandStarted(")
            await it.sinks.holds("page", '"kind":"card"')
            await it.sinks.holds("page", "on the stairs")
            await it.turns_ended()
            await anyio.to_thread.run_sync((tmp_path / "door").write_bytes, b"in")
            await it.sinks.holds("events", "came='done', text='The owl stands there.'")
            await it.sinks.holds("events", "text='The owl has come.'")

    assert "voice" in it.where_is("The owl has come.")


@pytest.mark.slow
async def test_a_server_that_is_killed_keeps_its_tools_until_it_is_back_and_the_others_go_on(
    tmp_path: Path,
) -> None:
    program = tmp_path / "hand.py"
    program.write_text(f"import runpy; runpy.run_path({str(STAGEHAND)!r}, run_name='__main__')", encoding="utf-8")
    config = ALL_OFFERED + table(tmp_path, program=program) + table(tmp_path, "other")
    async with playing(tmp_path / "home", config) as (it, ollama):
        await it.journalled("ToolsListed", lambda line: line["server"] == "other")
        program.rename(tmp_path / "away.py")  # so that it is not back before anybody has looked
        os.kill(process_of(it, program), signal.SIGKILL)
        await it.journalled("ServiceDown", lambda line: line["service"] == "mcp hand")
        await it.ask("cue", text="Are you there?")
        await said(it, "Noted.")
        meanwhile = names(ollama.asked[-1])

        (tmp_path / "away.py").rename(program)
        await it.journalled("ServiceUp", lambda line: line["service"] == "mcp hand")
        await it.ask("cue", text="Please look.")
        await said(it, "Green it is, up there.")

    assert {"mcp_other_look", "mcp_hand_look"} <= meanwhile
    assert not [line for line in it.events("ServiceDown") if line["service"] == "mcp other"]


@pytest.mark.slow
async def test_a_helper_uses_a_server_and_nothing_of_either_is_left_at_the_end(tmp_path: Path) -> None:
    async with playing(tmp_path / "home", ALL_OFFERED + table(tmp_path)) as (it, _):
        await it.ask("cue", text="Please send a helper.")
        await said(it, "My helper saw it.")
        children = it.children()
        code = await it.end()

    assert code == 0
    assert children
    assert not any(map(is_alive, children))
    called = [(line["tool"], line["agent"]) for line in it.events("ToolCalled")]
    assert called == [("delegate", ""), ("mcp.hand.look", "researcher-1")]
    assert [line["text"] for line in it.events("AgentEnded")] == ["A report: shout it out!"]
    assert not any("shout" in line["text"] for line in it.events("SentenceReady", "SpeechStarted"))


def process_of(it: Performing, program: Path) -> int:
    """Find the process that runs a program."""
    words = {pid: Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0") for pid in it.children()}
    (found,) = [pid for pid, each in words.items() if str(program).encode() in each]
    return found
