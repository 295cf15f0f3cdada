"""A strict reading: what was asked for to the letter is a call, and nothing else is."""

import json

import pytest

from bench.tool_choice.cases.catalogue import list_offered
from bench.tool_choice.grading.strict_reading import read_strictly, read_trial_strictly
from bench.tool_choice.trial import AskedMode, AskedStep, MadeCall, RawAnswer, Trial
from performer.tools.tool import ToolSpec

SPECS = tuple(each.spec for each in list_offered(["overlay_text", "show_emote", "play_sfx"], seed="x"))
GG = ("overlay_text", {"text": "GG"})
LAUGH = ("show_emote", {"name": "laugh"})


def read(mode: AskedMode, text: str = "", *calls: tuple[str, object]) -> list[tuple[str, object]]:
    step = AskedStep(kind="calls", answer=RawAnswer(text=text, calls=calls))
    return [*read_strictly(mode, step, SPECS)]


def write(*calls: object, say: object = "There.") -> str:
    return json.dumps({"say": say, "calls": calls})


@pytest.mark.parametrize("arguments", [{"text": "GG"}, '{"text": "GG"}'])
def test_a_native_call_has_an_object_or_the_text_of_one(arguments: object) -> None:
    assert read("native", "Sure.", ("overlay_text", arguments)) == [GG]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("overlay_text", {"text": 5}),
        ("overlay_text", {"txt": "GG"}),
        ("overlay_text", "{'text': 'GG'}"),
        ("overlay_text", '{"text": "GG"'),
        ("overlay_text", None),
        ("overlay_text", "[" * 100_000),
        ("Overlay_Text", {"text": "GG"}),
        ("other", {"text": "GG"}),
        ("show_emote", {"name": "Laugh"}),
    ],
)
def test_a_native_call_that_needs_a_repair_is_none(name: str, arguments: object) -> None:
    assert read("native", "", (name, arguments)) == []


def test_a_native_call_whose_misfit_cannot_even_be_told_is_none() -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]

    assert read("native", "", ("overlay_text", {"text": nested})) == []


def test_a_native_answer_has_no_calls_in_its_words() -> None:
    assert read("native", 'CALL overlay_text {"text": "GG"}') == []


def test_soft_calls_are_lines_of_their_own_among_words() -> None:
    text = 'Well played.\nCALL overlay_text {"text": "GG"}\nCALL show_emote {"name": "laugh"}\n'

    assert read("soft", text) == [GG, LAUGH]


@pytest.mark.parametrize(
    "text",
    [
        'call overlay_text {"text": "GG"}',
        'CALL overlay_text({"text": "GG"})',
        'CALL overlay_text {"text": "GG"}.',
        ' CALL overlay_text {"text": "GG"}',
        'CALL overlay-text {"text": "GG"}',
        "CALL overlay_text {'text': 'GG'}",
        'CALL overlay_text {"text": "GG"',
        'CALL overlay_text {\n"text": "GG"}',
        'CALL overlay_text {"text": "GG", "duration_s": "5"}',
        'CALL overlay_text {"text": "GG", "duration_s": 500}',
        '{"tool": "overlay_text", "arguments": {"text": "GG"}}',
        'overlay_text {"text": "GG"}',
    ],
)
def test_a_soft_line_that_is_not_to_the_letter_is_none(text: str) -> None:
    assert read("soft", text) == []


