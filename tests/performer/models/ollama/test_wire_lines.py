"""An answer of Ollama's while it arrives."""

from collections.abc import AsyncIterator
from functools import partial

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.models.driver.answer import AnswerChunk
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.http.lines import LineReader, LineSplitter
from performer.models.ollama.wire import JsonLineReader, OllamaError, parse_chunk

pytestmark = pytest.mark.anyio


async def sent(*pieces: bytes) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


def stream(clock: VirtualClock, *pieces: bytes) -> JsonLineReader[AnswerChunk]:
    lines = LineReader(sent(*pieces), AnswerDeadlines.of(clock, "It", 10), LineSplitter("It"))
    return JsonLineReader(partial(parse_chunk, "It"), lines)


async def test_lines_come_as_pieces_until_the_end(virtual_clock: VirtualClock) -> None:
    answer = stream(virtual_clock, b'{"message": {"content": "Oh', b'."}}\n{"done": true}\n')

    pieces = [await answer.next() for _ in range(3)]

    assert [each and (each.text, each.done) for each in pieces] == [("Oh.", False), ("", True), None]


async def test_two_lines_that_are_no_json_are_skipped_and_the_third_ends_it(virtual_clock: VirtualClock) -> None:
    answer = stream(virtual_clock, b'one\ntwo\n{"message": {"content": "Oh."}}\nthree\n')
    first = await answer.next()

    with pytest.raises(ServiceError, match="It sent 3 lines that are no JSON of its kind"):
        await answer.next()

    assert first is not None
    assert first.text == "Oh."


async def test_an_error_in_mid_answer_has_the_servers_words(virtual_clock: VirtualClock) -> None:
    with pytest.raises(OllamaError, match="It failed in mid-answer: out of memory") as raised:
        await stream(virtual_clock, b'{"error": "out of memory"}').next()

    assert raised.value.said == "out of memory"
