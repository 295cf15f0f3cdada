"""A trial goes through the product's own turn and hooks, and is read from the events of that turn."""

from collections.abc import Mapping

import pytest

from bench.tool_choice.cases.case import Case, ExpectedCall, ScriptedResult, SeenPicture
from bench.tool_choice.cases.case_file import read_shipped_cases
from bench.tool_choice.cases.padding import CHARACTERS_A_TOKEN
from bench.tool_choice.playing.play import TrialPlan, TrialPlayer
from bench.tool_choice.trial import Trial
from performer.models.model import FinalAnswer, Misprint, OnText, Step, StepRequest, ToolCalls, UserMessage
from performer.tools.tool import ToolCall
from tests.bench.tool_choice.table import CONFIG, TABLE, make_case

pytestmark = pytest.mark.anyio


class Lines:
    """A model that gives these steps, and notes what it is asked."""

    name = "lines"
    sees = True

    def __init__(self, *steps: Step) -> None:
        self._steps = list(steps)
        self.asked: list[StepRequest] = []

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        self.asked.append(request)
        step = self._steps.pop(0) if self._steps else FinalAnswer(text="Well played.")
        on_text(step.text if isinstance(step, FinalAnswer) else step.preface)
        return step


def calls(tool: str, preface: str = "", **arguments: object) -> ToolCalls:
    return ToolCalls(calls=(ToolCall(id="1", name=tool, arguments=arguments),), preface=preface)


async def play(case: Case, model: Lines, *, repeat: int = 0) -> Trial:
    return await TABLE.play(TrialPlan(case=case, mode="", repeat=repeat, seed=1), TrialPlayer(model=model))


def list_calls(trial: Trial) -> list[tuple[str, Mapping[str, object], str]]:
    return [(each.tool, each.arguments, each.came) for each in trial.calls]


async def test_a_call_and_the_words_beside_it_are_read_from_the_events() -> None:
    trial = await play(make_case(), Lines(calls("overlay_text", "Here it comes.", text="GG")))

    assert list_calls(trial) == [("overlay_text", {"text": "GG"}, "returned")]
    assert (trial.said, trial.ended, trial.error) == ("Here it comes.", "final", "")


async def test_results_refusals_and_failures_are_the_cases_own_in_turn() -> None:
    results = {"roll_dice": (ScriptedResult(fails="no dice"), ScriptedResult(refuses="wait"), ScriptedResult(says="6"))}
    case = make_case(offers=("roll_dice",), expects=(), results=results, most_steps=6)
    model = Lines(*(calls("roll_dice", sides=sides) for sides in (6, 8, 10, 12)))

    trial = await play(case, model)

    assert [(each.came, each.told) for each in trial.calls] == [
        ("failed", "no dice"),
        ("refused", "wait"),
        ("returned", "6"),
        ("returned", "6"),
    ]


async def test_a_misprint_is_a_call_that_was_refused() -> None:
    wrong = Misprint(call=ToolCall(id="1", name="overlay_text"), reason="overlay_text: 'text' is missing.")

    trial = await play(make_case(), Lines(ToolCalls(calls=(), misprints=(wrong,))))

    assert [(each.tool, each.came, each.is_misprint) for each in trial.calls] == [("overlay_text", "refused", True)]
    assert not trial.calls[0].is_unfit


async def test_a_misprint_whose_arguments_were_read_is_unfit_and_a_hooks_no_is_no_misprint() -> None:
    unfit = Misprint(call=ToolCall(id="1", name="overlay_text"), reason="It is wrong.", is_read=True)
    case = make_case(results={"play_sfx": (ScriptedResult(refuses="it was printed wrong"),)})
    both = ToolCalls(calls=(ToolCall(id="2", name="play_sfx", arguments={"name": "ding"}),), misprints=(unfit,))

    trial = await play(case, Lines(both))

    assert {(each.tool, each.is_misprint, each.is_unfit) for each in trial.calls} == {
        ("play_sfx", False, False),
        ("overlay_text", True, True),
    }


async def test_the_time_to_a_call_is_told_of_steps_with_one_that_ran() -> None:
    wrong = Misprint(call=ToolCall(id="1", name="overlay_text"), reason="overlay_text: 'text' is missing.")
    misprinted = ToolCalls(calls=(), misprints=(wrong,))
    model = Lines(misprinted, calls("show_text", text="GG"), calls("overlay_text", text="GG"))

    trial = await play(make_case(), model)

    assert [each.call_s is None for each in trial.steps[:3]] == [True, True, False]
    assert trial.steps[2].call_s == trial.steps[2].took_s


async def test_a_turn_that_calls_up_to_its_step_limit_is_a_spiral() -> None:
    case = make_case(offers=("roll_dice",), expects=(ExpectedCall(tool="roll_dice"),), most_steps=3)

    spiral = await play(case, Lines(*(calls("roll_dice", sides=sides) for sides in range(4, 12))))
    once = await play(case, Lines(calls("roll_dice", sides=6)))

    assert (spiral.is_spiral, once.is_spiral) == (True, False)


