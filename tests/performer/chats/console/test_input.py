"""The terminal as a chat, on a real pipe."""

import os
import sys

import pytest

from performer.chats.console.input import ConsoleChat
from performer.core.clock import SystemClock
from performer.core.cues import ChatCue, Rank, find_rank


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
