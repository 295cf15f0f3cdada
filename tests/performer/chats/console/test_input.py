"""The terminal as a chat, on a real pipe."""

import io
import os
import sys
from pathlib import Path
from typing import Any, TextIO

import anyio
import pytest

from performer.chats.console.commands import ConsoleCommands
from performer.chats.console.input import ConsoleAnswers, ConsoleChat
from performer.core.clock import SystemClock
from performer.core.cues import ChatCue, ChatLine, OperatorCue, Rank, find_rank
from performer.core.errors import ServiceError
from performer.core.events.speech import ApprovalEnded, ApprovalSettled
from tests.performer.tools.approvals.running import office, opening


@pytest.mark.anyio
async def test_a_line_typed_in_the_terminal_speaks_to_the_performer(monkeypatch: pytest.MonkeyPatch) -> None:
    reads, writes = os.pipe()
    os.write(writes, b"hello\n\n  and you?")
    os.close(writes)
    cues: list[ChatCue] = []
    with os.fdopen(reads) as typed:
        monkeypatch.setattr(sys, "stdin", typed)

        await ConsoleChat(SystemClock()).run(cues.append)

    assert [line.text for cue in cues for line in cue.lines] == ["hello", "and you?"]
    assert all(find_rank(cue) is Rank.DIRECT for cue in cues)


class WindowsConsole(io.RawIOBase):
    """A console as Python reads it on Windows: in UTF-8, while its descriptor has bytes of an old code page."""

    def __init__(self, typed: str, old: TextIO) -> None:
        self._typed, self._old = io.BytesIO(typed.encode()), old

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any, /) -> int:
        return self._typed.readinto(into)

    def fileno(self) -> int:
        return self._old.fileno()


@pytest.mark.anyio
async def test_umlauts_that_are_typed_on_windows_arrive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "typed.txt"
    file.write_bytes("schöne Größe\n".encode("cp850"))
    cues: list[ChatCue] = []
    with file.open(encoding="cp850") as old:
        console = io.BufferedReader(WindowsConsole("schöne Größe\n", old))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(console, encoding="utf-8"))

        await ConsoleChat(SystemClock()).run(cues.append)

    assert [line.text for cue in cues for line in cue.lines] == ["schöne Größe"]


class ClosingConsole(WindowsConsole):
    """A console that somebody closes behind what was typed, while a thread reads it."""

    def readinto(self, into: Any, /) -> int:
        count = super().readinto(into)
        self._typed.close()
        return count


@pytest.mark.anyio
async def test_a_console_that_is_closed_while_it_is_read_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "typed.txt"
    file.touch()
    cues: list[ChatCue] = []
    with file.open(encoding="utf-8") as old, anyio.fail_after(20):
        console = io.BufferedReader(ClosingConsole("hello\n", old))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(console, encoding="utf-8"))

        await ConsoleChat(SystemClock()).run(cues.append)

    assert [line.text for cue in cues for line in cue.lines] == ["hello"]


@pytest.mark.anyio
async def test_a_terminal_that_is_not_utf_8_is_read_by_its_own_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    reads, writes = os.pipe()
    os.write(writes, "schöne Größe".encode("latin-1"))
    os.close(writes)
    cues: list[ChatCue] = []
    with os.fdopen(reads, encoding="latin-1") as typed:
        monkeypatch.setattr(sys, "stdin", typed)

        await ConsoleChat(SystemClock()).run(cues.append)

    assert cues[0].lines[0].text == "schöne Größe"


pytestmark = pytest.mark.anyio


async def answered(
    clock: SystemClock, *typed: str, is_silenced: bool = False
) -> tuple[list[str], list[str], list[OperatorCue]]:
    """Type lines while the call number 1 waits; give what was told, what was opened, and what was asked."""
    told: list[str] = []
    asked: list[OperatorCue] = []
    all_told = anyio.Event()

    async def hush(_arguments: object) -> str:
        return "silent"

    async def tell(sentence: str) -> None:
        told.append(sentence)
        if len(told) + len(asked) == len(typed):
            all_told.set()

    def post(cue: OperatorCue) -> None:
        if cue.text == "one too many":
            raise ServiceError("16 requests are waiting already; try again after the next line.")
        asked.append(cue)

    async with office(clock) as it, anyio.create_task_group() as tasks:
        await it.box.call(opening())
        commands = ConsoleCommands({"hush": hush}, Path("panel.html"))
        answers = ConsoleAnswers(it.desk, commands, tell, post, is_silenced=lambda: is_silenced, streamer=lambda: "Ann")
        await tasks.start(answers.run)
        for line in typed:
            answers.take(ChatCue(lines=(ChatLine(text=line, at_s=5),)))
        await all_told.wait()
        if (await it.heard(ApprovalSettled)).outcome == "approved":
            await it.heard(ApprovalEnded)
        tasks.cancel_scope.cancel()
    return told, it.opened, asked


async def test_a_yes_that_is_typed_lets_the_call_run(clock: SystemClock) -> None:
    told, opened, _ = await answered(clock, "/approve 1")

    assert (told, opened) == (["door was approved by the streamer (console), and runs"], ["red"])


