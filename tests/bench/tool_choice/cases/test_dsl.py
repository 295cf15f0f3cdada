"""Cases in Python are the same values as those of files, and what is wrong with them is told at once."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.tool_choice.cases.case import ArgumentRule, Case, ExpectedCall, ScriptedResult, SeenPicture
from bench.tool_choice.cases.case_file import read_cases, write_cases
from bench.tool_choice.cases.dsl import (
    CaseDraft,
    anything,
    benchmark,
    between,
    call,
    case,
    contains,
    fillers,
    left_out,
    matches,
    one_of,
    optional,
    picture,
)
from performer.core.errors import ConfigError


def draft() -> CaseDraft:
    return case("custom-gg", why="A reason.").says("GG", by="viewer").offers("overlay_text", "play_sfx")


def misspelt(value: object) -> Any:
    """Return a value that mypy would not let pass."""
    return value


def test_a_case_has_what_its_draft_was_given() -> None:
    made = (
        draft()
        .before("mira: hi")
        .sees(picture("text", words="BOO", told="a word"))
        .offers(fillers(3))
        .expects(call("overlay_text", text="GG"))
        .expects(optional(call("play_sfx", name="ding")))
        .in_any_order()
        .forbids("overlay-text")
        .keeps("good")
        .hides("mira: 7", in_tokens=6000, at=0.1)
        .at_most(3)
        .turns(2)
        .in_language("de")
        .tagged("short")
        .build()
    )

    assert made == Case(
        id="custom-gg",
        group="custom",
        why="A reason.",
        says="GG",
        speaker="viewer",
        before=("mira: hi",),
        sees=SeenPicture(kind="text", details={"words": "BOO"}, words="a word"),
        offers=("overlay_text", "play_sfx", "fillers:3"),
        expects=(
            ExpectedCall(tool="overlay_text", arguments={"text": "GG"}),
            ExpectedCall(tool="play_sfx", arguments={"name": "ding"}, is_optional=True),
        ),
        order="any",
        forbids=("overlay-text",),
        keeps="good",
        padding=(6000, 0.1),
        fact="mira: 7",
        most_steps=3,
        turns=2,
        language="de",
        tags=("short",),
    )


def test_a_call_parts_its_values_its_rules_and_what_is_left_out() -> None:
    made = call(
        "play_sfx", name=one_of("ding", "boing"), volume=between(0.2, 0.5), pan=left_out(), tool=("a", {"b": ()})
    )

    assert made == ExpectedCall(
        tool="play_sfx",
        arguments={"tool": ["a", {"b": []}]},
        rules={"name": ArgumentRule(one_of=("ding", "boing")), "volume": ArgumentRule(between=(0.2, 0.5))},
        without=("pan",),
    )
    assert contains("a") == ArgumentRule(contains="a")
    assert matches("a") == ArgumentRule(matches="a")
    assert anything() == ArgumentRule(is_free=True)


def test_answers_of_a_tool_come_in_the_order_of_their_lines() -> None:
    made = draft().fails("play_sfx", "no device").refuses("play_sfx", "too soon").returns("play_sfx", "a", "b").build()

    assert made.results == {
        "play_sfx": (
            ScriptedResult(fails="no device"),
            ScriptedResult(refuses="too soon"),
            ScriptedResult(says="a"),
            ScriptedResult(says="b"),
        )
    }


def test_a_draft_never_changes() -> None:
    begun = draft()

    begun.expects(call("play_sfx", name="ding")).returns("play_sfx", "a")

    assert begun.build() == draft().build()


def test_what_is_written_of_a_draft_is_read_as_the_same_case(tmp_path: Path) -> None:
    made = draft().expects(call("play_sfx", name=one_of("ding", "boing"), volume=left_out())).build()

    (tmp_path / "mine.toml").write_text(write_cases([made]), encoding="utf-8")

    assert read_cases([tmp_path / "mine.toml"]) == (made,)


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (lambda: case("Custom", why="A."), "case 'Custom': key 'id': 'Custom' is no id"),
        (lambda: case("a", why=""), "case 'a': key 'why': it is empty"),
        (
            lambda: case("a", why="A.", group=misspelt("decoy")),
            "case 'a': key 'group': 'decoy' is unknown. Did you mean 'decoys'",
        ),
        (lambda: case(misspelt(5), why="A."), "case '5': key 'id': it must be a text in quotes."),
        (lambda: draft().says(misspelt(5)), "case 'custom-gg': key 'says': it must be a text in quotes."),
        (lambda: draft().offers(misspelt(5)), "key 'offers.2': it must be a text in quotes."),
        (lambda: draft().turns(misspelt("two")), "key 'turns': it must be a whole number."),
        (lambda: draft().sees(misspelt("dots")), "key 'sees': it must be made by `picture`."),
        (lambda: draft().returns("play_sfx", misspelt(5)), "key 'results.play_sfx.0.says': it must be a text"),
        (lambda: draft().expects(misspelt("play_sfx")), "key 'expects': it must be made by `call`."),
        (lambda: draft().hides("mira: 7", in_tokens=misspelt("9"), at=1), "key 'padding.0': it must be a whole number"),
        (lambda: draft().says(""), "key 'says': nothing is said"),
        (lambda: draft().says("a", by=misspelt("viewr")), "key 'speaker': 'viewr' is unknown. Did you mean 'viewer'"),
        (lambda: draft().in_language(misspelt("xx")), "key 'language': 'xx' is unknown. Known are de, en"),
        (lambda: draft().offers("play_sfxx"), "key 'offers': there is no tool 'play_sfxx'. Did you mean"),
        (lambda: draft().offers("play_sfx"), "key 'offers': 'play_sfx' is offered 2 times"),
        (lambda: draft().offers(fillers(121)), "key 'offers': 'fillers:121' asks for no number"),
        (lambda: draft().expects(call("play_sfxx")), "key 'expects': there is no tool 'play_sfxx'"),
        (lambda: draft().expects(call("play_sfx", name="dog")), "key 'expects.arguments.name': 'dog' does not fit"),
        (lambda: draft().forbids("play_sfxx"), "key 'forbids': there is no tool"),
        (lambda: draft().returns("play_sfxx", "a"), "key 'results': there is no tool"),
        (lambda: draft().returns("play_sfx"), "key 'results.play_sfx': it is empty"),
        (lambda: draft().sees(picture("dot")), "key 'sees': there is no picture 'dot'. Did you mean 'dots'"),
        (lambda: draft().keeps("("), "key 'keeps': '(' is no regular expression"),
        (lambda: draft().hides("mira: 7", in_tokens=0, at=0.5), "key 'padding': [0, 0.5] is no padding"),
        (lambda: draft().at_most(1), "key 'most_steps': it is too small"),
        (lambda: draft().turns(0), "key 'turns': it is too small"),
    ],
)
def test_what_is_wrong_with_a_step_is_told_by_that_step(step: Callable[[], CaseDraft], told: str) -> None:
    with pytest.raises(ConfigError) as raised:
        step()

    assert told in str(raised.value)


def test_tools_may_be_offered_after_they_are_expected() -> None:
    begun = case("custom-gg", why="A reason.").says("GG").expects(call("play_sfx", name="ding"))

    with pytest.raises(ConfigError, match=r"key 'expects.0.tool': 'play_sfx' is not offered"):
        begun.build()
    assert begun.offers("play_sfx").build().offers == ("play_sfx",)


def test_tools_may_be_offered_after_their_results_are_named() -> None:
    begun = case("custom-gg", why="A reason.").says("GG").returns("play_sfx", "Done.")

    with pytest.raises(ConfigError, match=r"key 'results.play_sfx': 'play_sfx' is not offered"):
        begun.build()
    assert begun.offers("play_sfx").build().offers == ("play_sfx",)


def test_a_benchmark_builds_its_drafts_and_takes_cases_as_they_are() -> None:
    other = case("custom-hi", why="Another one.").says("Hi.").build()

    made = benchmark("tool-choice", agent="pip", cases=[draft(), other])

    assert (made.name, made.agent, made.cases) == ("tool-choice", "pip", (draft().build(), other))


def test_a_benchmark_refuses_what_is_there_twice_wrong_or_nothing() -> None:
    with pytest.raises(ConfigError, match="case 'custom-gg': its id is taken already"):
        benchmark("mine", cases=[draft(), draft()])
    with pytest.raises(ConfigError, match="case 'custom-hi': key 'says'"):
        benchmark("mine", cases=[Case(id="custom-hi", group="custom", why="A reason.")])
    with pytest.raises(ConfigError, match="case 'custom-hi': key 'turns': it must be a whole number"):
        benchmark("mine", cases=[replace(draft().build(), id="custom-hi", turns=misspelt("two"))])
    with pytest.raises(ConfigError, match="'mine' holds no case"):
        benchmark("mine", cases=[])
