"""An answer held to a schema: its `say` is heard while it comes, its calls are read, whatever the server made of it."""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.models.toolcalls.constrained.protocol import ConstrainedStream
from performer.models.toolcalls.text.reader import ParsedText, read_calls
from tests.performer.models.toolcalls.text.tools import TOOLS

WAVE = {"tool": "show_emote", "arguments": {"name": "wave"}}
LINE = {"tool": "overlay_text", "arguments": {"text": 'He said "say": {}] \\ 😀'}}
WORDS = st.text("abc 😀é\n.,!?'\"\\", max_size=40)
CALLS = st.lists(st.sampled_from([WAVE, LINE, {"tool": "hush", "arguments": {}}]), max_size=3)


def pieces(text: str, cuts: list[int]) -> list[str]:
    places = sorted({0, len(text), *(cut % (len(text) + 1) for cut in cuts)})
    return [text[a:b] for a, b in itertools.pairwise(places)]


def heard(text: str, cuts: list[int], *, cut: bool = False) -> tuple[str, ParsedText]:
    stream = ConstrainedStream(TOOLS)
    spoken = "".join(stream.feed(piece) for piece in pieces(text, cuts))
    reading = stream.finish(cut=cut)
    return spoken + reading.speech, reading


@given(
    say=WORDS,
    calls=CALLS,
    say_first=st.booleans(),
    indent=st.sampled_from([None, 1]),
    fence=st.sampled_from(["{}", " \n{}\n", "```json\n{}\n```", "```\n{}```"]),
    cuts=st.lists(st.integers(0, 999), max_size=20),
)
def test_every_split_of_every_form_says_the_same(
    say: str, calls: list[object], say_first: bool, indent: int | None, fence: str, cuts: list[int]
) -> None:
    parts = [("say", say), ("calls", calls)]
    answer = json.dumps(dict(parts if say_first else reversed(parts)), indent=indent, ensure_ascii=indent is None)

    spoken, reading = heard(fence.replace("{}", answer), cuts)

    assert spoken == read_calls(say, TOOLS).speech
    unique = [call for at, call in enumerate(calls) if call not in calls[:at]]
    assert [{"tool": call.name, "arguments": dict(call.arguments)} for call in reading.calls] == unique


@given(
    text=st.lists(
        st.sampled_from([*'{}[]":,\\ \nsayx`1', '{"say": "', '"calls": [', "<think>", "</think>"]), max_size=60
    ).map("".join),
    cuts=st.lists(st.integers(0, 999), max_size=20),
    cut=st.booleans(),
)
def test_nonsense_is_read_alike_however_it_comes(text: str, cuts: list[int], cut: bool) -> None:
    whole, calls = heard(text, [], cut=cut)

    spoken, reading = heard(text, cuts, cut=cut)

    assert (spoken, reading.calls) == (whole, calls.calls)


@pytest.mark.parametrize(
    ("text", "speech", "calls"),
    [
        ("Plain words.\nCALL hush", "Plain words.", ["hush"]),
        ('{"say": null, "calls": [{"tool": "hush", "arguments": {}}]}', "", ["hush"]),
        ('{"calls": []}', "", []),
        ('{"say": "Hi.", "tool": "hush", "arguments": {}}', "Hi.", ["hush"]),
        ('{"say": "Hi.\\nCALL hush", "calls": []}', "Hi.", ["hush"]),
        ('{"say": "<think>Hm</think>Hi.", "calls": []}', "Hi.", []),
        ('{"say": "Once.", "calls": []} {"say": "Twice."}', "Once.", []),
        ("", "", []),
        ('<think>{"say": "Hm."}</think>{"say": "Hi.", "calls": [{"tool": "hush"}]}', "Hi.", ["hush"]),
        ('[THINK]hm[/THINK]\n<think>hm</think>\n```json\n{"say": "Hi."}\n```', "Hi.", []),
        ('</think>{"say": "Hi.", "calls": [{"tool": "hush"}]}', "Hi.", ["hush"]),
        ('hm</think>\n{"say": "Hi.", "calls": []}', "Hi.", []),
        ('Here it is:\n```json\n{"say": "Hi.", "calls": [{"tool": "hush"}]}\n```', "Hi.", ["hush"]),
        ('A goose! {"calls": [{"tool": "hush"}]}', "A goose!", ["hush"]),
        ('[{"say": "Hi.", "calls": [{"tool": "hush"}]}]', "Hi.", ["hush"]),
        ('[{"tool": "hush"}, {"tool": "show_emote", "arguments": {"name": "wave"}}]', "", ["hush", "show_emote"]),
        (json.dumps('{"say": "Hi \\"you\\".\\n", "calls": [{"tool": "hush"}]}'), 'Hi "you".', ["hush"]),
        ('"Hi," said the owl.', '"Hi," said the owl.', []),
        ("<think>it never ends", "", []),
    ],
)
def test_what_servers_make_of_it_is_read_too(text: str, speech: str, calls: list[str]) -> None:
    spoken, reading = heard(text, list(range(len(text))))

    assert spoken == speech
    assert [call.name for call in reading.calls] == calls


@pytest.mark.parametrize(
    ("text", "speech"),
    [
        ('I plan {"say": "No."}. ' * 9 + '</think>{"say": "Hi.", "calls": []}', "Hi."),
        ('```json\n{"say": "Hi.", "calls": []}', "Hi."),
        ("It did not think.", "It did not think."),
        ('Well: {"say": "Hi."}', "Hi."),
    ],
)
def test_thinking_without_a_beginning_is_passed_over(text: str, speech: str) -> None:
    for cuts in ([], list(range(len(text)))):
        stream = ConstrainedStream(TOOLS, thinks=True)
        spoken = "".join(stream.feed(piece) for piece in pieces(text, cuts))
        reading = stream.finish()

        assert spoken + reading.speech == speech
        assert reading.saw_bare_close is ("</think>" in text)


def test_the_words_come_before_the_calls_are_written() -> None:
    assert ConstrainedStream(TOOLS).feed('{"say": "A goose! ') == "A goose!"


@pytest.mark.parametrize("text", ['{"say": "A goo', '{"say": "A goo", "calls": [{"tool": "overlay_text", "argum'])
def test_an_answer_that_was_cut_off_calls_nothing(text: str) -> None:
    spoken, reading = heard(text, [], cut=True)

    assert spoken == "A goo"
    assert reading.calls == ()


def test_long_thinking_in_small_pieces_is_passed_over() -> None:
    spoken, _ = heard("<think>" + "hm " * 20_000 + '</think>{"say": "Hi."}', list(range(0, 70_000, 3)))

    assert spoken == "Hi."


def test_a_long_hostile_answer_takes_no_longer_than_its_length() -> None:
    text = '{"say": "' + "\\" * 50_000 + '{"' * 25_000

    spoken, _ = heard(text, list(range(0, len(text), 7)))

    assert spoken