def test_a_constrained_answer_is_one_object() -> None:
    gg, laugh = ({"tool": name, "arguments": arguments} for name, arguments in (GG, LAUGH))

    assert read("constrained", f" {write(gg, laugh)}\n") == [GG, LAUGH]
    assert read("constrained", json.dumps(gg)) == [GG]
    assert read("constrained", write(gg, {"tool": "overlay_text"}, {"name": "overlay_text"}, 5)) == [GG]


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{write({'tool': GG[0], 'arguments': GG[1]})}\n```",
        write({"tool": GG[0], "arguments": GG[1]})[:-1],
        write({"tool": GG[0], "arguments": GG[1], "id": 1}),
        write({"tool": GG[0], "arguments": GG[1]}, say=None),
        json.dumps({"calls": [{"tool": GG[0], "arguments": GG[1]}]}),
        'CALL overlay_text {"text": "GG"}',
        '{"tool": "none", "arguments": {}}',
        "[" * 100_000,
    ],
)
def test_a_constrained_answer_that_is_not_to_the_letter_has_no_calls(text: str) -> None:
    assert read("constrained", text) == []


def test_a_gesture_is_read_in_the_form_of_each_mode() -> None:
    assert read("native", "Ha.", ("act", {"do": "laugh"})) == [LAUGH]
    assert read("soft", 'Ha.\nCALL act {"do": "laugh"}') == [LAUGH]
    assert read("constrained", '{"say": "Ha.", "do": "laugh"}') == [LAUGH]


def test_a_reaction_has_one_gesture() -> None:
    assert read("soft", 'CALL act {"do": "laugh"}\nCALL act {"do": "airhorn"}') == [LAUGH]


@pytest.mark.parametrize("name", ["none", "Laugh", "laughs", "dance"])
def test_a_gesture_by_another_name_is_none(name: str) -> None:
    assert read("constrained", json.dumps({"say": "Ha.", "do": name})) == []
    assert read("soft", f'CALL act {{"do": "{name}"}}') == []


def test_a_tool_called_act_is_no_gesture() -> None:
    act = ToolSpec(name="act", description="Act.", parameters={"type": "object", "properties": {"do": {}}})
    text = 'CALL act {"do": "a"}\nCALL act {"do": "b"}'

    found = read_strictly("soft", AskedStep(kind="calls", answer=RawAnswer(text=text)), (*SPECS, act))

    assert found == (("act", {"do": "a"}), ("act", {"do": "b"}))


def test_a_name_that_servers_do_not_take_is_read_as_it_was_spelt_to_the_model() -> None:
    send = ToolSpec(name="discord.send", description="Send.", parameters={"type": "object", "properties": {}})
    step = AskedStep(kind="calls", answer=RawAnswer(text="", calls=(("discord_send", {}),)))

    assert read_strictly("native", step, (send,)) == (("discord.send", {}),)


def test_a_model_that_talks_calls_nothing_and_neither_does_one_that_did_not_answer() -> None:
    assert read("talk", 'CALL overlay_text {"text": "GG"}') == []
    assert read_strictly("soft", AskedStep(kind="failed"), SPECS) == ()


@pytest.mark.parametrize(
    ("body", "found"),
    [({"tools": []}, [LAUGH]), ({"format": {}}, []), ({"response_format": {}}, []), ({}, [GG])],
)
def test_the_mode_auto_is_found_from_what_was_asked(body: dict[str, object], found: list[object]) -> None:
    answer = RawAnswer(text='CALL overlay_text {"text": "GG"}', calls=(LAUGH,))

    assert [*read_strictly("auto", AskedStep(kind="calls", body=body, answer=answer), SPECS)] == found


def make_trial(*texts: str, calls: tuple[MadeCall, ...] = ()) -> Trial:
    steps = (AskedStep(kind="calls", number=n, answer=RawAnswer(text=text)) for n, text in enumerate(texts, 1))
    return Trial(case="x", mode="soft", steps=tuple(steps), calls=calls)


def test_a_trial_read_strictly_keeps_what_came_of_its_calls_and_loses_those_that_were_repaired() -> None:
    failed = MadeCall(tool="overlay_text", arguments={"text": "GG"}, step=1, came="failed", told="No.")
    repaired = MadeCall(tool="show_emote", arguments={"name": "laugh"}, step=2, came="returned")
    trial = make_trial('CALL overlay_text {"text": "GG"}', "CALL show_emote laugh", calls=(failed, repaired))

    assert read_trial_strictly(trial, SPECS).calls == (failed,)


def test_a_call_that_only_a_strict_reader_finds_is_added_but_no_repeat() -> None:
    made = MadeCall(tool="overlay_text", arguments={"text": "GG"}, step=1, came="returned")
    gg, laugh = 'CALL overlay_text {"text": "GG"}', 'CALL show_emote {"name": "laugh"}'

    (first, second) = read_trial_strictly(make_trial(f"{gg}\n{gg}", f"{gg}\n{laugh}", calls=(made,)), SPECS).calls

    assert first == made
    assert (second.tool, second.step, second.came) == ("show_emote", 2, "returned")


def test_a_call_that_only_the_performer_found_misprinted_is_read() -> None:
    refused = MadeCall(tool="overlay_text", arguments={}, step=1, came="refused", is_misprint=True)
    trial = make_trial('CALL overlay_text {"text": "GG"}', calls=(refused,))

    (call,) = read_trial_strictly(trial, SPECS).calls

    assert (call.arguments, call.is_misprint) == ({"text": "GG"}, False)


UNFIT = MadeCall(
    tool="overlay_text", arguments={"text": 5}, step=1, came="refused", is_misprint=True, is_unfit=True, told="No."
)
UNKNOWN = MadeCall(tool="show_text", arguments={"text": "GG"}, step=1, came="refused")


@pytest.mark.parametrize(
    ("text", "refused"),
    [('CALL overlay_text {"text": 5}', UNFIT), ('CALL show_text {"text": "GG"}', UNKNOWN)],
)
def test_a_call_in_the_form_that_was_asked_for_is_refused_by_a_strict_reader_too(text: str, refused: MadeCall) -> None:
    assert read_trial_strictly(make_trial(text, calls=(refused,)), SPECS).calls == (refused,)


def test_a_sloppy_call_that_was_refused_and_one_that_was_put_right_are_none() -> None:
    ran = MadeCall(tool="overlay_text", arguments={"text": "5"}, step=1, came="refused", told="A hook's no.")

    assert read_trial_strictly(make_trial("overlay_text(text=5)", calls=(UNFIT,)), SPECS).calls == ()
    assert read_trial_strictly(make_trial('CALL overlay_text {"text": 5}', calls=(ran,)), SPECS).calls == ()


def test_a_refused_call_beside_one_that_is_read_strictly_is_kept() -> None:
    gg = MadeCall(tool="overlay_text", arguments={"text": "GG"}, step=1, came="returned")
    trial = make_trial('CALL overlay_text {"text": "GG"}\nCALL overlay_text {"text": 5}', calls=(gg, UNFIT))

    assert read_trial_strictly(trial, SPECS).calls == (gg, UNFIT)


def test_an_argument_that_was_repaired_is_as_it_was_written() -> None:
    mended = MadeCall(tool="overlay_text", arguments={"text": "GG"}, step=1, came="returned")
    trial = make_trial('CALL overlay_text {"text": "GG", "colour": "red"}', calls=(mended,))

    assert read_trial_strictly(trial, SPECS).calls[0].arguments == {"text": "GG", "colour": "red"}


def test_a_question_that_was_asked_again_in_doubt_is_passed_over() -> None:
    doubted = AskedStep(kind="asked again", answer=RawAnswer(text='CALL overlay_text {"text": "GG"}'))

    assert read_trial_strictly(Trial(case="x", mode="soft", steps=(doubted,)), SPECS).calls == ()
