"""What goes wrong at Discord while a whole show is on: it goes on, says so once, and nothing is written twice."""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from time import time
from typing import Any

import pytest

from performer.chats.discord.bot import bot, errors, rate_limits
from performer.chats.discord.bot.rate_limits import AN_HOUR
from performer.core.prompt_files import load_prompt_lines
from tests.e2e.in_discord import Venue, venue
from tests.e2e.test_discord_life import NEWS, asked_for_a_yes
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.values import Post
from tests.performer.chats.discord.bot.standing import HURRY
from tests.sinks import Watched

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

UP = "ServiceUp(turn=None, service='discord'"
DOWN = "ServiceDown(turn=None, service='discord'"


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a lost link be tried again at once."""
    monkeypatch.setattr(bot, "DiscordBot", partial(bot.DiscordBot, pace=HURRY))


@pytest.fixture(autouse=True)
def no_tracebacks(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail where a mistake was logged as such."""
    yield
    assert [record.getMessage() for record in caplog.get_records("call") if record.exc_info] == []


async def goes_on(it: Watched, line: str) -> None:
    """Have the show say something."""
    await it.ask("say", text=line)
    await it.sinks.holds("page", line)


def told(it: Watched, words: str) -> list[str]:
    """Return what was told of the services and holds some words."""
    return [text for text in it.sinks.all("quoted") if words in text]


def replies(there: Venue, post: Post) -> list[str]:
    return [each.content for each in there.discord.messages(post.channel) if each.reply_to is post]


BREAKS: Mapping[str, Callable[[Gateway], None]] = {
    "the connection breaks": Gateway.abort,
    "op 7": Gateway.ask_to_reconnect,
    "op 9, resumable": partial(Gateway.invalidate, is_resumable=True),
    "no heartbeat is answered": lambda gateway: setattr(gateway, "answers_heartbeats", False),
    "it hangs up": lambda gateway: gateway.close(4000),
}


async def test_however_the_gateway_breaks_each_line_is_answered_once(tmp_path: Path) -> None:
    async with venue() as there:
        gateway = there.discord.gateway
        gateway.heartbeat_s = 0.2
        async with there.show(tmp_path / "home") as it:
            posts = []
            for how, breaks in BREAKS.items():
                there.ollama.reply(f"So {how}.")
                resumed = len(gateway.resumes)
                breaks(gateway)
                posts.append(there.say(there.general, "are you there?"))
                await there.discord.wait_for(lambda _, known=resumed: len(gateway.resumes) > known)  # type: ignore[misc]  # mypy reads no default of a lambda
                gateway.answers_heartbeats = True
                await there.answer_to(posts[-1])
            await goes_on(it, "Nobody minds.")
            await there.posted(there.stage, "Nobody minds.")

    assert [replies(there, post) for post in posts] == [[f"So {how}."] for how in BREAKS]
    assert len(there.discord.messages(there.stage)) == len(gateway.identifies) == 1
    assert (len(told(it, DOWN)), len(told(it, UP))) == (0, 1)


async def test_what_was_asked_between_two_sessions_is_answered_once(tmp_path: Path) -> None:
    async with venue() as there, there.show(tmp_path / "home") as it:
        await there.ask(there.general, "are you there?", "I am.")
        posts = []
        for number in (1, 2):
            there.ollama.reply(f"So {number}.")
            there.discord.gateway.invalidate()
            posts.append(there.say(there.general, f"and now, {number}?"))
            await there.answer_to(posts[-1])
        await goes_on(it, "Nobody minds.")
        await there.posted(there.stage, "Nobody minds.")

    assert [replies(there, post) for post in posts] == [["So 1."], ["So 2."]]


async def test_who_asks_while_no_model_is_there_is_told_so_and_answered_once_it_is_back(tmp_path: Path) -> None:
    async with venue() as there, there.show(tmp_path / "home"):
        ben = there.discord.person("Ben", there.guild)
        await there.ask(there.general, "are you there?", "I am.")
        await there.ollama.stop()
        asked = there.say(there.general, "and now?")
        excuse = (await there.answer_to(asked)).content
        later = there.say(there.general, "and me?", who=ben)
        excuse_too = (await there.answer_to(later)).content
        there.ollama.reply("Here again.")
        there.ollama.reply("You too.")
        await there.ollama.start()
        await there.discord.wait_for(lambda _: len(replies(there, asked)) == len(replies(there, later)) == 2)

    assert {excuse, excuse_too} <= {*load_prompt_lines("unanswered/away")}
    assert (replies(there, asked), replies(there, later)) == ([excuse, "Here again."], [excuse_too, "You too."])


