"""The commands of the common table, typed in the terminal."""

from collections.abc import Mapping
from typing import Any

import pytest

from performer.chats.command_table import COMMANDS
from performer.chats.console.commands import ConsoleCommands, find_command
from performer.core.errors import ConfigError, ServiceError

pytestmark = pytest.mark.anyio

STATE: dict[str, Any] = {
    "pauses": {},
    "speaking": True,
    "said": "Hello.",
    "turn": None,
    "down": {"voice": "no device"},
    "roles": [{"part": "brain", "plays": "owl:7b", "why": ""}],
}
ANSWERS: dict[str, Any] = {
    "say": "comes next",
    "react": "comes next",
    "hush": "silent",
    "pause": "paused",
    "resume": "goes on",
    "config.set": "written",
    "status": STATE,
    "tools.list": [{"name": "show_emote", "description": "Show an emote."}],
    "memory.notes": [{"number": 4, "text": "Ann likes tea"}],
    "memory.forget": "2 lines are forgotten",
    "schedule.add": {"number": 1, "understood": "once, in 10 min"},
    "schedule.list": [{"number": 1, "when": "in 10 min", "text": "drink"}],
    "schedule.remove": "plan 1 is removed",
}


class Operations:
    """What the show would do, noted down."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, object]]] = []
        self.commands = ConsoleCommands({name: self.operation(name) for name in ANSWERS})

    def operation(self, name: str) -> Any:
        async def answer(arguments: Mapping[str, object]) -> Any:
            self.asked.append((name, dict(arguments)))
            return ANSWERS[name]

        return answer


@pytest.mark.parametrize(
    ("typed", "asked", "told"),
    [
        ("say hello, it's me", ("say", {"text": "hello, it's me"}), "comes next"),
        ("react", ("react", {}), "comes next"),
        ("hush", ("hush", {}), "silent"),
        ("pause back soon", ("pause", {"reason": "back soon"}), "paused"),
        ("pause", ("pause", {"reason": "as asked in the terminal"}), "paused"),
        ("resume", ("resume", {}), "goes on"),
        ("mood happy", ("config.set", {"key": "mascot.mood", "value": "happy"}), "written"),
        ("model", ("status", {}), "It is led by owl:7b."),
        ("model owl:4b", ("config.set", {"key": "model.name", "value": "owl:4b"}), "written"),
        ("status", ("status", {}), "Speaking: Hello.\nvoice is down: no device\nbrain: owl:7b"),
        ("tools", ("tools.list", {}), "show_emote: Show an emote."),
        ("notes", ("memory.notes", {}), "4: Ann likes tea"),
        ("forget", ("memory.forget", {"channel": "stage"}), "2 lines are forgotten"),
        ("forget note=4", ("memory.forget", {"note": 4}), "2 lines are forgotten"),
        (
            'schedule add "in 10 minutes" drink something',
            ("schedule.add", {"when": "in 10 minutes", "text": "drink something", "missed": "once", "is_own": True}),
            "Plan 1: once, in 10 min",
        ),
        ("schedule list", ("schedule.list", {}), "1, in 10 min: drink"),
        ("schedule remove 1", ("schedule.remove", {"number": 1}), "plan 1 is removed"),
    ],
)
async def test_a_command_does_in_the_terminal_what_it_does_at_discord(
    typed: str, asked: tuple[str, dict[str, object]], told: str
) -> None:
    show = Operations()

    assert await show.commands.run(*(*typed.split(" ", 1), "")[:2]) == told
    assert show.asked == [asked]


@pytest.mark.parametrize("row", COMMANDS, ids=lambda each: each.name)
async def test_every_command_of_the_table_is_there(row: Any) -> None:
    needed = {"when": "'in 10 minutes'", "plan": "1"}
    words = [needed.get(each["name"], "x") for each in row.options if each.get("is_required", True)]
    word, _, rest = f"{row.name} {' '.join(words)}".strip().partition(" ")

    assert await Operations().commands.run(word, rest)


async def test_what_is_missing_or_too_much_is_told_with_how_it_is_written() -> None:
    commands = Operations().commands

    with pytest.raises(ConfigError, match=r"/schedule add .WHEN. .WHAT. .*'what' is missing"):
        await commands.run("schedule", 'add "in 10 minutes"')
    with pytest.raises(ConfigError, match=r"/say \"TEXT\": .* 'text' is missing"):
        await commands.run("say", "")
    with pytest.raises(ConfigError, match="Expected a number"):
        await commands.run("schedule", "remove soon")
    with pytest.raises(ServiceError, match="it has no 'react'"):
        await ConsoleCommands({}).run("react", "")


async def test_a_word_that_is_no_command_is_none() -> None:
    assert find_command("dance", "") is None
    assert await Operations().commands.run("schedule", "") is None
