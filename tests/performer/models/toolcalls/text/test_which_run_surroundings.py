"""Whether a call runs is told by the words around it, whatever its shape."""

import json

import pytest

from performer.models.toolcalls.text.reader import ParsedText, read_calls
from performer.models.toolcalls.text.speech import has_stray_close
from tests.performer.models.toolcalls.text.cases import CASES
from tests.performer.models.toolcalls.text.cases.surroundings import KEPT
from tests.performer.models.toolcalls.text.cases.surroundings.free import FREE
from tests.performer.models.toolcalls.text.cases.surroundings.mentions import MENTIONS
from tests.performer.models.toolcalls.text.tools import STAGE

_OBJECT = '{"name": "play_sound", "arguments": {"name": "airhorn"}}'
_SHAPES = {
    "object": _OBJECT,
    "Hermes": f"<tool_call>\n{_OBJECT}\n</tool_call>",
    "Llama": '<function=play_sound>{"name": "airhorn"}</function>',
    "line": 'CALL play_sound {"name": "airhorn"}',
    "Python": 'play_sound(name="airhorn")',
    "tag": "<play_sound><name>airhorn</name></play_sound>",
    "Mistral": '[TOOL_CALLS]play_sound{"name": "airhorn"}',
}


@pytest.mark.parametrize("shape", _SHAPES)
def test_no_call_runs_that_is_not_the_models_own(shape: str) -> None:
    texts = [text.replace("§", _SHAPES[shape]) for kind in KEPT.values() for text in kind]

    assert [text for text in texts if _read(text).calls] == []


@pytest.mark.parametrize("shape", _SHAPES)
def test_a_call_runs_behind_words_of_any_kind_that_mean_it(shape: str) -> None:
    texts = [text.replace("§", _SHAPES[shape]) for text in FREE]

    assert [text for text in texts if [call.name for call in _read(text).calls] != ["play_sound"]] == []


def test_nothing_runs_that_is_data_or_a_description() -> None:
    schemas = [{"name": tool.name, "description": tool.description, "parameters": tool.parameters} for tool in STAGE]
    texts = (*MENTIONS, json.dumps(schemas), json.dumps({"tools": schemas}), *map(json.dumps, schemas))

    assert [text for text in texts if _read(text).calls] == []


@pytest.mark.slow
def test_no_beginning_of_a_cut_text_runs_what_the_whole_would_not() -> None:
    for case in CASES:
        names = [call.name for call in read_calls(case.text, case.tools).calls]
        if not names or "correction" in case.id:  # what is taken back later runs in its beginning
            continue
        for end in range(1, len(case.text)):
            calls = read_calls(case.text[:end], case.tools, cut=True).calls
            assert [call.name for call in calls if call.name not in names] == [], case.text[:end]


def _read(text: str) -> ParsedText:
    return read_calls(text, STAGE, thinks=has_stray_close(text))
