"""`performer memory`, where no performer runs: the file itself is asked."""

from pathlib import Path

import anyio
import pytest
from typer.testing import CliRunner

from performer.cli.main import cli
from performer.core.clock import SystemClock
from performer.core.files.home import Home
from performer.core.remembered_conversation import RememberedMessage
from performer.memory.database import open_database
from performer.memory.messages import MessageStore
from performer.memory.notes import Notes


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    return Home.find()


async def remember(home: Home) -> None:
    """Keep one message of a channel, and a note of a person in it."""
    clock = SystemClock()
    async with open_database(clock, home.memory_file) as database:
        said = RememberedMessage(role="user", text="hi", at=clock.utc(), author="Ann", author_id="9", message="1")
        MessageStore(clock, database).heard("discord:7", said)
        await Notes(clock, database).keep("likes owls\x1b[2J", "discord:7", "9", "Ann")


def said(*words: str) -> str:
    return CliRunner().invoke(cli, ["memory", *words], catch_exceptions=False).stdout


def test_channels_and_notes_are_shown_and_no_word_steers_the_terminal(home: Home) -> None:
    anyio.run(remember, home)

    channel, note, hint = said().splitlines()
    assert channel.split() == ["discord:7", "1", "message"]
    assert note.startswith("note 1, discord:7 of Ann (9): likes owls")
    assert "\x1b" not in note
    assert "forget --note N" in hint


def test_a_person_is_forgotten_without_a_show(home: Home) -> None:
    anyio.run(remember, home)

    assert said("forget", "--person", "9") == "forgotten: 1 message, 1 note\n"
    assert said() == "Nothing is remembered.\n"
