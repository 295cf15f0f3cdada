"""Helpers in a whole show: sent beside it, told of in a turn of their own, ended with the turn, and read the chat."""

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.in_discord import Venue
from tests.e2e.performing import Performing, performing
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.ollama import BLIND, FakeOllama
from tests.fakes.ollama_wire import Reply

pytestmark = [pytest.mark.slow, pytest.mark.anyio]

QUIET = {"PERFORMER_PACING__TALKATIVENESS": "silent", "PERFORMER_MODEL__NAME": BLIND.name}
OPTIONS = ("--no-sound", "--frames", "arcade:1")
TASK = "Which notes are kept here?"


class Brain:
    """Answers for the show and for its helper, each as it is asked."""

    def __init__(self, *, holds_until: str = "") -> None:
        self.holds_until = holds_until
        """The helper's answers never end before the show was asked this."""
        self.told: list[str] = []
        """What the show's own turns were told last."""

    def __call__(self, body: dict[str, Any]) -> Reply:
        messages = body["messages"]
        first, last = messages[1]["content"], messages[-1]["content"]
        if first.startswith("Your task:"):
            if messages[-1]["role"] == "tool":
                holds = bool(self.holds_until) and not any(self.holds_until in asked for asked in self.told)
                return Reply(text="There are none at all. Shout it out!", hold=holds)
            return Reply(text="Let me look.", calls=[("recall", {"query": ""})])
        self.told.append(last)
        if "send a helper" in last:
            return Reply(calls=[("delegate", {"prototype": "researcher", "task": TASK})])
        return Reply(text="Noted.")


def spoken(it: Performing) -> list[str]:
    return [line["text"] for line in it.events("SentenceReady")]


async def asked_for_a_helper(it: Performing) -> None:
    await it.journalled("ServiceUp", lambda line: line["service"] == "brain")
    await it.ask("cue", text="Please send a helper.")
    await it.journalled("AgentStarted")


async def test_a_helper_is_sent_beside_the_show_which_then_says_what_came_of_it(tmp_path: Path) -> None:
    brain = Brain(holds_until="Are you there?")
    async with FakeOllama(BLIND, default=brain) as ollama:
        environment = {**QUIET, "OLLAMA_HOST": ollama.url}
        async with performing(tmp_path / "home", *OPTIONS, environment=environment) as it:
            await asked_for_a_helper(it)
            parked = await it.journalled("ErrandStarted")
            over = await it.journalled("TurnEnded")
            # The helper is still at work; the show goes on and is answered first.
            before = len(it.lines)
            await it.ask("cue", text="Are you there?")
            await it.journalled("SentenceReady", after=before)
            ended = await it.journalled("AgentEnded")
            told = await it.journalled("CueTaken", lambda line: line["kind"] == "answer")
            await it.journalled("TurnEnded", lambda line: line["turn"] == told["turn"])

    assert (parked["tool"], over["turn"]) == ("delegate", ended["turn"])
    assert (ended["came"], ended["text"]) == ("done", "There are none at all. Shout it out!")
    called = [(line["tool"], line["agent"]) for line in it.events("ToolCalled")]
    assert called == [("delegate", ""), ("recall", "researcher-1")]
    assert "There are none at all." in brain.told[-1]
    said = [line["text"] for line in it.events("AgentSaid")]
    assert said[:1] == ["Let me look."]
    assert not set(said) & set(spoken(it))
    assert not set(said) & {line["text"] for line in it.events("SpeechStarted")}


async def test_a_hush_ends_a_helper_and_its_request(tmp_path: Path) -> None:
    brain = Brain(holds_until="nothing that anybody asks")
    async with FakeOllama(BLIND, default=brain) as ollama:
        environment = {**QUIET, "OLLAMA_HOST": ollama.url}
        async with performing(tmp_path / "home", *OPTIONS, environment=environment) as it:
            await asked_for_a_helper(it)
            await ollama.wait_for(lambda fake: any(each["messages"][-1]["role"] == "tool" for each in fake.asked))
            await it.ask("hush")
            ended = await it.journalled("AgentEnded")
            await ollama.wait_for(lambda fake: fake.disconnects > 0 and not fake.talking)

    assert ended["came"] == "cancelled"
    assert [line for line in it.events("CueTaken") if line["kind"] == "answer"] == []


def shows_a_text(body: dict[str, Any]) -> Reply:
    """Send a poet, who wants a text shown for longer than it may."""
    messages = body["messages"]
    if messages[1]["content"].startswith("Your task:"):
        is_back = messages[-1]["role"] == "tool"
        call = ("overlay_text", {"text": "A poem", "duration_s": 20})
        return Reply(text="It waits.") if is_back else Reply(calls=[call])
    if "send a helper" in messages[-1]["content"]:
        return Reply(calls=[("delegate", {"prototype": "poet", "task": "Write a poem."})])
    return Reply(text="Noted.")


async def test_what_a_helper_asks_for_is_done_by_its_own_rules_over_a_restart_too(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    rule = '[prototypes.poet.rules.overlay_text]\nconfirm = "owner"\nclamp = { duration_s = [2, 4] }\n'
    (home / "config.toml").write_text(f'[prototypes.poet]\ntools = ["overlay_text"]\n{rule}', encoding="utf-8")
    async with FakeOllama(BLIND, default=shows_a_text) as ollama:
        environment = {**QUIET, "OLLAMA_HOST": ollama.url}
        async with performing(home, *OPTIONS, environment=environment) as it:
            await asked_for_a_helper(it)
            asked = await it.journalled("ApprovalAsked")
            await it.journalled("AgentEnded")
        (home / "journal.pipe").unlink()
        async with performing(home, *OPTIONS, environment=environment) as it:
            await it.journalled("FrameSeen")
            await it.ask("approvals.settle", number=asked["approval"], approve=True)
            ended = await it.journalled("ApprovalEnded")
            (called,) = [line for line in it.events("ToolCalled") if line["call"] == "approval-1"]

    assert asked["why"].startswith("poet-1 asks: the streamer asked: Please send a helper.")
    assert asked["arguments"]["duration_s"] == 4
    assert (ended["came"], called["agent"]) == ("done", "poet-1 of before")


def reads_the_chat(body: dict[str, Any]) -> Reply:
    """Choose the second line; answer nothing but a question."""
    if body["messages"][0]["content"].startswith("You read the chat"):
        return Reply(text="2: a question")
    return Reply(text="Celeste, and it is winning." if "what game" in body["messages"][-1]["content"] else "")


async def test_a_helper_reads_the_chat(tmp_path: Path) -> None:
    async with FakeDiscord() as discord, FakeOllama(default=reads_the_chat) as ollama:
        there = Venue(discord, ollama)
        more = {"agents": {"chat_reader": True}, "pacing": {"talkativeness": "medium"}}
        async with there.show(tmp_path / "home", more) as it:
            posts = [discord.say(there.stage, there.ann, text) for text in ("lol", "what game is this?", "gg")]
            answer = await there.answer_to(posts[1])
            await it.sinks.holds("quoted", "kind='chat', text='Ann: what game is this?'")
            await it.sinks.holds("quoted", "reason='the chat reader', text='Ann: lol / Ann: gg', count=2")

    assert answer.content == "Celeste, and it is winning."
