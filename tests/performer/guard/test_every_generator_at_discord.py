"""Whatever people at Discord write, name or plan: no blocked word of theirs comes out anywhere."""

import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.in_discord import Venue, venue
from tests.fakes.discord.values import Person
from tests.performer.guard.test_every_generator import CLEAN, LINES, SPELLINGS, TEXT
from tests.sinks import Sinks, Watched

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

WRITTEN = {"events", "journal", "discord"}
CARDS = {*WRITTEN, "discord's embeds"}
ANSWERS = {"discord's answers"}

Generator = Callable[[Path], Awaitable[Sinks]]


async def lines_and_names(folder: Path) -> Sinks:
    """The understudy repeats names and words of whom it answers; and a model is asked by them."""
    async with venue() as there:
        async with there.show(folder, {"model": {"spec": "understudy"}}) as quoting:
            # It names nobody for a line of which a part was masked; and the name that it does tell may begin its line.
            for name, text in (*((each, TEXT) for each in SPELLINGS), (f"the {CLEAN}", CLEAN)):
                await there.answer_to(there.say(there.stage, text, there.discord.person(name, there.guild)))
            await quoting.sinks.holds("page", CLEAN)
        return await left(there, quoting)


async def answers_that_are_only_written(folder: Path) -> Sinks:
    async with venue() as there:
        async with there.show(folder) as it:
            await there.ask(there.general, TEXT, LINES)
            await there.posted(there.general, CLEAN)
        return await left(there, it)


async def tools_that_read_discord(folder: Path) -> Sinks:
    """What they tell has lines, names of people, files and channels in it."""
    async with venue() as there:
        for number, spelling in enumerate((*SPELLINGS, CLEAN)):
            there.discord.rename(there.general, spelling)
            who = there.discord.person(spelling, there.guild)
            file = there.discord.file(b"x", filename=f"{spelling}.png", description=TEXT)
            there.discord.say(there.general, who, TEXT, attachments=[file], ago_s=60 - number)
        async with there.show(folder) as it:
            calls = ("discord_channel_info", "discord_channel_messages", "discord_search_window")
            for number, call in enumerate(calls, 1):
                arguments: dict[str, Any] = {"query": "no"} if "search" in call else {}
                there.ollama.reply("", calls=[(call, arguments)])
                await there.ask(there.general, f"use {call}", f"Lamp {number} of the {CLEAN} is lit.")
        return await left(there, it)


async def calls_of_a_model(folder: Path) -> Sinks:
    """In the embeds that show its calls, and in those that ask for a yes."""
    async with venue() as there:
        async with there.show(folder) as it:
            elsewhere = {"channel_id": there.stage.id, "content": f"The {CLEAN} is here."}
            calls: list[tuple[str, dict[str, Any]]] = [
                ("discord_send", {**elsewhere, "content": TEXT}),
                ("overlay_text", {"text": CLEAN}),
                ("overlay_text", {"text": TEXT, "plonk": "pl0nk"}),
                ("p l o n k", {"pl0nk": [TEXT]}),
                ("remember", {"text": TEXT}),
                ("schedule", {"when": "in 10 minutes", "text": TEXT}),
                ("discord_guilds", {"plonk": TEXT}),
            ]
            there.ollama.reply("", calls=calls)
            await there.ask(there.general, TEXT, LINES)
            await there.posted(there.general, CLEAN)
        return await left(there, it)


async def what_was_noted(folder: Path) -> Sinks:
    """A file that anybody may have written into."""
    async with venue() as there:
        async with there.show(folder):
            await there.ask(there.general, "hello", "Hello.")
        with sqlite3.connect(folder / "memory.db") as database:
            for spelling in (*SPELLINGS, CLEAN):
                note = (f"discord:{there.general.id}", there.ann.id, spelling, f"{spelling}! {TEXT}")
                database.execute(
                    "INSERT INTO note (channel, person_id, person, text, at_ms) VALUES (?, ?, ?, ?, 1)", note
                )
        async with there.show(folder) as it:
            there.ollama.reply("", calls=[("recall", {"query": "but"})])
            await there.ask(there.general, "what do you know?", f"Of {CLEAN}.")
        return await left(there, it)


async def what_is_planned(folder: Path) -> Sinks:
    async with venue() as there:
        owner = there.discord.owner
        async with there.show(folder) as it:
            for what in (*SPELLINGS, CLEAN):
                await there.used(owner, there.general, "/schedule add", when="in 10 minutes", what=f"{what} is due")
            await there.used(owner, there.general, "/schedule list")
            use = there.discord.type_option(owner, there.general, "/schedule remove", plan="")
            await there.discord.answered(use)
        with sqlite3.connect(folder / "memory.db") as database:
            database.execute("UPDATE plan SET next_ms = next_ms - 600000")
        async with there.show(folder, {"model": {"spec": "understudy"}}) as again:
            await there.posted(there.general, CLEAN)
        it.sinks.take("second evening", again.sinks.told())
        return await left(there, it)


async def commands_and_their_answers(folder: Path) -> Sinks:
    async with venue() as there:
        async with there.show(folder) as it:
            for word in (*SPELLINGS, CLEAN):
                who = moderator(there, word)
                there.discord.rename(there.general, word)
                for command, options in (
                    ("/pause", {"reason": word}),
                    ("/status", {}),
                    ("/resume", {}),
                    ("/monitor add", {"channel": there.general}),
                    ("/monitor list", {}),
                    ("/model", {"name": word}),
                    ("/mood", {"mood": word}),
                    ("/say", {"text": f"What a {word}."}),
                ):
                    await there.used(who, there.general, command, **options)
            await it.sinks.holds("page", f"What a {CLEAN}.")
        return await left(there, it)


def moderator(there: Venue, name: str) -> Person:
    there.discord.owner.name = name
    return there.discord.owner


async def left(there: Venue, it: Watched) -> Sinks:
    there.leave(it.sinks)
    return it.sinks


@pytest.mark.parametrize(
    ("generator", "sinks"),
    [
        (lines_and_names, {*WRITTEN, "voice", "page"}),
        (answers_that_are_only_written, WRITTEN),
        (tools_that_read_discord, CARDS),
        (calls_of_a_model, CARDS),
        (what_was_noted, CARDS),
        (what_is_planned, ANSWERS),
        (commands_and_their_answers, ANSWERS),
    ],
)
async def test_a_blocked_word_at_discord_is_found_at_no_sink(
    tmp_path: Path, generator: Generator, sinks: set[str]
) -> None:
    made = await generator(tmp_path)

    print(made.told())
    assert {spelling: made.where_is(spelling) for spelling in SPELLINGS} == {spelling: set() for spelling in SPELLINGS}
    assert made.where_is(CLEAN) >= sinks