async def test_what_was_taken_back_while_a_session_was_gone_is_not_known(tmp_path: Path) -> None:
    async with venue() as there, there.show(tmp_path / "home") as it:
        await there.ask(there.general, "I live in Elm St", "Nice.")
        (post,) = [each for each in there.general.in_order() if "Elm St" in each.content]
        there.discord.gateway.invalidate()
        there.discord.delete(post)
        await it.sinks.until(lambda: len(told(it, UP)) == 2, "the new session")
        await there.ask(there.general, "what do you know of me?", "Little.")

    assert "Elm St" not in f"{there.ollama.asked[-1]['messages']}"
    assert len(told(it, DOWN)) == 1


async def test_an_answer_that_is_being_written_outlives_the_gateway(tmp_path: Path) -> None:
    async with venue() as there, there.show(tmp_path / "home") as it:
        asked = len(there.ollama.asked)
        there.ollama.reply("A long answer it is.", hold=True)
        post = there.say(there.general, "tell me all")
        await it.sinks.until(lambda: len(there.ollama.asked) > asked, "the question")
        there.discord.gateway.invalidate()
        await there.discord.wait_for(lambda discord: len(discord.gateway.identifies) == 2)
        there.ollama.release()
        await there.answer_to(post)
        await there.ask(there.general, "and now?", "Nothing more.")

        assert replies(there, post) == ["A long answer it is."]


