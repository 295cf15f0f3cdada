"""A reaction at a model: how it is asked for in each way, and what is played of its answer."""

import json
from typing import Any

import pytest

from performer.core.untrusted_text import Prompt
from performer.models.driver.reaction import BRIEF_TOKENS, TOKENS, SayDoReader, make_reaction, restore_gestures
from performer.models.driver.request import Question
from performer.models.model import (
    AssistantMessage,
    FinalAnswer,
    Step,
    StepRequest,
    SystemMessage,
    ToolCalls,
    ToolMessage,
    UserMessage,
)
from performer.models.settings import Way
from performer.tools.tool import ToolCall
from tests.performer.agent.expression.offered import tool

EMOTES = tool("show_emote", "name", "laugh", "party", "skull")
WAYS: list[Way] = ["talk", "soft", "constrained", "native"]
JUMP = "What a jump!"


def example(do: str) -> AssistantMessage:
    return AssistantMessage(text=Prompt(JUMP), calls=(ToolCall(id="e", name="act", arguments={"do": do}),))


def asked(way: Way, *, do: str = "laugh", **how: Any) -> Question:
    messages = (
        SystemMessage(text=Prompt("You are Pip.")),
        UserMessage(text=Prompt("On screen: a frog.")),
        example(do),
        UserMessage(text=Prompt("On screen: a bat.")),
    )
    return make_reaction(StepRequest(**{"messages": messages, "tools": (EMOTES,), "phase": "react", **how}), way)


def texts(reaction: Question) -> list[str]:
    return [message.text for message in reaction.messages]


def played(way: Way, step: Step) -> Step:
    gestures = asked(way).gestures
    assert gestures is not None
    return restore_gestures(step, gestures)


def called(*names: str, tool: str = "act") -> ToolCalls:
    calls = tuple(ToolCall(id=f"c{number}", name=tool, arguments={"do": name}) for number, name in enumerate(names))
    return ToolCalls(calls=calls, preface=JUMP)


def test_a_model_that_only_talks_is_told_of_no_gesture() -> None:
    reaction = asked("talk")

    assert texts(reaction) == ["You are Pip.", "On screen: a frog.", JUMP, "On screen: a bat."]
    assert (reaction.tools, reaction.offered, reaction.schema) == ((), (), None)
    assert (reaction.tokens, reaction.stop) == (TOKENS, ("\n",))


def test_one_that_prints_its_calls_reads_how_and_sees_it_in_the_examples() -> None:
    reaction = asked("soft")

    system, _, answer, _ = texts(reaction)
    assert system.startswith("You are Pip.\n")
    assert "laugh, party, skull" in system
    assert answer == f'{JUMP}\nCALL act {{"do": "laugh"}}'
    assert (reaction.tools, reaction.schema, reaction.stop) == ((), None, ())
    assert [each.name for each in reaction.offered] == ["act"]


def test_one_that_is_held_to_json_has_each_gesture_in_its_schema() -> None:
    reaction = asked("constrained")

    system, _, answer, _ = texts(reaction)
    assert reaction.schema is not None
    assert reaction.schema["properties"]["do"]["enum"] == ["none", "laugh", "party", "skull"]
    assert "none, laugh, party, skull" in system
    assert json.loads(answer) == {"say": JUMP, "do": "laugh"}
    assert (reaction.tools, reaction.stop) == ((), ())


def test_one_that_calls_natively_is_offered_one_small_tool() -> None:
    reaction = asked("native")

    [act] = reaction.tools
    assert (act.name, act.parameters["properties"]["do"]["enum"]) == ("act", ["laugh", "party", "skull"])
    assert texts(reaction)[0] == "You are Pip."
    assert texts(reaction)[2] == JUMP
    assert (reaction.tokens or 0) > TOKENS


def test_a_gesture_of_an_example_that_is_not_on_offer_is_left_out() -> None:
    assert texts(asked("soft", do="fire"))[2] == JUMP
    assert json.loads(texts(asked("constrained", do="fire"))[2]) == {"say": JUMP, "do": "none"}


@pytest.mark.parametrize("way", WAYS)
def test_without_a_gesture_on_offer_every_model_only_talks(way: Way) -> None:
    reaction = asked(way, tools=(tool("find_out", "name", "ann", also_required="more"),))

    assert texts(reaction) == texts(asked("talk"))
    assert (reaction.tools, reaction.schema, reaction.tokens) == ((), None, TOKENS)


@pytest.mark.parametrize("way", WAYS)
def test_as_many_tokens_as_are_asked_for_are_its_limit(way: Way) -> None:
    assert asked(way, tokens=1).tokens == 1


@pytest.mark.parametrize("way", WAYS)
def test_of_a_slow_model_a_shorter_line_is_asked_for(way: Way) -> None:
    usual, brief = asked(way).tokens, asked(way, is_brief=True).tokens

    assert usual is not None
    assert brief is not None
    assert usual - brief == TOKENS - BRIEF_TOKENS > 0


def test_the_short_form_is_told_where_there_is_one() -> None:
    assert texts(asked("talk", short=(UserMessage(text=Prompt("Short.")),))) == ["Short."]


def test_results_of_tools_are_not_told() -> None:
    call = ToolCall(id="c", name="look_up", arguments={})
    messages = (UserMessage(text=Prompt("Well?")), ToolMessage(call=call, text=Prompt("It is blue.")))

    assert texts(asked("talk", messages=messages)) == ["Well?"]


@pytest.mark.parametrize("written", ["laugh", "Laugh", " laughs "])
def test_a_gesture_is_played_as_the_call_that_it_stands_for(written: str) -> None:
    step = played("native", called(written))

    assert isinstance(step, ToolCalls)
    assert [(each.name, each.arguments) for each in step.calls] == [("show_emote", {"name": "laugh"})]
    assert step.preface == JUMP


def test_only_the_first_gesture_is_played() -> None:
    step = played("native", called("party", "skull"))

    assert isinstance(step, ToolCalls)
    assert [each.arguments for each in step.calls] == [{"name": "party"}]


@pytest.mark.parametrize(
    "step", [called("none"), called("kazoo"), called("laugh", tool="open_door"), called(), FinalAnswer(text=JUMP)]
)
@pytest.mark.parametrize("way", WAYS)
def test_no_gesture_is_invented(way: Way, step: Step) -> None:
    assert played(way, step) == FinalAnswer(text=JUMP)


def test_who_only_talks_makes_none_at_all() -> None:
    assert played("talk", called("laugh")) == FinalAnswer(text=JUMP)


@pytest.mark.parametrize("pieces", [1, 3, 1000])
@pytest.mark.parametrize(
    ("answer", "said", "does"),
    [
        ('{"say": "What a jump!", "do": "laugh"}', JUMP, ["laugh"]),
        ('{"do": "laugh", "say": "What a jump!"}', JUMP, ["laugh"]),
        (' {"say": "What a jump!", "do": "none"}', JUMP, []),
        ('{"say": "What a jump!"}', JUMP, []),
        ('{"say": "What a jump!", "do": "lau', JUMP, []),
        ('{"say": "", "do": "laugh"}', "", ["laugh"]),
        ("What a jump!", JUMP, []),
    ],
)
def test_a_line_held_to_json_is_heard_as_it_comes(answer: str, said: str, does: list[str], pieces: int) -> None:
    reader = SayDoReader()

    heard = "".join(reader.feed(answer[at : at + pieces]) for at in range(0, len(answer), pieces))
    reading = reader.finish()

    assert heard + reading.speech == said
    assert [call.arguments["do"] for call in reading.calls] == does