async def test_a_misprint_and_a_tool_that_is_not_there_are_no_part_of_a_spiral() -> None:
    case = make_case(offers=("roll_dice",), expects=(ExpectedCall(tool="roll_dice"),), most_steps=3)
    wrong = Misprint(call=ToolCall(id="1", name="roll_dice"), reason="roll_dice: it was printed wrong.")

    misprinted = await play(case, Lines(ToolCalls(calls=(), misprints=(wrong,)), calls("roll_dice", sides=6)))
    invented = await play(case, Lines(calls("throw_dice"), calls("roll_dice", sides=6)))

    assert (len(misprinted.steps), len(invented.steps)) == (3, 3)
    assert (misprinted.is_spiral, invented.is_spiral) == (False, False)


async def test_the_same_call_again_and_again_is_a_spiral_though_it_runs_once() -> None:
    case = make_case(offers=("read_tally",), expects=(ExpectedCall(tool="read_tally"),), most_steps=4)

    trial = await play(case, Lines(*(calls("read_tally", tally="wins") for _ in range(6))))

    assert (len(trial.calls), trial.is_spiral) == (1, True)


async def test_looking_for_tools_on_the_way_to_the_right_one_is_no_part_of_a_spiral() -> None:
    case = make_case(offers=("fillers:30", "roll_dice"), expects=(ExpectedCall(tool="roll_dice"),), most_steps=3)
    look = calls("find_tools", query="roll dice")

    found = await play(case, Lines(look, calls("roll_dice", sides=6)))
    lost = await play(case, Lines(*(calls("find_tools", query=f"dice {number}") for number in range(4))))

    assert (found.is_spiral, lost.is_spiral) == (False, True)


async def test_what_was_said_before_and_by_whom_is_what_the_model_reads() -> None:
    model = Lines()

    await play(make_case(speaker="viewer", before=("ben: The code is 7.", "you: Noted.")), model)

    read = " ".join(message.text for message in model.asked[0].messages)
    assert "ben: The code is 7." in read
    assert "Noted." in read
    assert 'mira_77: Put "GG" on the screen!' in read


async def test_each_fact_in_a_long_chat_reaches_its_model_within_the_context_of_the_product() -> None:
    for case in (each for each in read_shipped_cases() if each.padding):
        model = Lines()

        await play(case, model)

        read = " ".join(message.text for message in model.asked[0].messages)
        assert case.fact in read
        # A sixth more where a model counts so, and as much on top as the tools and the answer need.
        assert len(read) / CHARACTERS_A_TOKEN * 7 / 6 + 400 < CONFIG.model.num_ctx


async def test_a_picture_is_shown_to_who_sees_and_put_into_words_for_who_does_not() -> None:
    case = make_case(sees=SeenPicture(kind="dots", details={"count": 5, "colour": "red"}))
    sees, blind = Lines(), Lines()
    blind.sees = False

    await play(case, sees)
    await play(case, blind)

    asked = sees.asked[0].messages[-1]
    assert isinstance(asked, UserMessage)
    assert len(asked.pictures) == 1
    assert "5 red dots" in blind.asked[0].messages[-1].text.lower() or "five red" in blind.asked[0].messages[-1].text


async def test_a_still_picture_is_seen_in_several_turns_whose_steps_are_counted_through() -> None:
    case = make_case(says="", expects=(), sees=SeenPicture(kind="blank"), turns=3, offers=("show_emote",))
    model = Lines(FinalAnswer(text="Dark."), calls("show_emote", "Very dark.", name="eyes"), FinalAnswer(text="Hm."))

    trial = await play(case, model)

    assert [(each.step, each.turn) for each in trial.calls] == [(2, 2)]
    assert len(trial.steps) == 3


async def test_the_order_of_tools_is_the_written_one_first_and_another_in_a_repeat() -> None:
    case = make_case(offers=("overlay_text", "play_sfx", "show_emote", "set_mood", "spawn_particle"))
    first, again = Lines(), Lines()

    await play(case, first)
    await play(case, again, repeat=1)

    names, other = ([spec.name for spec in each.asked[0].tools] for each in (first, again))
    assert names == [*case.offers]
    assert other != names
    assert sorted(other) == sorted(names)


async def test_of_many_tools_a_dozen_is_named_and_looking_for_the_others_is_no_call() -> None:
    case = make_case(
        says="Roll the dice!", offers=("fillers:30", "roll_dice"), expects=(ExpectedCall(tool="roll_dice"),)
    )
    model = Lines(calls("find_tools", query="roll dice"), calls("roll_dice", sides=6))

    trial = await play(case, model)

    names = [spec.name for spec in model.asked[0].tools]
    assert (len(names), names[-1]) == (12, "find_tools")
    assert [each.tool for each in trial.calls] == ["roll_dice"]
    assert [(each.is_search, each.unmade) for each in trial.steps[:2]] == [(True, 0), (False, 0)]
    assert trial.steps[0].parsed == ('find_tools {"query": "roll dice"}',)


async def test_a_gesture_that_is_left_out_with_its_line_is_unmade() -> None:
    case = make_case(says="", sees=SeenPicture(kind="blank"), offers=("show_emote",), expects=())
    model = Lines(calls("show_emote", "As an AI language model, I cannot see.", name="eyes"))

    trial = await play(case, model)

    assert (trial.calls, trial.steps[0].unmade) == ((), 1)
