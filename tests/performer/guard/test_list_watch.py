"""The streamer's own lists of words, taken up while the show runs."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.events.parts import FileRefused
from performer.core.events.stream import EventStream, EventSubscription
from performer.core.files.home import Home
from performer.guard.guard import Guard, make_guard
from performer.guard.list_watch import ListWatch
from performer.guard.settings import GuardSettings
from performer.guard.verdict import Dropped


@asynccontextmanager
async def watched(folder: Path) -> AsyncIterator[tuple[ListWatch, Guard, EventSubscription]]:
    home, stream = Home(config=folder, data=folder), EventStream(SystemClock())
    guard = make_guard(GuardSettings(), home)
    reader = stream.whole("test")
    own_words = ListWatch(SystemClock(), stream, guard)
    async with anyio.create_task_group() as tasks:
        await tasks.start(own_words.run)
        yield own_words, guard, reader
        tasks.cancel_scope.cancel()


def told(reader: EventSubscription) -> dict[str, str]:
    happened = [published.event for published in reader.taken()]
    return {event.file: event.reason for event in happened if isinstance(event, FileRefused)}


@pytest.mark.anyio
async def test_a_list_that_changes_or_comes_later_holds_at_once_and_when_it_goes_its_words_are_free(
    tmp_path: Path,
) -> None:
    async with watched(tmp_path) as (own_words, guard, _):
        (tmp_path / "blocklist.txt").write_text("plonk\n", encoding="utf-8")
        await own_words._reload()
        assert isinstance(guard.sentence("a plonk"), Dropped)

        (tmp_path / "allowlist.txt").write_text("plonk\n", encoding="utf-8")
        await own_words._reload()
        assert not isinstance(guard.sentence("a plonk"), Dropped)


@pytest.mark.anyio
async def test_a_long_list_is_indexed_beside_the_show_and_not_in_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with watched(tmp_path) as (own_words, guard, _):
        indexed_in: list[int] = []
        index = guard.lists.index

        def note_thread() -> None:
            indexed_in.append(threading.get_ident())
            index()

        monkeypatch.setattr(guard.lists, "index", note_thread)
        (tmp_path / "blocklist.txt").write_text("plonk\n", encoding="utf-8")
        await own_words._reload()

    assert indexed_in
    assert threading.get_ident() not in indexed_in


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_lines_that_cannot_be_used_are_told_once_and_a_broken_list_keeps_the_words_before(tmp_path: Path) -> None:
    blocklist = tmp_path / "blocklist.txt"
    blocklist.write_text("plonk\na\n", encoding="utf-8")
    async with watched(tmp_path) as (own_words, guard, reader):
        assert told(reader).keys() == {"line 2 of blocklist.txt"}

        blocklist.write_bytes("plönk".encode("latin-1"))
        await own_words._reload()

        assert isinstance(guard.sentence("a plonk"), Dropped)
        assert told(reader) == {
            "blocklist.txt": "line 1 is not UTF-8: save it as UTF-8; the words that were read before it still hold"
        }


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_broken_line_that_comes_while_the_show_runs_is_named_and_the_rest_holds(tmp_path: Path) -> None:
    async with watched(tmp_path) as (own_words, guard, reader):
        (tmp_path / "blocklist.txt").write_bytes("plönk\n".encode("latin-1") + b"flarn\n")
        await own_words._reload()

        assert isinstance(guard.sentence("a flarn"), Dropped)
        assert told(reader) == {"line 1 of blocklist.txt": "it is not UTF-8: save the file as UTF-8"}


@pytest.mark.slow
@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_list_that_is_written_is_taken_up_without_being_asked(tmp_path: Path) -> None:
    async with watched(tmp_path) as (_, guard, reader):
        (tmp_path / "blocklist.txt").write_text("plonk\na\n", encoding="utf-8")
        with anyio.fail_after(20):
            await anext(aiter(reader))

        assert isinstance(guard.sentence("a plonk"), Dropped)
