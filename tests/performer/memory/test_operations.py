"""What may be asked of the memory by the control socket, and by the command line when nobody performs."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import anyio.to_thread
import pytest
from typer.testing import CliRunner

from performer.cli.main import cli
from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ConfigError
from performer.core.files.home import Home
from performer.memory.backups import Backups, list_backups
from performer.memory.database import open_database
from performer.memory.notes import Notes
from performer.memory.operations import MemoryOperations
from tests.performer.memory.remembering import HERE, Remembering, remembering

pytestmark = pytest.mark.anyio


@pytest.fixture
async def here(virtual_clock: VirtualClock) -> AsyncIterator[Remembering]:
    async with remembering(virtual_clock) as each:
        yield each


async def ask(here: Remembering, operation: str, **arguments: Any) -> Any:
    memory = here.memory
    operations = MemoryOperations(memory.messages, memory.notes, memory.renew_copies)
    return await operations.by_name()[operation](arguments)


async def test_notes_are_listed_and_forgotten_by_their_number(here: Remembering) -> None:
    await here.memory.notes.keep("likes tea", HERE, "id-anna", "anna")
    (note,) = await ask(here, "memory.notes", channel=HERE)

    assert (note["person"], note["text"], note["at"]) == ("anna", "likes tea", "2026-01-01T00:00:00Z")
    with pytest.raises(ConfigError, match="no note"):
        await ask(here, "memory.forget", note=note["number"], person="id-bob")
    assert "forgotten" in await ask(here, "memory.forget", note=note["number"], person="id-anna")
    assert await ask(here, "memory.notes") == []


async def test_a_channel_and_a_person_are_forgotten_and_what_it_was_is_told(here: Remembering) -> None:
    here.say("one", number=1)
    here.say("two", number=2, by="bob")
    here.say("three", number=3, channel="discord:2", by="bob")

    assert await ask(here, "memory.forget", channel="discord:2") == "forgotten: 1 message, 0 notes"
    assert await ask(here, "memory.forget", person="id-bob") == "forgotten: 1 message, 0 notes"
    assert await ask(here, "memory.channels") == {HERE: 1}


async def test_what_is_forgotten_is_in_no_nightly_copy_from_then_on(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    file = tmp_path / "memory.db"
    async with remembering(virtual_clock, file=file) as here:
        here.say("my secret garden", number=1, by="bob")
        await here.memory.notes.keep("keeps quails", HERE)
        await here.database.settled()
        copies = Backups(virtual_clock, here.stream, file)
        for _ in range(3):
            await copies.copy()
            await virtual_clock.advance(60)
        assert [holds(copy, b"garden") and holds(copy, b"quails") for copy in list_backups(file)] == [True] * 3

        await ask(here, "memory.forget", person="id-bob")
        await ask(here, "memory.forget", note=1)
        (copy,) = list_backups(file)

    assert not holds(copy, b"garden")
    assert not holds(copy, b"quails")


async def test_copies_that_cannot_be_made_anew_are_told_with_the_answer(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    file = tmp_path / "memory.db"
    async with remembering(virtual_clock, file=file) as here:
        await Backups(virtual_clock, here.stream, file).copy()
        await virtual_clock.advance(60)
        draft = tmp_path / "copies" / ".memory.db.20260101T000100Z.new"
        draft.mkdir()

        assert "the nightly copies hold it until the next night" in await ask(here, "memory.forget", channel=HERE)
        draft.rmdir()
        assert "copies" not in await ask(here, "memory.forget", channel=HERE)


def holds(file: Path, word: bytes) -> bool:
    return word in file.read_bytes()


async def test_forgetting_nothing_says_what_there_is_to_choose(here: Remembering) -> None:
    with pytest.raises(ConfigError, match="'note', 'channel' or 'person'"):
        await ask(here, "memory.forget")


async def test_the_command_shows_and_forgets_when_nobody_performs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SystemClock
) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    async with open_database(clock, Home.find().memory_file) as database:
        await Notes(clock, database).keep("likes tea\x1b[2J", HERE, "7", "anna")

    def run(*words: str) -> str:
        return CliRunner().invoke(cli, ["memory", *words]).output

    shown = await anyio.to_thread.run_sync(run)
    assert "note 1, discord:1 of anna (7): likes tea" in shown
    assert "\x1b" not in shown
    assert "note 1 is forgotten" in await anyio.to_thread.run_sync(run, "forget", "--note", "1")
    assert "Nothing is remembered" in await anyio.to_thread.run_sync(run)
