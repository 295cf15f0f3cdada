"""Calls in pieces are put together, whichever way the server numbers them."""

import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.models.openai.stream import GrowingCalls
from performer.models.openai.wire import parse_chunk

WAVE = ("show_emote", {"name": "wave"})
HUSH: tuple[str, dict[str, Any]] = ("hush", {})

Part = dict[str, Any]


def part(name: str | None = None, arguments: Any = None, **rest: Any) -> Part:
    return {**rest, "function": {"name": name, "arguments": arguments}}


def put_together(*parts: Part) -> list[tuple[str, object]]:
    calls = GrowingCalls()
    for each in parts:
        chunk = parse_chunk(json.dumps({"choices": [{"index": 0, "delta": {"tool_calls": [each]}}]}))
        calls.take(chunk.parts)
    return [(call.name, call.arguments) for call in calls.whole()]


TWO_CALLS: dict[str, list[Part]] = {
    "by index": [
        part("show_emote", "", index=0, id="a"),
        part(arguments='{"name": ', index=0),
        part("hush", "", index=1, id="b"),
        part(arguments='"wave"}', index=0),
        part(arguments="{}", index=1),
    ],
    "whole, every index 0": [
        part("show_emote", '{"name": "wave"}', index=0, id="a"),
        part("hush", "{}", index=0, id="b"),
    ],
    "without index": [part("show_emote", '{"name":', id="a"), part(arguments='"wave"}'), part("hush", "", id="b")],
    "without index and id": [part("show_emote", '{"name":'), part(arguments='"wave"}'), part("hush", "{}")],
    "id and name in every piece": [
        part("show_emote", '{"name":', index=0, id="a"),
        part("show_emote", '"wave"}', index=0, id="a"),
        part("hush", "{}", index=1, id="b"),
    ],
    "arguments first": [
        part(None, '{"name": "wave"}', index=0),
        part("show_emote", None, index=0, id="a"),
        part("hush", None, index=1, id="b"),
    ],
    "arguments as an object": [part("show_emote", {"name": "wave"}, index=0), part("hush", {}, index=1)],
    "an empty object first": [
        part("show_emote", "{}", index=0, id="a"),
        part(None, '{"name": "wave"}', index=0),
        part("hush", "{}", index=1, id="b"),
    ],
    "one id for all": [
        part("show_emote", '{"name": ', index=0, id="a"),
        part(None, '"wave"}', index=0, id="a"),
        part("hush", "{", index=1, id="a"),
        part(None, "}", index=1, id="a"),
    ],
    "no id, every index 0": [
        part("show_emote", '{"name": ', index=0),
        part(None, '"wave"}', index=0),
        part("hush", "{", index=0),
        part(None, "}", index=0),
    ],
    "a name in pieces": [
        part("show_", "", index=0, id="a"),
        part("emote", '{"name": "wave"}', index=0),
        part("hush", "{}", index=1, id="b"),
    ],
    "the same one again": [
        part("show_emote", '{"name": "wave"}', index=0, id="a"),
        part("show_emote", '{"name": "wave"}', index=1, id="a"),
        part("hush", "{}", index=2, id="b"),
    ],
}


@pytest.mark.parametrize("parts", TWO_CALLS.values(), ids=TWO_CALLS.keys())
def test_two_calls_are_two_calls(parts: list[Part]) -> None:
    assert put_together(*parts) == [WAVE, HUSH]


def test_the_older_way_is_one_call() -> None:
    calls = GrowingCalls()
    for delta in ({"name": "show_emote", "arguments": '{"na'}, {"arguments": 'me": "wave"}'}):
        calls.take(parse_chunk(json.dumps({"choices": [{"delta": {"function_call": delta}}]})).parts)

    assert [(call.name, call.arguments) for call in calls.whole()] == [WAVE]


def test_broken_arguments_stay_as_they_came() -> None:
    assert put_together(part("show_emote", '{"name": "wa', index=0)) == [("show_emote", '{"name": "wa')]


def test_a_call_without_a_name_is_none() -> None:
    assert put_together(part(None, "{}", index=0)) == []


@given(
    st.dictionaries(st.text(max_size=6), st.text(max_size=9) | st.integers(), max_size=3), st.lists(st.integers(0, 80))
)
def test_arguments_may_be_cut_anywhere(arguments: dict[str, object], cuts: list[int]) -> None:
    text = json.dumps(arguments)
    bounds = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    pieces = [text[start:end] for start, end in itertools.pairwise(bounds)]

    made = put_together(part("f", "", index=0, id="a"), *(part(None, piece, index=0) for piece in pieces))

    assert made == [("f", arguments)]
