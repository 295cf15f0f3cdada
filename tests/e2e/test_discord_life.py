"""What befalls a show at Discord: restarts, a link that breaks, a token that is refused, plans that come due."""

import json
import signal
import sqlite3
import sys
from pathlib import Path

import pytest

from performer.core.files.atomic import write_atomically
from performer.core.files.home import CHECKOUT
from performer.core.prompt_files import load_prompt_lines
from tests.e2e.in_discord import Venue, told, venue
from tests.e2e.performing import performing
from tests.fakes.discord.values import Post
from tests.sinks import Watched

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

NEWS = "We are live!"


async def asked_for_a_yes(there: Venue, it: Watched, say: str = "") -> Post:
    """Have the model want to write into another channel, and give the message that asks about it."""
    calls = [("discord_send", {"channel_id": there.general.id, "content": NEWS})]
    there.ollama.reply("", calls=calls)
    there.ollama.reply(say)
    there.say(there.stage, "tell everybody", there.discord.owner)
    await it.sinks.holds("events", "ApprovalAsked")
    return await there.posted(there.stage, "may I?")


async def test_an_approved_call_runs_once_and_its_turn_goes_on(tmp_path: Path) -> None:
    async with venue() as there, there.show(tmp_path / "home") as it:
        card = await asked_for_a_yes(there, it)
        stranger = await there.discord.answered(there.discord.press(there.ann, card, "tool:ok:1"))
        assert there.discord.messages(there.general) == []
        there.ollama.reply("They know it now.")
        there.discord.press(there.discord.owner, card, "tool:ok:1")
        await there.posted(there.general, NEWS)
        goes_on = await there.posted(there.stage, "They know it now.")

    assert stranger.is_private
    assert NEWS in told(there.ollama)
    assert goes_on.content == "They know it now."
    assert len(there.discord.messages(there.general)) == 1


async def test_a_press_after_a_restart_runs_the_call_once(tmp_path: Path) -> None:
    async with venue() as there:
        async with there.show(tmp_path / "home") as it:
            card = await asked_for_a_yes(there, it)
        async with there.show(tmp_path / "home") as it:
            there.ollama.reply("So it is done.")
            for _ in range(2):
                there.discord.press(there.discord.owner, card, "tool:ok:1")
            await there.posted(there.general, NEWS)
            await there.posted(there.stage, "So it is done.")
            await there.discord.wait_for(lambda _: "done" in card.embeds[0]["title"])

    assert len(there.discord.messages(there.general)) == 1
    assert card.buttons == []


async def test_after_a_restart_it_knows_what_was_said_and_noted(tmp_path: Path) -> None:
    async with venue() as there:
        async with there.show(tmp_path / "home"):
            there.ollama.reply("", calls=[("remember", {"text": "Ann keeps bees.", "about": "person"})])
            await there.ask(there.general, "I keep bees", "Sweet.")
        async with there.show(tmp_path / "home"):
            there.ollama.reply("", calls=[("recall", {"query": "bees"})])
            await there.ask(there.general, "what do I keep?", "Bees.")

    assert "I keep bees" in told(there.ollama)
    assert "Ann: Ann keeps bees." in told(there.ollama)
    assert ("assistant", "Sweet.") in [(each["role"], each["content"]) for each in there.ollama.asked[-1]["messages"]]


async def test_a_plan_that_is_due_is_brought_up_in_its_channel(tmp_path: Path) -> None:
    async with venue() as there:
        async with there.show(tmp_path / "home"):
            owner = there.discord.owner
            planned = await there.used(owner, there.general, "/schedule add", when="in 10 minutes", what="the raffle")
        with sqlite3.connect(tmp_path / "home" / "memory.db") as database:
            database.execute("UPDATE plan SET next_ms = next_ms - 600000")
        there.ollama.reply("It is time for the raffle.")
        async with there.show(tmp_path / "home"):
            brought_up = await there.posted(there.general, "time for the raffle")

    assert "the raffle" in planned
    assert "the raffle" in told(there.ollama)
    assert brought_up.content == "It is time for the raffle."
    assert brought_up.reply_to is None


async def test_direct_messages_are_answered_when_they_are_wanted(tmp_path: Path) -> None:
    async with venue() as there, there.show(tmp_path / "home", direct_messages=True) as it:
        there.ollama.reply("Psst yourself.")
        post = there.discord.say(there.discord.dm(there.ann), there.ann, "psst")
        answer = await there.answer_to(post)

    assert answer.content == "Psst yourself."
    assert "voice" not in it.where_is("Psst yourself")


