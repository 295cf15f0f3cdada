"""One answer, however it is cut and wherever its calls come, makes one step."""

import itertools
import json

from hypothesis import given
from hypothesis import strategies as st

from performer.models.driver.answer import AnswerChunk, NativeCall, StepAnswer, make_call_ids
from performer.models.model import FinalAnswer, Step, ToolCalls, Usage, ignore_text
from tests.performer.models.toolcalls.text.tools import TOOLS

TEXT = 'Look at that. <think>Hm.</think>A goose!\nCALL overlay_text {"text": "GG"}'
WAVE = NativeCall(name="show_emote", arguments='{"name": "wave"}', id="w")
HUSH = NativeCall(name="hush", arguments=None)
KAZOO = NativeCall(name="show_emote", arguments={"name": "kazoo"})


def ended(pieces: list[AnswerChunk], *, thinks: bool = False) -> tuple[Step, str]:
    heard: list[str] = []
    answer = StepAnswer(TOOLS, heard.append, make_call_ids("c"), thinks=thinks)
    for piece in pieces:
        answer.take(piece)
    return answer.step(), "".join(heard)


@given(cuts=st.lists(st.integers(0, len(TEXT)), max_size=12), at=st.lists(st.integers(0, 99), min_size=3, max_size=3))
def test_every_cut_makes_the_same_step(cuts: list[int], at: list[int]) -> None:
    places = sorted({0, len(TEXT), *cuts})
    pieces = [AnswerChunk(text=TEXT[start:end]) for start, end in itertools.pairwise(places)]
    for place, call in zip(at, (KAZOO, HUSH, WAVE), strict=True):
        pieces.insert(place % (len(pieces) + 1), AnswerChunk(calls=(call,)))

    step, heard = ended([*pieces, AnswerChunk(done=True, usage=Usage(answer_tokens=9))])

    assert isinstance(step, ToolCalls)
    assert heard == step.preface == "Look at that. A goose!"
    assert {call.name for call in step.calls} == {"show_emote", "hush", "overlay_text"}
    assert [(each.call.arguments, each.is_read) for each in step.misprints] == [({"name": "kazoo"}, True)]
    assert step.usage.answer_tokens == 9


def test_calls_come_in_the_order_of_their_pieces_and_printed_ones_last() -> None:
    step, _ = ended([AnswerChunk(text=TEXT), AnswerChunk(calls=(HUSH, WAVE)), AnswerChunk(calls=(HUSH,), done=True)])

    assert isinstance(step, ToolCalls)
    assert [call.name for call in step.calls] == ["hush", "show_emote", "overlay_text"]
    assert [call.id for call in step.calls][1] == "w"


def test_a_tool_that_is_not_on_offer_is_passed_on_to_be_refused() -> None:
    step, _ = ended([AnswerChunk(calls=(NativeCall(name="reboot", arguments={"now": True}),), done=True)])

    assert isinstance(step, ToolCalls)
    assert (step.calls[0].name, step.calls[0].arguments) == ("reboot", {"now": True})


def test_of_calls_that_cannot_be_read_nothing_runs() -> None:
    step, _ = ended([AnswerChunk(calls=(NativeCall(name="overlay_text", arguments='{"text": "Once'),), done=True)])

    assert isinstance(step, ToolCalls)
    assert step.calls == ()
    assert "cut off" in step.misprints[0].reason
    assert not step.misprints[0].is_read


def test_a_printed_call_that_does_not_fit_was_read_and_one_that_was_cut_off_was_not() -> None:
    unfit, cut = 'CALL show_emote {"name": "kazoo"}', 'CALL overlay_text {"text": "G'
    step, _ = ended([AnswerChunk(text=f"{unfit}\n{cut}"), AnswerChunk(done=True)])

    assert isinstance(step, ToolCalls)
    assert [(each.call.name, each.is_read) for each in step.misprints] == [
        ("show_emote", True),
        ("overlay_text", False),
    ]


def test_who_may_think_is_held_until_the_end_of_it_and_else_not_at_all() -> None:
    aloud = AnswerChunk(text="I should greet.</think>Hello!")

    assert ended([aloud], thinks=True)[1] == "Hello!"
    assert ended([AnswerChunk(thinking="I should greet."), AnswerChunk(text="Hello!")], thinks=True)[1] == "Hello!"


def test_words_without_a_closing_tag_are_words() -> None:
    step, heard = ended([AnswerChunk(text="Hello!"), AnswerChunk(done=True)], thinks=True)

    assert step == FinalAnswer(text="Hello!")
    assert heard == "Hello!"


def test_thinking_that_was_cut_off_is_not_taken_for_words() -> None:
    step, heard = ended([AnswerChunk(text="I should greet, but"), AnswerChunk(done=True, cut=True)], thinks=True)

    assert step == FinalAnswer(text="", cut=True)
    assert heard == ""


def test_an_answer_of_more_characters_than_it_may_have_is_overlong_and_one_cut_for_its_length_is_not() -> None:
    heard: list[str] = []
    answer = StepAnswer(TOOLS, heard.append, make_call_ids("c"), most_chars=10)
    answer.take(AnswerChunk(text="A long answer."))
    cut, _ = ended([AnswerChunk(text="Hello", done=True, cut=True)])

    assert answer.is_endless
    assert (answer.step().cut, answer.step().is_overlong) == (True, True)
    assert (cut.cut, cut.is_overlong) == (True, False)


def test_a_call_in_an_overlong_answer_says_so_too() -> None:
    answer = StepAnswer(TOOLS, ignore_text, make_call_ids("c"), most_chars=10)
    answer.take(AnswerChunk(text=TEXT))

    step = answer.step()

    assert isinstance(step, ToolCalls)
    assert step.is_overlong


def test_what_a_call_has_besides_is_named_whether_it_was_printed_or_not() -> None:
    arguments = {"text": "GG", "thought": "nice", "volume": None}
    native = NativeCall(name="overlay_text", arguments=arguments)
    printed = f"CALL overlay_text {json.dumps(arguments)}"

    for piece in (AnswerChunk(calls=(native,), done=True), AnswerChunk(text=printed, done=True)):
        step, _ = ended([piece])

        assert isinstance(step, ToolCalls)
        assert [(call.arguments, call.strays) for call in step.calls] == [({"text": "GG"}, ("thought",))]
