"""The lines that the streamer wants less of: the newest are kept, and each can be allowed again."""

import pytest

from performer.agent.unwanted_lines import MOST, UnwantedLines
from performer.core.errors import ConfigError

pytestmark = pytest.mark.anyio


async def test_a_line_is_kept_once_as_the_newest_and_can_be_allowed_again() -> None:
    unwanted = UnwantedLines()
    for text in ("one", "two", "one"):
        await unwanted.add({"text": text})
    kept = unwanted.lines
    await unwanted.remove({"text": "one"})
    await unwanted.remove({"text": "never there"})

    assert kept == ("two", "one")
    assert await unwanted.list({}) == ("two",)


async def test_of_more_than_there_is_room_for_the_oldest_go() -> None:
    unwanted = UnwantedLines()
    for number in range(MOST + 2):
        await unwanted.add({"text": f"line {number}"})

    assert unwanted.lines == tuple(f"line {number}" for number in range(2, MOST + 2))


async def test_a_line_without_words_is_refused() -> None:
    with pytest.raises(ConfigError, match="not empty"):
        await UnwantedLines().add({"text": " "})