async def test_the_show_goes_on_while_discord_is_away_and_what_was_said_then_is_answered(tmp_path: Path) -> None:
    async with venue() as there, there.show(tmp_path / "home") as it:
        await there.discord.stop()
        await it.sinks.holds("quoted", "ServiceDown(turn=None, service='discord'")
        await it.ask("say", text="Nobody minds.")
        await it.turns_ended()
        missed = there.say(there.general, "are you there?")
        there.ollama.reply("Always.")
        await there.discord.start()
        answer = await there.answer_to(missed)
        mirrored = await there.posted(there.stage, "Nobody minds.")

    assert answer.content == "Always."
    assert mirrored.content == "Nobody minds."


@pytest.mark.parametrize("is_from_the_start", [True, False])
async def test_without_a_good_token_the_rest_performs_and_says_why(tmp_path: Path, is_from_the_start: bool) -> None:
    async with venue() as there:
        if is_from_the_start:
            there.discord.revoke()
        async with there.unlinked(tmp_path / "home") as it:
            if not is_from_the_start:
                await there.discord.connected()
                there.discord.revoke()
            await it.sinks.holds("quoted", "ServiceDown(turn=None, service='discord'")
            there.ollama.reply("Well, well.")
            await it.ask("react")
            await it.sinks.holds("page", "Well, well.")
            tries = there.discord.gateway.identifies
            status = await it.ask("status")

    assert "token" in json.dumps(status["value"]["down"])
    assert there.discord.gateway.identifies == tries


@pytest.mark.parametrize("is_done", [True, False])
async def test_an_answer_outlives_a_performer_that_is_killed_while_it_is_sent(tmp_path: Path, is_done: bool) -> None:
    home = tmp_path / "home"
    home.mkdir()
    async with venue() as there:
        write_atomically(home / "discord.token", f"{there.discord.token}\n".encode())
        at_discord = there.settings()["discord"].items()
        environment = {f"PERFORMER_DISCORD__{name.upper()}": str(value) for name, value in at_discord}
        environment["OLLAMA_HOST"] = there.ollama.url
        held = there.discord.hold("POST", f"/channels/{there.general.id}/messages", is_done=is_done)
        async with performing(home, "--no-sound", environment=environment) as it:
            await it.journalled("ServiceUp", lambda line: line["service"] == "discord")
            await it.journalled("ServiceUp", lambda line: line["service"] == "brain")
            there.ollama.reply("It is a slime.")
            post = there.say(there.general, "what is that?")
            await there.discord.wait_for(lambda _: held.came)
            await it.end(signal.SIGKILL)
        held.release()
        (home / "journal.pipe").unlink()
        async with performing(home, "--no-sound", environment=environment):
            sends = f"/channels/{there.general.id}/messages"
            await there.discord.wait_for(lambda discord: len(discord.asked("POST", sends)) == 2)
            answer = await there.answer_to(post)

    first, again = there.discord.asked("POST", sends)
    assert first.body["nonce"] == again.body["nonce"]
    assert [answer.content] == [each.content for each in there.discord.messages(there.general)] == ["It is a slime."]


BROKEN_ZOO = """
import sys, traceback
sys.path.insert(0, {here!r})
from tests.fakes.mcp.scripted import serve

def call(name, given, token):
    try:
        open("/srv/secret zoo/animals.csv")
    except OSError:
        return {{"isError": True, "content": [{{"type": "text", "text": traceback.format_exc()}}]}}

TOOLS = [{{"name": "look", "description": "Look.", "inputSchema": {{"type": "object", "properties": {{}}}},
           "annotations": {{"readOnlyHint": True}}}}]
serve("zoo", lambda: TOOLS, call)
"""


async def test_whoever_asks_for_what_a_tool_fails_at_is_told_in_words_without_paths_and_traces(tmp_path: Path) -> None:
    program = tmp_path / "zoo.py"
    program.write_text(BROKEN_ZOO.format(here=str(CHECKOUT)), encoding="utf-8")
    zoo = {"command": sys.executable, "args": ["-I", str(program)], "trusted": True}
    async with venue() as there, there.show(tmp_path / "home", {"mcp": {"zoo": zoo}}) as it:
        await it.sinks.holds("events", "ToolsListed(")
        there.ollama.reply("", calls=[("mcp_zoo_look", {})])
        answer = await there.ask(there.general, "who lives in the zoo?", "")
        card = await there.posted(there.general, "Failed")

    failed = load_prompt_lines("unanswered/failed")
    assert answer.content in failed
    assert [field["value"] for field in card.embeds[0]["fields"]] == [
        r"mcp.zoo.look: \[Errno 2\] No such file or directory: 'animals.csv'"
    ]
    assert "animals.csv" in f"{there.ollama.asked[-1]['messages']}"
    assert "secret zoo" not in f"{there.ollama.asked[-1]['messages']}"
    assert "Traceback" not in f"{there.ollama.asked[-1]['messages']}"
