from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from performer.chats.discord.rpc.outgoing import OutgoingMessage, OutgoingStore
from performer.core.clock import SystemClock
from performer.memory.database import open_database

pytestmark = pytest.mark.anyio

AT = datetime(2026, 1, 1, 12, 0, 0, 250_000, tzinfo=UTC)


def sending(number: int) -> OutgoingMessage:
    return OutgoingMessage(id=f"a-{number}", channel_id="100", words="hello", at=AT + timedelta(seconds=-number))


async def test_what_had_no_answer_is_told_once_at_the_next_start_the_oldest_first(
    clock: SystemClock, tmp_path: Path
) -> None:
    async with open_database(clock, tmp_path / "memory.db") as database:
        for number in range(3):
            await OutgoingStore(database).begin(sending(number))
        OutgoingStore(database).end("a-1")
    async with open_database(clock, tmp_path / "memory.db") as database:
        told = [await OutgoingStore(database).take_unanswered() for _ in range(2)]

    assert told == [(sending(2), sending(0)), ()]
