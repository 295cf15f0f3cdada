"""A case that contradicts itself or its tools is refused, by case and key, with the remedy."""

from dataclasses import replace
from typing import Any

import pytest

from bench.tool_choice.cases.case import ArgumentRule, Case, ExpectedCall, ScriptedResult, SeenPicture
from bench.tool_choice.cases.case_check import check_case
from performer.core.errors import ConfigError

CASE = Case(id="custom-one", group="custom", why="A reason.", says="Hi.", offers=("overlay_text", "play_sfx"))


def make_call(tool: str = "play_sfx", /, **fields: Any) -> dict[str, Any]:
    return {"expects": (ExpectedCall(tool=tool, **fields),)}


def make_rule(name: str, **fields: Any) -> dict[str, Any]:
    named = {} if name == "name" else {"name": "ding"}
    return make_call(arguments=named, rules={name: ArgumentRule(**fields)})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"id": "One_"}, "key 'id': 'One_' is no id"),
        ({"why": " "}, "key 'why': it is empty"),
        ({"says": " "}, "key 'says': nothing is said or seen"),
        ({"most_steps": 1}, "key 'most_steps': it is too small"),
        ({"turns": 0}, "key 'turns': it is too small"),
        ({"keeps": "("}, "key 'keeps': '(' is no regular expression"),
        ({"sees": SeenPicture(kind="dot")}, "key 'sees': there is no picture 'dot'. Did you mean 'dots'"),
        ({"padding": (6000, 0.5)}, "key 'fact': `padding` needs a fact"),
        ({"fact": "mira: 7"}, "key 'padding': a fact needs the padding"),
        ({"fact": "mira: 7", "padding": (6000, 90.0)}, "key 'padding': [6000, 90.0] is no padding"),
        ({"fact": "mira: 7", "padding": (7501, 0.5)}, "key 'padding': [7501, 0.5] is no padding. Use 1 to 7500 tokens"),
        ({"fact": "The code is 7.", "padding": (6000, 0.5)}, "key 'fact': 'The code is 7.' is no line of a chat"),
        ({"before": ("mira: hi", "hello")}, "key 'before.1': 'hello' is no line of a chat. Write NAME: WORDS"),
        ({"before": (": hi",)}, "key 'before.0': ': hi' is no line"),
        ({"before": ("mira: ",)}, "key 'before.0': 'mira: ' is no line"),
        (
            {"says": "", "sees": SeenPicture(kind="blank"), "offers": ("overlay_text", "read_tally")},
            "key 'says': nobody speaks, and a reaction is told only of tools that take one choice",
        ),
    ],
)
def test_a_case_that_is_no_case_is_refused(change: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError) as raised:
        check_case(replace(CASE, **change), "mine.toml")

    assert str(raised.value).startswith(f"mine.toml: case '{change.get('id', CASE.id)}': {told}")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"offers": ("play_sfxx",)}, "key 'offers': there is no tool 'play_sfxx'. Did you mean"),
        ({"offers": ("play_sfx", "play_sfx")}, "key 'offers': 'play_sfx' is offered 2 times"),
        ({"offers": ("fillers:0",)}, "key 'offers': 'fillers:0' asks for no number of fillers"),
        ({"offers": ("fillers:many",)}, "key 'offers': 'fillers:many' asks for no number"),
        ({"offers": ("fillers:121",)}, "key 'offers': 'fillers:121' asks for no number"),
        ({"offers": ("fillers:100", "fillers:21")}, "key 'offers': it asks for 121 fillers together"),
        ({"forbids": ("play_sfxx",)}, "key 'forbids': there is no tool 'play_sfxx'"),
        ({**make_call(arguments={"name": "ding"}), "forbids": ("play_sfx",)}, "key 'forbids': 'play_sfx' is expected"),
        ({"results": {"play_sfxx": (ScriptedResult(says="a"),)}}, "key 'results': there is no tool 'play_sfxx'"),
        (
            {"results": {"play_fx": (ScriptedResult(says="a"),)}},
            "key 'results.play_fx': 'play_fx' is not offered. Did you mean 'play_sfx'",
        ),
        ({"results": {"play_sfx": ()}}, "key 'results.play_sfx': it is empty"),
        ({"results": {"play_sfx": (ScriptedResult(),)}}, "key 'results.play_sfx.0': give exactly one of says"),
        (
            {"results": {"play_sfx": (ScriptedResult(says="a"), ScriptedResult(says="a", fails="b"))}},
            "key 'results.play_sfx.1': give exactly one of says",
        ),
    ],
)
def test_tools_that_are_not_there_or_contradict_each_other_are_refused(change: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError) as raised:
        check_case(replace(CASE, **change))

    assert str(raised.value).startswith(f"case 'custom-one': {told}")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (make_call("play_fx"), "tool': 'play_fx' is not offered. Did you mean 'play_sfx'"),
        (make_call(), "arguments.name': play_sfx requires it"),
        (make_call(arguments={"nam": "ding"}), "arguments.nam': play_sfx has no such argument. Did you mean 'name'"),
        (make_call(arguments={"name": "dog"}), "arguments.name': 'dog' does not fit the schema of play_sfx"),
        (make_call(arguments={"name": "ding", "volume": 2}), "arguments.volume': 2 does not fit the schema"),
        (make_call(arguments={"name": "ding"}, without=("name",)), "arguments.name': it stands in more than one of"),
        (make_call(without=("nam",)), "without.nam': play_sfx has no such argument"),
        (make_rule("nam", is_free=True), "rules.nam': play_sfx has no such argument"),
        (make_rule("name"), "rules.name': give exactly one of one_of, between"),
        (make_rule("name", contains="d", matches="d"), "rules.name': give exactly one of one_of, between"),
        (make_rule("name", one_of=("ding", "dog")), "rules.name': 'dog' does not fit"),
        (make_rule("name", matches="("), "rules.name': '(' is no regular expression"),
        (make_rule("volume", between=(0.0, 3.0)), "rules.volume': 3.0 does not fit"),
        (make_rule("volume", between=(0.9, 0.1)), "rules.volume': from 0.9 to 0.1 there is no number"),
        (make_rule("volume", contains="half"), "rules.volume': play_sfx takes no text there"),
    ],
)
def test_an_expectation_that_no_call_could_meet_is_refused(change: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError) as raised:
        check_case(replace(CASE, **change))

    assert str(raised.value).startswith(f"case 'custom-one': key 'expects.0.{told}")


def test_a_case_without_words_may_offer_a_tool_of_which_a_reaction_is_told_or_none() -> None:
    seen = replace(CASE, says="", sees=SeenPicture(kind="blank"))

    check_case(seen)
    check_case(replace(seen, offers=()))


def test_every_tool_that_is_not_expected_may_be_forbidden_at_once() -> None:
    check_case(replace(CASE, forbids=("*",), **make_call(arguments={"name": "ding"})))
