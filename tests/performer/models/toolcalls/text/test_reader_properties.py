"""What holds for any text in any pieces: the same answer, no call spoken, no tool run that is not on offer."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.models.toolcalls.text.calls import PrintedCall
from performer.models.toolcalls.text.reader import ParsedText, TextCallStream, read_calls
from performer.tools.tool import ToolSpec
from tests.performer.models.toolcalls.text.cases import CASES
from tests.performer.models.toolcalls.text.schema.validator import is_valid
from tests.performer.models.toolcalls.text.tools import STAGE, WORDS

SIGNS = [
    *"{}[]()<>\"'`\\/|:;,.=*#>@!?-_\n\t aZ5é",
    "```", "```json\n", "``", "\n\n", "\n- ", ". ", ": ", "🎉", "“", "｜", "\r\n", "\ufeff", "\u2028",
    "CALL ", "Action: ", "Action Input: ", "Thought: ", "Final Answer: ", "Observation: ", "tool: ", "args:\n  ",
    "<tool_call>", "</tool_call>", "<think>", "</think>", "[THINK]", "[/THINK]", "[TOOL_CALLS]", "[ARGS]",
    "<function=", "<parameter=", "</function>", "<|python_tag|>", "<|im_end|>", "<|channel|>", "<|message|>",
    "<arg_key>", "</arg_value>", "<invoke name=", "functions.", "to=functions.", '{"name": "', '", "arguments": {',
    "hush", "overlay_text", "show_emote", "wow", "text", "say", "search", '{"text": "Hi {you}"}', "For example: ",
]  # fmt: skip
OFFERS = {"stage": STAGE, "words": WORDS}
BY_ID = {case.id: case for case in CASES}
TEXTS = [case.text for case in CASES]


@st.composite
def fragments(draw: st.DrawFn) -> str:
    """Draw a part of a case."""
    text = draw(st.sampled_from(TEXTS))
    begin = draw(st.integers(0, len(text)))
    return text[begin : draw(st.integers(begin, len(text)))]


pieces = st.sampled_from(TEXTS) | fragments() | st.sampled_from(SIGNS) | st.text(max_size=6)
mixes = st.lists(pieces, max_size=7).map("".join)
cuts = st.lists(st.integers(0, 10_000), max_size=12)


def streamed(
    text: str, at: Sequence[int], tools: Sequence[ToolSpec], *, cut: bool, thinks: bool
) -> tuple[list[str], ParsedText]:
    stream = TextCallStream(tools, thinks=thinks)
    edges = [0, *sorted(each % (len(text) + 1) for each in at), len(text)]
    return [stream.feed(text[begin:end]) for begin, end in pairwise(edges)], stream.finish(cut=cut)


def judge(text: str, at: Sequence[int], tools: Sequence[ToolSpec], *, cut: bool, thinks: bool) -> None:
    whole = read_calls(text, tools, cut=cut, thinks=thinks)
    given, rest = streamed(text, at, tools, cut=cut, thinks=thinks)
    assert "".join([*given, rest.speech]) == whole.speech
    assert (rest.calls, rest.unknown, rest.misprints) == (whole.calls, whole.unknown, whole.misprints)
    assert rest.saw_bare_close == whole.saw_bare_close
    assert whole.speech == whole.speech.strip()
    assert all(runs(call, tools) for call in whole.calls)


def runs(call: PrintedCall, tools: Sequence[ToolSpec]) -> bool:
    """Return whether a call is of one of the tools and has the form of its arguments."""
    (tool,) = [each for each in tools if each.name == call.name]
    return is_valid(dict(call.arguments), tool.parameters, tool.parameters)


WAYS: dict[str, st.SearchStrategy[Any]] = {"at": cuts, "cut": st.booleans(), "thinks": st.booleans()}
OF_CASES = {"case": st.sampled_from(sorted(BY_ID)), **WAYS}
OF_MIXES = {"text": mixes, "tools": st.sampled_from(sorted(OFFERS)), **WAYS}


def judge_case(case: str, at: list[int], cut: bool, thinks: bool) -> None:
    judge(BY_ID[case].text, at, BY_ID[case].tools, cut=cut, thinks=thinks)


def judge_mix(text: str, at: list[int], cut: bool, thinks: bool, tools: str) -> None:
    judge(text, at, OFFERS[tools], cut=cut, thinks=thinks)


@settings(max_examples=150, deadline=None)
@given(**OF_CASES)
def test_a_case_in_any_pieces_is_read_as_the_whole(case: str, at: list[int], cut: bool, thinks: bool) -> None:
    judge_case(case, at, cut, thinks)


@settings(max_examples=150, deadline=None)
@given(**OF_MIXES)
def test_so_is_a_mix_of_cases_and_signs(text: str, at: list[int], cut: bool, thinks: bool, tools: str) -> None:
    judge_mix(text, at, cut, thinks, tools)


@settings(max_examples=50, deadline=None)
@given(text=st.text(max_size=300), **WAYS)
def test_so_is_any_text(text: str, at: list[int], cut: bool, thinks: bool) -> None:
    judge(text, at, STAGE, cut=cut, thinks=thinks)


@settings(max_examples=150, deadline=None)
@given(case=st.sampled_from([case.id for case in CASES if case.family not in ("shown", "unmeant")]), end=st.integers(0))
def test_what_is_left_of_a_case_that_was_cut_off_runs_no_other_call(case: str, end: int) -> None:
    text, tools = BY_ID[case].text, BY_ID[case].tools

    left = read_calls(text[: end % len(text)] if text else "", tools, cut=True)

    assert all(call in read_calls(text, tools).calls for call in left.calls)


@pytest.mark.parametrize("before", ["{;hush", "play_sound(n", "play_sound(hush", "(hush", "x|hush"])
@pytest.mark.parametrize("at", range(1, 7))
def test_a_name_behind_a_sign_that_no_name_has_is_held_back_by_itself(before: str, at: int) -> None:
    text = f'{before}{{"name": "overlay_text", "arguments": {{"text": "gg"}}}}'

    judge(text, [at], STAGE, cut=False, thinks=False)


@pytest.mark.slow
@pytest.mark.timeout(600)
@settings(max_examples=20_000, deadline=None)
@given(**OF_MIXES)
def test_so_are_many_more_mixes(text: str, at: list[int], cut: bool, thinks: bool, tools: str) -> None:
    judge_mix(text, at, cut, thinks, tools)
