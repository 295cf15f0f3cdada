"""The grade of raw answers that went through the product's own driver and turn: what reader and schemas gain."""

import json

import pytest

from bench.tool_choice.cases.case import Case, ExpectedCall, SeenPicture
from bench.tool_choice.grading.grade import grade
from bench.tool_choice.playing.answers import AnswerPlace, Answers, KeptAnswer
from bench.tool_choice.playing.models import open_replay
from bench.tool_choice.playing.play import TrialPlan
from bench.tool_choice.trial import AskedMode, Label, RawAnswer, TrialVerdict
from tests.bench.tool_choice.table import CONFIG, TABLE, make_case

pytestmark = pytest.mark.anyio

ABOUT = {"model": "small", "kind": "ollama", "sees": False, "calls_tools": True, "thinks": False}
ORDER = make_case()
SIGHT = make_case(
    id="custom-sight",
    says="",
    sees=SeenPicture(kind="blank"),
    offers=("show_emote", "play_sfx"),
    expects=(ExpectedCall(tool="show_emote", arguments={"name": "laugh"}),),
)
DONE = "Well played."
Raw = str | tuple[str, object]
"""The text of an answer, or its native call."""


async def judge(case: Case, mode: AskedMode, *raws: Raw) -> TrialVerdict:
    answers = [RawAnswer(text=raw) if isinstance(raw, str) else RawAnswer(text="", calls=(raw,)) for raw in raws]
    kept = {
        AnswerPlace(case=case.id, mode=mode, repeat=0, number=number): KeptAnswer(key="", answer=answer)
        for number, answer in enumerate(answers)
    }
    plan = TrialPlan(case=case, mode=mode, repeat=0, seed=1)
    measured = open_replay(Answers(about=ABOUT, kept=kept), CONFIG, [mode])
    return grade(case, await TABLE.play(plan, measured.make(plan)))


def write(**arguments: object) -> str:
    return json.dumps({"say": "There.", "calls": [{"tool": "overlay_text", "arguments": arguments}]})


TO_THE_LETTER: list[tuple[Case, AskedMode, Raw]] = [
    (ORDER, "soft", 'There.\nCALL overlay_text {"text": "GG"}'),
    (ORDER, "native", ("overlay_text", {"text": "GG"})),
    (ORDER, "constrained", write(text="GG")),
    (SIGHT, "soft", 'Ha.\nCALL act {"do": "laugh"}'),
    (SIGHT, "native", ("act", {"do": "laugh"})),
    (SIGHT, "constrained", '{"say": "Ha.", "do": "laugh"}'),
]


@pytest.mark.parametrize(("case", "mode", "raw"), TO_THE_LETTER)
async def test_an_answer_to_the_letter_is_right_without_a_repair(case: Case, mode: AskedMode, raw: Raw) -> None:
    verdict = await judge(case, mode, raw, DONE)

    assert (verdict.label, verdict.strict_label, verdict.is_repaired) == ("right", "right", False)


SLOPPY: list[tuple[Case, AskedMode, Raw]] = [
    (ORDER, "soft", 'overlay_text(text="GG")'),
    (ORDER, "soft", 'CALL overlay_text {"text": "GG", "duration_s": "5"}'),
    (ORDER, "native", ("overlay_text", {"txt": "GG"})),
    (ORDER, "native", 'CALL overlay_text {"text": "GG"}'),
    (ORDER, "constrained", f"```json\n{write(text='GG')}\n```"),
    (SIGHT, "soft", 'Ha.\nCALL act {"do": "Laugh"}'),
    (SIGHT, "constrained", '{"say": "Ha.", "do": "laughs"}'),
]


@pytest.mark.parametrize(("case", "mode", "raw"), SLOPPY)
async def test_a_sloppy_answer_is_right_by_the_reader_alone(case: Case, mode: AskedMode, raw: Raw) -> None:
    verdict = await judge(case, mode, raw, DONE)

    assert (verdict.label, verdict.strict_label, verdict.is_repaired) == ("right", "not readable", True)


LABELS: list[tuple[Case, AskedMode, tuple[Raw, ...], Label, bool | None]] = [
    (ORDER, "soft", ('CALL overlay_text {"text": "G', DONE), "not readable", False),
    (ORDER, "soft", ('CALL overlay_text {"size": "up"}', 'CALL overlay_text {"text": "GG"}', DONE), "right", True),
    (ORDER, "soft", ('CALL overlay_text {"size": "up"}', DONE), "wrong argument", True),
    (ORDER, "native", (("overlay_text", {"text": {"a": [1]}}), DONE), "wrong argument", True),
    (ORDER, "native", (("play_sfx", {"name": "record"}), DONE), "wrong tool", True),
    (ORDER, "constrained", (write(text={"a": [1]}), DONE), "wrong argument", True),
    (ORDER, "soft", ('CALL show_text {"text": "GG"}', DONE), "wrong tool", True),
    (ORDER, "soft", ('CALL show_text {"text": "GG"}', 'CALL overlay_text {"text": "GG"}', DONE), "right", True),
    (ORDER, "soft", (DONE, DONE), "missing call", None),
    (ORDER, "talk", (DONE,), "missing call", None),
    (SIGHT, "constrained", ('{"say": "Ha.", "do": "dance"}',), "not readable", False),
    (SIGHT, "native", (("act", {"do": "dance"}),), "not readable", False),
]


@pytest.mark.parametrize(("case", "mode", "raws", "label", "is_readable"), LABELS)
async def test_what_the_turn_made_of_an_answer_has_its_label(
    case: Case, mode: AskedMode, raws: tuple[Raw, ...], label: Label, is_readable: bool | None
) -> None:
    verdict = await judge(case, mode, *raws)

    assert (verdict.label, verdict.is_readable, verdict.is_repaired) == (label, is_readable, False)
