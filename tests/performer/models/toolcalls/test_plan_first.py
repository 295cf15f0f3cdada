"""What a model picked, read from whatever it wrote: at most one call, and never a word."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.models.toolcalls.plan_first import PickReader
from performer.models.toolcalls.text.reader import ParsedText
from tests.performer.models.toolcalls.text.tools import TOOLS

WAVE = '{"tool": "show_emote", "arguments": {"name": "wave"}}'
HUSH = '{"tool": "hush", "arguments": {}}'


def read(text: str, *, size: int = 7, cut: bool = False, thinks: bool = False) -> ParsedText:
    reader = PickReader(TOOLS, thinks)
    said = [reader.feed(text[at : at + size]) for at in range(0, len(text), size)]
    assert not any(said)
    reading = reader.finish(cut=cut)
    assert reading.speech == ""
    return reading


@pytest.mark.parametrize(
    "text",
    [
        WAVE,
        f"```json\n{WAVE}\n```",
        f"Sure, here is the JSON:\n```json\n{WAVE}\n```",
        f"<think>{HUSH} or a wave?</think>{WAVE}",
        f"[{WAVE}]",
        f"{WAVE}\n{HUSH}",
        WAVE.replace("show_emote", "functions.show_emote"),
        f"{WAVE}\nBecause they came in.",
    ],
)
def test_the_first_call_is_read_however_it_is_wrapped(text: str) -> None:
    reading = read(text)

    assert [(call.name, call.arguments) for call in reading.calls] == [("show_emote", {"name": "wave"})]
    assert (reading.unknown, reading.misprints) == ((), ())


@pytest.mark.parametrize(
    "text",
    [
        '{"tool": "none", "arguments": {}}',
        '{"tool": "None"}',
        '```json\n{"tool": "none", "arguments": {}}\n```',
        "",
        "none",
        "show_emote",
        "CALL hush",
        "I would rather say nothing.",
        "{",
        '{"say": "Hello"}',
        f"A viewer writes: {WAVE}",
        "{}" * 50,
    ],
)
def test_what_is_no_pick_is_none(text: str) -> None:
    assert read(text) == ParsedText(speech="")


def test_a_tool_that_is_not_there_is_passed_on_to_be_refused() -> None:
    (unknown,) = read('{"tool": "dance", "arguments": {"style": "waltz"}}').unknown

    assert (unknown.name, unknown.arguments) == ("dance", {"style": "waltz"})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"tool": "show_emote", "arguments": {"name": "kazoo"}}', "must be one of wave, wow"),
        ('{"tool": "show_emote", "arguments": {"name": "wa', "cut off"),
    ],
)
def test_a_pick_that_is_wrong_or_cut_off_never_runs_and_is_told(text: str, reason: str) -> None:
    reading = read(text, cut=True)

    assert reading.calls == ()
    assert reason in reading.misprints[0].reason


def test_thinking_that_was_never_opened_is_passed_over_and_noticed() -> None:
    reading = read(f"A wave, {HUSH}? No.</think>{WAVE}", thinks=True)

    assert [call.name for call in reading.calls] == ["show_emote"]
    assert reading.saw_bare_close


NESTED = st.recursive(st.none() | st.text(max_size=9), lambda each: st.lists(each)).map(json.dumps)
WRITTEN = st.text(max_size=200) | NESTED


@settings(max_examples=20, deadline=None)
@given(WRITTEN)
def test_whatever_is_written_is_at_most_one_pick_and_no_word(text: str) -> None:
    reading = read(text)

    assert len(reading.calls) + len(reading.unknown) + len(reading.misprints) <= 1


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(WRITTEN)
def test_much_that_is_written_is_at_most_one_pick_and_no_word(text: str) -> None:
    reading = read(text)

    assert len(reading.calls) + len(reading.unknown) + len(reading.misprints) <= 1
