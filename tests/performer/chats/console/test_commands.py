"""The commands of the common table, typed in the terminal."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from performer.chats.command_table import COMMANDS, CommandRow
from performer.chats.console.commands import ConsoleCommands, find_command, format_help, format_usage, read_options
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError, ServiceError
from tests.fakes.browser import install_browser, remove_browser

pytestmark = pytest.mark.anyio
PANEL = Path(__file__).with_name("panel.html")

STATE: dict[str, Any] = {
    "pauses": {},
    "speaking": True,
    "said": "Hello.",
    "turn": None,
    "down": {"voice": "no device"},
    "roles": [{"part": "brain", "plays": "owl:7b", "why": "it is slow", "state": "works"}],
    "endpoints": [],
}
STATUS = "\n".join(["speaking: Hello.", "brain  owl:7b", "       it is slow", "voice is down: no device"])
ANSWERS: dict[str, Any] = {
    "say": "comes next",
    "react": "comes next",
    "hush": "silent",
    "pause": "paused",
    "resume": "goes on",
    "persona": "It plays Pip.",
    "config.set": "written",
    "status": STATE,
    "approvals.list": [{"number": 3, "tool": "door", "arguments": {"room": "red"}, "why": "ann: hi"}],
    "tools.list": [
        {"name": "show_emote", "description": "Show an emote. Call it often.", "privilege": "fun"},
        {"name": "set_mood", "description": "Change the face that your owl makes.", "privilege": "fun"},
        {"name": "send_post", "description": "Send a post", "privilege": "outside"},
    ],
    "mcp.list": [
        {
            "name": "time",
            "is_up": True,
            "trouble": "",
            "left_out": ["'look': its schema is broken"],
            "tools": {"now": "allowed", "zones": "new", "days": "new"},
        },
        {"name": "sky", "is_up": False, "trouble": "no such program", "left_out": [], "tools": {}},
    ],
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
        self.commands = ConsoleCommands({name: self.operation(name) for name in ANSWERS}, PANEL)

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
        ("pause", ("pause", {"reason": "by hand, in the terminal"}), "paused"),
        ("resume", ("resume", {}), "goes on"),
        ("persona", ("persona", {}), "It plays Pip."),
        ("mood happy", ("config.set", {"key": "mascot.mood", "value": "happy"}), "written"),
        ("model", ("status", {}), "It is led by owl:7b."),
        ("model owl:4b", ("config.set", {"key": "model.name", "value": "owl:4b"}), "written"),
        ("status", ("status", {}), STATUS),
        ("approvals", ("approvals.list", {}), '3: door {"room": "red"}, because ann: hi'),
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


@pytest.mark.parametrize(
    "row", [each for each in COMMANDS if each.name not in ("approve", "cancel")], ids=lambda each: each.name
)
async def test_every_command_of_the_table_is_there(row: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    remove_browser(monkeypatch)
    needed = {"when": "'in 10 minutes'", "plan": "1"}
    words = [needed.get(each["name"], "x") for each in row.options if each.get("is_required", True)]
    word, _, rest = f"{row.name} {' '.join(words)}".strip().partition(" ")

    assert await Operations().commands.run(word, rest)


async def test_what_is_missing_or_too_much_is_told_with_how_it_is_written() -> None:
    commands = Operations().commands

    with pytest.raises(ConfigError, match=r"/schedule add .WHEN. .WHAT. .*'what' is missing"):
        await commands.run("schedule", 'add "in 10 minutes"')
    with pytest.raises(ConfigError, match=r"/say TEXT — .* 'text' is missing"):
        await commands.run("say", "")
    with pytest.raises(ConfigError, match="Expected a number"):
        await commands.run("schedule", "remove soon")
    with pytest.raises(ServiceError, match="it has no 'react'"):
        await ConsoleCommands({}, PANEL).run("react", "")


async def test_a_mood_that_is_left_out_is_told_with_the_moods_that_there_are() -> None:
    with pytest.raises(ConfigError, match=r"'mood' is missing\. It is one of: neutral, happy, sad, angry,"):
        await Operations().commands.run("mood", "")


async def test_a_word_too_much_is_told_with_where_to_find_what_there_is() -> None:
    show = Operations()

    with pytest.raises(ConfigError) as told:
        await show.commands.run("react", "confetti")

    assert str(told.value) == (
        "/react — Comment on what is on the screen now. 'confetti' is too much: ask for it in "
        "your own words, without a slash. /tools lists what there is, /help the commands."
    )
    assert show.asked == []


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (
            "panel x",
            "/panel — Open the panel in your browser. 'x' is too much: leave it out. /help lists the commands.",
        ),
        (
            "forget ann lee",
            (
                "/forget [person=…] [note=…] — Delete what is remembered of this channel, one person, or one note. "
                "'ann lee' is too much: it takes person=… and note=… alone. /help lists the commands."
            ),
        ),
    ],
)
async def test_a_word_too_much_is_told_with_the_remedy_for_that_command(typed: str, told: str) -> None:
    show, (word, rest) = Operations(), typed.split(" ", 1)

    with pytest.raises(ConfigError) as refused:
        await show.commands.run(word, rest)

    assert (str(refused.value), show.asked) == (told, [])


@pytest.mark.parametrize("row", [each for each in COMMANDS if each.only != "discord"], ids=lambda each: each.name)
async def test_what_is_typed_as_help_shows_it_is_understood(row: CommandRow) -> None:
    usage = format_usage(row).partition(" — ")[0].removeprefix(f"/{row.name}").strip()

    found = read_options(row, re.sub(r"\[(.*?)=…\]", r"\1=x", usage))

    is_needed = {each["name"]: each.get("is_required", True) for each in row.options}
    assert found == {name: name.upper() if needed else "x" for name, needed in is_needed.items()}


async def test_tools_are_told_for_people_with_why_one_is_left_out() -> None:
    told = await Operations().commands.run("tools", "")

    assert told is not None
    assert told.splitlines() == [
        "show_emote — Show an emote; ready",
        "set_mood — Change the face of the mascot; ready",
        "send_post — Send a post; ready, asks you first",
        f"time: zones, days — left out until you allow it: {COMMAND} mcp allow time",
        "time — left out: 'look': its schema is broken",
        "sky — left out: no such program",
    ]


async def test_the_panel_opens_in_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = install_browser(tmp_path, monkeypatch)

    assert await Operations().commands.run("panel", "") == "The panel opens in your browser."
    assert noted.read_text(encoding="utf-8") == PANEL.as_uri()


async def test_without_a_screen_the_panel_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    remove_browser(monkeypatch)

    told = await Operations().commands.run("panel", "")

    assert told == f"No browser could be opened. Open this file in one on this machine: {PANEL}"


def test_help_gives_every_command_of_the_terminal_with_what_it_does() -> None:
    lines = format_help().splitlines()
    here = [each for each in COMMANDS if each.only != "discord"]

    commands = [line for line in lines if " — " in line]
    assert len(commands) == len(here)
    assert all(each.description in line for each, line in zip(here, commands, strict=True))
    assert "/mood MOOD — Change the mascot's resting face." in lines
    assert not any("monitor" in line for line in lines)


def test_help_says_of_every_option_that_is_no_plain_word_what_it_takes() -> None:
    lines = format_help().splitlines()

    at = next(at for at, line in enumerate(lines) if line.startswith("/forget"))
    assert lines[at + 1 : at + 3] == [
        "/forget person=…: all of one person, in every channel, by their number at Discord",
        "/forget note=…: one note, by its number",
    ]
    assert '/schedule add "WHEN": in 10 minutes, tomorrow 9:00, every friday 20:00, or cron' in lines
    assert "/schedule add channel=…: such as stage or discord:123; left out: the stage" in lines
    assert "/mood MOOD: neutral, happy, sad, angry, surprised, thinking" in lines
    explained = {line.partition(":")[0].rpartition(" ")[2] for line in lines if " — " not in line}
    assert explained >= {"reason=…", "name=…", "skip_if_missed=…"}


async def test_a_word_that_is_no_command_is_none() -> None:
    assert find_command("dance", "") is None
    assert await Operations().commands.run("schedule", "") is None
