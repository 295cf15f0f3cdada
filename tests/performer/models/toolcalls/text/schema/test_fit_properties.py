"""What holds for any arguments whatever, of every tool of ours and of others."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.models.toolcalls.text.data.python_call import Positional
from performer.models.toolcalls.text.schema.fit import FittedArguments, fit_arguments
from performer.tools.tool import ToolSpec
from tests.performer.models.toolcalls.text.our_tools import OUR_TOOLS
from tests.performer.models.toolcalls.text.schema.sources import OTHERS
from tests.performer.models.toolcalls.text.schema.validator import is_valid

TOOLS = (*OUR_TOOLS, *OTHERS)
KEYS = sorted({key for tool in TOOLS for key in tool.parameters.get("properties", ())})
TELLING = [
    "",
    "null",
    "None",
    "30",
    "0.65",
    "1e999",
    "5 s",
    "yes",
    "Top",
    "air horn",
    "wave!",
    "a, b",
    "[1, 2]",
    "['a']",
]
TELLING += ['{"text": "Hi"}', '{"text": "Hi', "\\u0130", "wav", "9" * 500, "-", "{", "[", "[x] y", "- a\n- b"]

words = st.sampled_from(TELLING) | st.text(max_size=8)
numbers = st.integers() | st.floats() | st.sampled_from([0, 1, 11.0, 2**70, 10**400, 1e300, 913224455667788990])
keys = st.sampled_from([*KEYS, "msg", "Duration", "emote", "minutes", "data", "arguments", "name", "value"]) | words
anything = st.recursive(
    st.none() | st.booleans() | numbers | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=8,
)
calls = st.builds(
    Positional, values=st.lists(anything, max_size=3).map(tuple), keywords=st.dictionaries(keys, anything)
)
tools = st.sampled_from(TOOLS)


@st.composite
def near_arguments(draw: st.DrawFn) -> tuple[ToolSpec, dict[str, object]]:
    tool = draw(tools)
    known = list(tool.parameters.get("properties", ())) or ["none"]
    return tool, draw(st.dictionaries(st.sampled_from(known), anything, min_size=1))


def judged(arguments: object, tool: ToolSpec) -> None:
    answer = fit_arguments(arguments, tool)
    if not isinstance(answer, FittedArguments):
        assert answer.reason.startswith(f"{tool.name}: ")
        return
    parameters: Any = tool.parameters
    assert is_valid(answer.arguments, parameters, parameters)
    again = fit_arguments(answer.arguments, tool)
    assert isinstance(again, FittedArguments)
    assert repr(again.arguments) == repr(answer.arguments)


@settings(max_examples=100, deadline=None)
@given(arguments=anything | calls, tool=tools)
def test_whatever_fits_is_valid_and_stays_as_it_is(arguments: object, tool: ToolSpec) -> None:
    judged(arguments, tool)


@settings(max_examples=100, deadline=None)
@given(case=near_arguments())
def test_the_right_keys_with_any_values_too(case: tuple[ToolSpec, dict[str, object]]) -> None:
    tool, arguments = case

    judged(arguments, tool)


@pytest.mark.slow
@settings(max_examples=800, deadline=None)
@given(arguments=anything | calls, tool=tools, case=near_arguments())
def test_of_many_more_too(arguments: object, tool: ToolSpec, case: tuple[ToolSpec, dict[str, object]]) -> None:
    judged(arguments, tool)
    judged(case[1], case[0])
