"""A journal read back: what is whole is taken, what is broken is counted."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from performer.core.audio import MouthShape, WordTime
from performer.core.clock import VirtualClock
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.events.speech import SpeechEnded, SpeechStarted
from performer.core.events.stream import PublishedEvent
from performer.core.events.turns import ToolCalled, TurnEnded
from performer.guard.guard import Guard
from performer.memory.journal.file import format_journal_line, read_journal
from tests.pipes import make_pipe

STARTED: dict[str, Any] = {"sentence": "s1", "text": "Hello.", "duration_s": 1.5, "audible": True}


def line(t: float, event: str = "FrameSeen", turn: object = 1, v: object = 1, **fields: Any) -> str:
    return json.dumps({"v": v, "at": "2026-01-01T00:00:00Z", "t": t, "turn": turn, "event": event, **fields})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "j.jsonl"


def test_the_wanted_events_come_back_as_they_were_with_their_instants(file: Path) -> None:
    file.write_text(
        "\n".join(
            [line(2.0), line(3.5, "SpeechStarted", 3, **STARTED, envelope=[0, 0.5]), line(9.0), line(9.0, "Newer")]
        ),
        encoding="utf-8",
    )

    record = read_journal(file, SpeechStarted, SpeechEnded)

    (recorded,) = record.events
    assert recorded.at_s == 1.5
    assert recorded.event == SpeechStarted(
        turn=3, sentence="s1", text="Hello.", duration_s=1.5, audible=True, envelope=(0.0, 0.5)
    )
    assert (record.length_s, record.skipped, record.begins_s) == (7.0, 0, [2.0])
    assert {"at", "audible"} <= record.told


def test_the_times_of_words_come_back_as_they_were(file: Path, virtual_clock: VirtualClock) -> None:
    spoken = SpeechStarted(
        turn=1,
        sentence="s1",
        text="Hello.",
        duration_s=1.5,
        audible=True,
        words=(WordTime(0, 5, 0.1, 0.9),),
        mouth=(MouthShape(0.1, "open"), MouthShape(0.9, "closed")),
    )
    published = PublishedEvent(event=spoken, t=1.0, at=virtual_clock.utc())
    file.write_text(format_journal_line(published, Guard()), encoding="utf-8")

    (recorded,) = read_journal(file, SpeechStarted).events

    assert recorded.event == spoken


@pytest.mark.parametrize(
    "broken",
    [
        b"{",
        b"[1]",
        b"7",
        b"\xff\xfe",
        b"[" * 100_000,
        b"x" * 1_500_000,
        line(1.0, v=2).encode(),
        line(float("nan")).encode(),
        line(-1.0).encode(),
        b'{"v": 1, "t": true, "event": "FrameSeen"}',
        b'{"v": 1, "t": 1, "event": ["SpeechStarted"]}',
        b'{"v": 1, "t": 1, "event": "SpeechStarted", "turn": 1}',
        line(1.0, "SpeechStarted", "many", **STARTED).encode(),
        line(1.0, "ToolCalled", call="c", tool="t", arguments=["no", "names"]).encode(),
    ],
)
def test_what_is_no_line_of_a_journal_is_skipped_and_counted(file: Path, broken: bytes) -> None:
    whole = line(1.0, "SpeechStarted", **STARTED).encode()
    file.write_bytes(whole + b"\n" + broken + b"\n\n" + whole + b"\n" + whole[:40])

    record = read_journal(file, SpeechStarted, ToolCalled)

    assert len(record.events) == 2
    assert record.skipped == (3 if len(broken) > 1_000_000 else 2)  # what is too long is read in pieces


def test_journals_of_earlier_and_later_versions_of_an_event_are_read(file: Path) -> None:
    earlier = line(1.0, "TurnEnded", reason="final", steps=1, sentences=1, took_s=2.0)
    later = line(1.0, "ToolCalled", call="c", tool="t", arguments={}, step=2, after_s=0.5, whatever=1)
    file.write_text(f"{earlier}\n{later}", encoding="utf-8")

    record = read_journal(file, TurnEnded, ToolCalled)

    assert [each.event for each in record.events] == [
        TurnEnded(turn=1, reason="final", steps=1, sentences=1, took_s=2.0, prompt_tokens=0, answer_tokens=0),
        ToolCalled(turn=1, call="c", tool="t", step=2, after_s=0.5),
    ]


def test_a_show_that_was_added_follows_the_one_before_and_its_turns_count_on(file: Path) -> None:
    shows = [line(t, "SpeechStarted", turn, **STARTED) for t, turn in [(10.0, 1), (12.0, 2), (1.0, 1), (1.2, None)]]
    file.write_text("\n".join(shows), encoding="utf-8")

    record = read_journal(file, SpeechStarted)

    assert [each.at_s for each in record.events] == pytest.approx([0.0, 2.0, 4.0, 4.2])
    assert [each.event.turn for each in record.events] == [1, 2, 3, None]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", f"j.jsonl is no journal. Name a file that `{COMMAND} --journal FILE` wrote."),
        ("hello\n", "is no journal"),
        (line(1.0, v=2), "is a journal of version 2, and version 1 is read here"),
    ],
)
def test_a_file_without_a_line_of_ours_is_refused(file: Path, content: str, sentence: str) -> None:
    file.write_text(content, encoding="utf-8")

    with pytest.raises(ConfigError) as error:
        read_journal(file, SpeechStarted)

    assert sentence in str(error.value)


def test_a_file_that_is_not_there_is_said(file: Path) -> None:
    with pytest.raises(ConfigError, match=r"j.jsonl cannot be read: No such file or directory. Name another file."):
        read_journal(file)


def test_what_never_ends_is_refused_unread(tmp_path: Path) -> None:
    make_pipe(tmp_path / "pipe")

    for file in (tmp_path / "pipe", tmp_path, Path("/dev/zero")):
        with pytest.raises(ConfigError, match=f"{re.escape(str(file))} is no file. Name a file"):
            read_journal(file)
