"""The JSON of Ollama's answers."""

import pytest

from performer.models.driver.answer import AnswerChunk, NativeCall
from performer.models.model import Usage
from performer.models.ollama.wire import BadLineError, OllamaLine, parse_error, parse_json


def test_a_line_becomes_a_piece_of_an_answer() -> None:
    line = b"""{"message": {"content": "Oh.", "thinking": null, "tool_calls": [
        {"function": {"name": "wave", "arguments": {"a": 1}}}]}, "done": true, "done_reason": "length",
        "prompt_eval_count": 7, "prompt_eval_duration": 500000000, "eval_count": 3, "load_duration": null}"""

    assert parse_json(OllamaLine, line).chunk == AnswerChunk(
        text="Oh.",
        calls=(NativeCall(name="wave", arguments={"a": 1}),),
        done=True,
        cut=True,
        usage=Usage(prompt_tokens=7, answer_tokens=3, read_s=0.5),
    )


def test_a_line_that_says_little_is_an_empty_piece() -> None:
    assert parse_json(OllamaLine, b"{}").chunk == AnswerChunk()


@pytest.mark.parametrize("line", [b"", b"[]", b"null", b'{"done": "perhaps"}', b'{"message": {"content": 1}}'])
def test_what_is_no_line_is_refused(line: bytes) -> None:
    with pytest.raises(BadLineError):
        parse_json(OllamaLine, line)


@pytest.mark.parametrize(
    ("body", "words"),
    [(b'{"error": "no such model"}', "no such model"), (b"<p>\n Gone</p>", "<p> Gone</p>"), (b"", "")],
)
def test_an_error_is_read_whatever_it_is(body: bytes, words: str) -> None:
    assert parse_error(body) == words
