"""What servers of OpenAI's kind send, in all its dialects, and what is made of anything else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.models.openai.wire import BadEventError, OpenAIModel, parse_chunk, parse_error, parse_listed

KEYS = st.sampled_from(
    "choices delta message content tool_calls function function_call arguments name id index usage error type text "
    "reasoning timings prompt_tokens data capabilities architecture input_modalities object finish_reason".split()
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


def chunk_of(**delta: object) -> str:
    return json.dumps({"choices": [{"index": 0, "delta": delta}]})


@pytest.mark.parametrize("key", ["reasoning_content", "reasoning", "thinking"])
def test_thinking_has_many_names_and_is_no_text(key: str) -> None:
    chunk = parse_chunk(chunk_of(content=None, **{key: "Hmm."}))

    assert (chunk.text, chunk.thinking) == ("", "Hmm.")


def test_only_the_spoken_parts_of_a_content_are_text() -> None:
    parts = [{"type": "thinking", "thinking": [{"type": "text", "text": "Hmm."}]}, {"type": "text", "text": "Run!"}]

    chunk = parse_chunk(chunk_of(content=parts))

    assert chunk.text == "Run!"
    assert chunk.thinking


def test_only_the_first_choice_counts() -> None:
    choices = [{"index": 1, "delta": {"content": "No"}}, {"index": 0, "delta": {"content": "Yes"}}]

    assert parse_chunk(json.dumps({"choices": choices})).text == "Yes"


def test_llama_cpp_tells_its_times() -> None:
    timings = {"prompt_n": 300, "prompt_ms": 250.0, "predicted_n": 12, "predicted_ms": 600.0}

    usage = parse_chunk(json.dumps({"choices": [], "timings": timings})).usage

    assert usage is not None
    assert (usage.prompt_tokens, usage.answer_tokens, usage.read_s, usage.answer_s) == (300, 12, 0.25, 0.6)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"error": {"message": "no", "type": "bad", "param": "top_p", "code": null}}', "no; bad; top_p"),
        (b'{"error": {"message": "no", "type": "invalid_request_error", "code": "invalid_key"}}', "no; invalid_key"),
        (b'{"error": {"type": "server_error"}}', "server_error"),
        (b'{"error": "no"}', "no"),
        (b'{"object": "error", "message": "no", "type": "bad", "code": 400}', "no; bad"),
        (b'{"detail": "Not Found"}', "Not Found"),
        (b"upstream\n  timeout", "upstream timeout"),
        (b"\xff\xfe", "\ufffd\ufffd"),
    ],
)
def test_an_error_is_told_in_its_words(body: bytes, words: str) -> None:
    assert parse_error(body) == words


@given(st.dictionaries(KEYS, ANYTHING, max_size=4))
def test_any_object_whatever_is_read_as_far_as_it_goes(raw: dict[str, object]) -> None:
    body = json.dumps(raw)

    parse_chunk(body)
    parse_error(body.encode())
    try:
        parse_listed(body.encode())
    except BadEventError:
        assert not isinstance(raw.get("data"), list)


@pytest.mark.parametrize("body", ["", "7", "[]", "{", "[" * 100_000])
def test_what_is_no_object_is_said_to_be_none(body: str) -> None:
    with pytest.raises(BadEventError):
        parse_chunk(body)


def test_a_list_is_read_in_its_order_and_each_model_once() -> None:
    body = b'{"data": [{"id": "b"}, {"id": "a"}], "models": [{"name": "b", "capabilities": ["multimodal"]}]}'

    assert parse_listed(body) == (OpenAIModel(name="b", sees=True), OpenAIModel(name="a"))