async def test_a_gateway_that_forgets_every_session_is_left_alone_for_an_hour_and_over_a_restart(
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    async with venue() as there:
        gateway = there.discord.gateway
        async with there.show(home) as it:
            for known in range(1, AN_HOUR):
                gateway.invalidate()
                await there.discord.wait_for(lambda _, n=known: len(gateway.identifies) > n and gateway.is_connected)  # type: ignore[misc]  # mypy reads no default of a lambda
            gateway.invalidate()
            await it.sinks.holds("quoted", "too often; it goes on in 60 minutes")
            await goes_on(it, "Nobody minds.")
            await there.posted(there.stage, "Nobody minds.")
            assert len(told(it, "too often")) == 1
        async with there.unlinked(home) as it:
            await it.sinks.holds("quoted", "too often; it goes on in")
            await goes_on(it, "Still here.")
        assert len(gateway.identifies) == AN_HOUR
        with sqlite3.connect(home / "memory.db") as database:
            long_ago = json.dumps([time() - 3700] * AN_HOUR)
            database.execute("UPDATE kept SET value = ? WHERE name = 'discord.identifies'", (long_ago,))
        async with there.show(home) as it:
            await there.ask(there.general, "are you back?", "I am.")
    assert len(gateway.identifies) == AN_HOUR + 1


@pytest.mark.parametrize("scope", ["user", "global"])
async def test_what_discord_has_wait_a_little_is_written_once(tmp_path: Path, scope: str) -> None:
    async with venue() as there, there.show(tmp_path / "home") as it:
        there.discord.trouble("POST", "/messages", status=429, retry_after=0.5, scope=scope)
        await goes_on(it, "One.")
        await goes_on(it, "Two.")
        await there.posted(there.stage, "Two.")

        assert [post.content for post in there.discord.messages(there.stage)] in (["One.", "Two."], ["One.\nTwo."])


async def test_a_global_limit_that_outlasts_a_call_holds_up_no_later_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with venue() as there, there.show(tmp_path / "home") as it:
        monkeypatch.setattr(bot, "WITHIN_S", 0.4)
        there.discord.trouble("POST", "/messages", status=429, retry_after=0.6, scope="global")
        await goes_on(it, "One.")
        await there.posted(there.stage, "One.")

    assert len(there.discord.messages(there.stage)) == 1


@pytest.mark.expects_log
async def test_what_discord_has_wait_an_hour_is_dropped_told_and_not_asked_again(tmp_path: Path) -> None:
    async with venue() as there, there.show(tmp_path / "home") as it:
        there.discord.trouble("POST", "/messages", status=429, retry_after=3600.0)
        await goes_on(it, "One.")
        await it.sinks.until(lambda: bool(told(it, "slower than the show")), "why the first line is missing")
        await goes_on(it, "Two.")

    assert len(there.discord.asked("POST", "/messages")) == 1
    assert there.discord.messages(there.stage) == []


@pytest.mark.expects_log
async def test_while_nothing_may_be_asked_for_an_hour_nothing_is(tmp_path: Path) -> None:
    async with venue() as there, there.show(tmp_path / "home") as it:
        there.discord.trouble("POST", "/messages", status=429, retry_after=3600.0, scope="global")
        for line in ("One.", "Two."):
            await goes_on(it, line)
        post = there.say(there.general, "hello?")
        there.ollama.reply("Hello.")
        await it.turns_ended(3)
        asked = len(there.discord.requests)

    assert len(there.discord.requests) == asked
    assert len(there.discord.asked("POST", "/messages")) == 1
    assert replies(there, post) == []


@pytest.mark.expects_log
async def test_a_ban_is_rested_off_told_once_and_over_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "BANNED_S", 0.05)
    for module in (bot, rate_limits):
        monkeypatch.setattr(module, "REST_S", 2.0)
    async with venue() as there, there.show(tmp_path / "home") as it:
        ban = there.discord.trouble(status=429, is_cloudflare=True, times=1000)
        await goes_on(it, "A line.")
        await it.sinks.holds("quoted", "nothing is asked of it")
        came = ban.came
        await goes_on(it, "Nobody minds.")
        assert ban.came == came
        ban.release()
        await it.sinks.until(lambda: len(told(it, UP)) == 3, "the end of the rest")
        answer = await there.ask(there.general, "and now?", "I am back.")
        await there.posted(there.stage, "Nobody minds.")

    assert replies(there, answer.reply_to or answer) == ["I am back."]
    assert [("nothing is asked" in each) for each in told(it, UP)] == [False, True, False]
    assert told(it, DOWN) == []


@pytest.mark.expects_log
async def test_a_token_that_is_taken_back_for_requests_alone_is_told_once(tmp_path: Path) -> None:
    async with venue() as there, there.show(tmp_path / "home") as it:
        there.discord.rest.is_revoked = True
        for number in range(2):
            await goes_on(it, f"Line {number}.")
            await it.sinks.until(lambda known=number: len(there.discord.asked("POST", "/messages")) > known, "a try")  # type: ignore[misc]  # mypy reads no default of a lambda

    (log,) = it.sinks.all("log")
    assert log.count("misses a line of the show: Discord refuses the bot's token") == 1
    assert [("refuses the bot's token" in each) for each in told(it, "service='discord mirror'")] == [True]
    assert there.discord.token not in log


@pytest.mark.expects_log
async def test_when_the_intent_for_content_goes_off_mentions_are_answered_on(tmp_path: Path) -> None:
    async with venue() as there, there.show(tmp_path / "home") as it:
        there.discord.without_content()
        there.discord.gateway.invalidate()
        await it.sinks.until(lambda: len(told(it, UP)) == 2, "the new session")
        await there.ask(there.general, "who is winning?", "The owl.")
        await goes_on(it, "Nobody minds.")

    assert [("Message Content Intent is off" in each) for each in told(it, UP)] == [False, True]
    assert len(told(it, DOWN)) == 1


async def test_a_command_that_comes_twice_or_too_late_is_obeyed_once_and_breaks_nothing(tmp_path: Path) -> None:
    async with venue() as there, there.show(tmp_path / "home") as it:
        owner = there.discord.owner
        use = there.discord.use(owner, there.general, "/say", text="Welcome.")
        there.discord.tell_use(use)
        await there.discord.answered(use)
        await it.sinks.holds("page", "Welcome.")
        late = there.discord.use(owner, there.general, "/status")
        late.at_s -= 4.0
        await it.sinks.until(lambda: len(there.discord.asked("POST", "/callback")) == 2, "the late answer")
        status = await there.used(owner, there.general, "/status")

    assert "qwen3-vl" in status
    assert late.answers == []
    assert len(use.callbacks) == 1
    assert len([each for each in it.sinks.all("events") if "TurnEnded" in each]) == 1