@pytest.mark.parametrize("typed", ['/approve "1"', "/approve '1'", "/approve number=1"])
async def test_a_number_may_be_typed_in_any_form_that_an_option_has(clock: SystemClock, typed: str) -> None:
    told, opened, _ = await answered(clock, typed)

    assert (told, opened) == (["door was approved by the streamer (console), and runs"], ["red"])


async def test_a_no_that_is_typed_keeps_it_from_running(clock: SystemClock) -> None:
    told, opened, _ = await answered(clock, "/cancel 1", "/approve 1")

    assert told[0] == "door was cancelled by the streamer (console), and will not run"
    assert (told[1][:8], opened) == ("too late", [])


async def test_every_other_line_is_the_streamers_own_by_name_and_goes_before_all(clock: SystemClock) -> None:
    _, _, asked = await answered(clock, "/home/ann", "/cancel 1")

    assert asked == [OperatorCue(text="/home/ann", at_s=5, channel="console", author="Ann")]
    assert find_rank(asked[0]) is Rank.OPERATOR


async def test_a_line_for_which_there_is_no_room_is_told(clock: SystemClock) -> None:
    told, _, asked = await answered(clock, "one too many", "/cancel 1")

    assert (told[0], asked) == ("16 requests are waiting already; try again after the next line.", [])


async def test_who_asks_in_a_pause_is_told_so_and_nothing_is_asked(clock: SystemClock) -> None:
    told, _, asked = await answered(clock, "hello?", "/cancel 1", is_silenced=True)

    assert told[0] == "It is paused and answers nobody. Type /resume, and ask again."
    assert asked == []


async def test_other_lines_are_requests_and_wrong_numbers_are_told(clock: SystemClock) -> None:
    told, _, asked = await answered(clock, "/home/ann", "approve 1", "/approve x", "/approve 8", "/cancel 1")

    assert [each.text for each in asked] == ["/home/ann", "approve 1"]
    assert told[0] == "Type /approve and a number; those that wait: 1."
    assert told[1].startswith("There is no call number 8")


async def test_a_hush_that_is_typed_is_an_order_and_no_request(clock: SystemClock) -> None:
    told, _, asked = await answered(clock, "hush", "/HUSH", "/cancel 1")

    assert [each.text for each in asked] == ["hush"]
    assert told[0] == "silent"


@pytest.mark.parametrize("word", ["hush", "pause", "resume"])
async def test_silence_waits_for_no_other_command(clock: SystemClock, word: str) -> None:
    told, silenced = [], anyio.Event()

    async def feel(_arguments: object) -> str:
        await silenced.wait()
        return "happy"

    async def silence(_arguments: object) -> str:
        silenced.set()
        return "silent"

    async def tell(sentence: str) -> None:
        told.append(sentence)
        if len(told) == 2:
            tasks.cancel_scope.cancel()

    async with office(clock) as it, anyio.create_task_group() as tasks:
        commands = ConsoleCommands({"config.set": feel, word: silence}, Path("panel.html"))
        answers = ConsoleAnswers(it.desk, commands, tell, lambda _: None)
        for line in ("/mood happy", f"/{word}"):
            answers.take(ChatCue(lines=(ChatLine(text=line, at_s=5),)))
        with anyio.fail_after(5):
            await answers.run()

    assert told == ["silent", "happy"]


async def test_help_for_a_command_is_about_that_one(clock: SystemClock) -> None:
    told, _, _ = await answered(clock, "/help say", "/help /SAY", "/help dance", "/cancel 1")

    assert told[:2] == ["/say TEXT — Say something on the stream, word for word."] * 2
    assert told[2].startswith("There is no /dance here; there are /approve, ")


async def test_the_first_word_of_commands_alone_is_told_what_there_is(clock: SystemClock) -> None:
    told = await lines_of(clock, "/schedule")

    assert {line.split()[1] for line in told} == {"add", "list", "remove"}
    assert await lines_of(clock, "/help schedule") == told


async def test_a_slash_alone_is_no_question_and_lists_the_commands(clock: SystemClock) -> None:
    assert await lines_of(clock, "/") == await lines_of(clock, "/help")


async def lines_of(clock: SystemClock, typed: str) -> list[str]:
    """Type a line, and return all that is told of it."""
    told: list[str] = []

    async def tell(sentence: str) -> None:
        told.append(sentence)

    async with office(clock) as it, anyio.create_task_group() as tasks:
        answers = ConsoleAnswers(it.desk, ConsoleCommands({}, Path("panel.html")), tell, lambda _: None)
        answers.take(ChatCue(lines=(ChatLine(text=typed, at_s=5),)))
        tasks.start_soon(answers.run)
        await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()
    return told


async def test_a_misprint_of_an_order_is_told_and_no_request(clock: SystemClock) -> None:
    told, opened, asked = await answered(clock, "/huhs", "/approved 1", "/dance", "/cancel 1")

    assert (asked, opened) == ([], [])
    assert told[0].startswith("There is no /huhs here; there are /approve, /cancel, ")
    assert [line.split()[3] for line in told[:3]] == ["/huhs", "/approved", "/dance"]


async def test_help_lists_what_may_be_typed(clock: SystemClock) -> None:
    told, _, _ = await answered(clock, "/help", "/cancel 1")

    assert told[0] == "/approve NUMBER — Approve a call that waits for you."