@pytest.mark.parametrize("how", [{"hangs_up": True, "times": 9}, {"status": 404, "code": 10062, "times": 9}])
async def test_a_yes_whose_press_cannot_be_answered_counts_all_the_same_once(
    tmp_path: Path, how: Mapping[str, Any]
) -> None:
    async with venue() as there, there.show(tmp_path / "home") as it:
        card = await asked_for_a_yes(there, it)
        there.discord.trouble("POST", "/callback", **how)
        there.ollama.reply("They know it now.")
        for _ in range(2):
            there.discord.press(there.discord.owner, card, "tool:ok:1")
        await there.posted(there.general, NEWS)
        await there.posted(there.stage, "They know it now.")
        await there.discord.wait_for(lambda _: "done" in card.embeds[0]["title"])

    assert len(there.discord.messages(there.general)) == 1
    assert card.buttons == []


async def break_the_disk(it: Watched) -> None:
    """Have the memory's file take nothing more."""
    await it.parts.base.database.read(lambda file: file.execute("PRAGMA query_only = ON"))


@pytest.mark.expects_log
async def test_where_the_disk_fails_nobody_is_asked_for_a_yes_and_the_model_is_told(tmp_path: Path) -> None:
    async with venue() as there, there.show(tmp_path / "home") as it:
        await break_the_disk(it)
        there.ollama.reply("", calls=[("discord_send", {"channel_id": there.general.id, "content": NEWS})])
        answer = await there.ask(there.stage, "tell everybody", "I cannot.")
        await goes_on(it, "Nobody minds.")

    assert answer.content == "I cannot."
    assert "asked for a yes now" in f"{there.ollama.asked[-1]['messages']}"
    assert len(told(it, "service='memory'")) == 1
    assert there.discord.messages(there.general) == []


@pytest.mark.expects_log
async def test_a_yes_that_cannot_be_kept_runs_nothing_until_it_can(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with venue() as there:
        async with there.show(home) as it:
            card = await asked_for_a_yes(there, it)
            await it.sinks.until(lambda: bool(it.parts.ground.approvals.waiting[0].asked_as), "which message asks")
            await break_the_disk(it)
            press = await there.discord.answered(there.discord.press(there.discord.owner, card, "tool:ok:1"))
            await goes_on(it, "Nobody minds.")
            await it.sinks.holds("quoted", "service='memory'")
            assert there.discord.messages(there.general) == []
        assert press.is_private
        assert "Make room" in press.text
        async with there.show(home):
            there.ollama.reply("They know it now.")
            there.discord.press(there.discord.owner, card, "tool:ok:1")
            await there.posted(there.general, NEWS)
            await there.posted(there.stage, "They know it now.")

    assert [post.content for post in there.discord.messages(there.general)].count(NEWS) == 1


@pytest.mark.expects_log
async def test_a_message_that_asks_and_cannot_be_kept_tells_why_it_is_of_no_use(tmp_path: Path) -> None:
    async with venue() as there, there.show(tmp_path / "home") as it:
        held = there.discord.hold("POST", f"/channels/{there.stage.id}/messages")
        there.ollama.reply("", calls=[("discord_send", {"channel_id": there.general.id, "content": NEWS})])
        there.ollama.reply("")
        there.say(there.stage, "tell everybody", there.discord.owner)
        await it.sinks.holds("events", "ApprovalAsked")
        await break_the_disk(it)
        held.release()
        card = await there.posted(there.stage, "may I?")
        await it.sinks.until(lambda: bool(it.parts.ground.approvals.waiting[0].asked_as), "which message asks")
        press = await there.discord.answered(there.discord.press(there.discord.owner, card, "tool:ok:1"))

    assert "Make room" in press.text
    assert there.discord.messages(there.general) == []
