"""The grade: each label by its rule, the first that applies, and whether the reader's help was needed."""

from dataclasses import replace
from typing import Any

import pytest

from bench.tool_choice.cases.case import ArgumentRule, Case, ExpectedCall
from bench.tool_choice.grading.grade import grade
from bench.tool_choice.trial import AskedStep, Label, MadeCall, RawAnswer, Trial, TrialVerdict

TEXT = ExpectedCall(tool="overlay_text", arguments={"text": "GG"})
LAUGH = ExpectedCall(tool="show_emote", arguments={"name": "laugh"})
ONE = Case(id="one", group="decoys", why="x", offers=("overlay_text", "show_emote", "play_sfx"), expects=(TEXT,))
TWO = replace(ONE, id="two", expects=(TEXT, LAUGH))
NONE = replace(ONE, id="none", expects=())
MAYBE = replace(ONE, id="maybe", expects=(replace(LAUGH, is_optional=True),))
ALSO = replace(ONE, id="also", expects=(TEXT, replace(LAUGH, is_optional=True)))


def make(tool: str = "overlay_text", *, step: int = 1, misprint: bool = False, **arguments: object) -> MadeCall:
    came: Any = "refused" if misprint else "returned"
    return MadeCall(tool=tool, arguments=arguments, step=step, came=came, is_misprint=misprint)


GG = make(text="GG")
LAUGHED = make("show_emote", name="laugh")
DING = make("play_sfx", name="ding")
UNKNOWN = replace(make("show_text", text="GG"), came="refused")
MISPRINT = make(misprint=True)
UNFIT = replace(make(text=["GG"], misprint=True), is_unfit=True, told="it was printed wrong: 'text' is a list")
UNFIT_DING = replace(UNFIT, tool="play_sfx", arguments={"name": "dong"})


def judge(case: Case, *calls: MadeCall, said: str = "", raw: str = "") -> TrialVerdict:
    step = AskedStep(kind="final", number=1, answer=RawAnswer(text=raw))
    return grade(case, Trial(case=case.id, mode="", calls=calls, said=said, steps=(step,)))


def later(call: MadeCall) -> MadeCall:
    return replace(call, step=2)


LABELS: list[tuple[Case, tuple[MadeCall, ...], Label]] = [
    (ONE, (GG,), "right"),
    (ONE, (replace(GG, came="failed"),), "right"),
    (ONE, (replace(GG, came="refused"),), "right"),
    (ONE, (MISPRINT, later(GG)), "right"),
    (ONE, (GG, MISPRINT), "right"),
    (ONE, (UNKNOWN, later(GG)), "right"),
    (TWO, (GG, LAUGHED), "right"),
    (replace(TWO, order="any"), (LAUGHED, GG), "right"),
    (NONE, (), "right"),
    (MAYBE, (), "right"),
    (MAYBE, (LAUGHED,), "right"),
    (MAYBE, (UNKNOWN, later(LAUGHED)), "right"),
    (ALSO, (GG,), "right"),
    (ALSO, (GG, LAUGHED), "right"),
    (ALSO, (MISPRINT, later(GG)), "right"),
    (NONE, (GG,), "false call"),
    (NONE, (MISPRINT,), "false call"),
    (NONE, (UNKNOWN,), "false call"),
    (replace(NONE, forbids=("play_sfx",)), (DING,), "false call"),
    (ONE, (DING,), "wrong tool"),
    (ONE, (UNKNOWN,), "wrong tool"),
    (replace(ONE, forbids=("play_sfx",)), (GG, DING), "wrong tool"),
    (replace(ONE, forbids=("*",)), (GG, DING), "wrong tool"),
    (replace(ONE, forbids=("*",)), (GG, GG), "extra call"),
    (TWO, (GG, GG), "wrong tool"),
    (MAYBE, (DING,), "wrong tool"),
    (MAYBE, (UNKNOWN,), "wrong tool"),
    (ALSO, (GG, DING), "wrong tool"),
    (MAYBE, (make("show_emote", name="cry"),), "wrong argument"),
    (ONE, (make(text="gg"),), "wrong argument"),
    (ONE, (DING, make(text="gg")), "wrong argument"),
    (TWO, (LAUGHED, make(text="gg")), "wrong argument"),
    (ONE, (), "missing call"),
    (TWO, (GG,), "missing call"),
    (ALSO, (LAUGHED,), "missing call"),
    (TWO, (UNKNOWN, later(LAUGHED)), "wrong tool"),
    (TWO, (MISPRINT, later(GG)), "missing call"),
    (ONE, (GG, GG), "extra call"),
    (ONE, (GG, DING), "extra call"),
    (ONE, (GG, UNKNOWN), "extra call"),
    (ONE, (GG, later(MISPRINT)), "extra call"),
    (TWO, (LAUGHED, GG, LAUGHED), "extra call"),
    (MAYBE, (LAUGHED, LAUGHED), "extra call"),
    (ALSO, (GG, later(MISPRINT)), "extra call"),
    (TWO, (LAUGHED, GG), "wrong order"),
    (ALSO, (LAUGHED, GG), "wrong order"),
    (TWO, (LAUGHED, GG, GG), "wrong order"),
    (ONE, (UNFIT, later(GG)), "right"),
    (NONE, (UNFIT,), "false call"),
    (ONE, (UNFIT_DING,), "wrong tool"),
    (TWO, (GG, later(UNFIT)), "wrong tool"),
    (ONE, (UNFIT,), "wrong argument"),
    (ONE, (UNFIT, later(UNFIT)), "wrong argument"),
    (ONE, (UNFIT_DING, later(UNFIT)), "wrong argument"),
    (MAYBE, (replace(UNFIT, tool="show_emote", arguments={"name": "dance"}),), "wrong argument"),
    (TWO, (UNFIT, later(LAUGHED)), "wrong argument"),
    (TWO, (UNFIT, later(GG)), "missing call"),
    (ONE, (GG, later(UNFIT)), "extra call"),
    (ONE, (MISPRINT,), "not readable"),
    (MAYBE, (make("show_emote", misprint=True),), "not readable"),
    (ONE, (make("play_sfx", misprint=True),), "not readable"),
    (TWO, (GG, make("show_emote", misprint=True)), "not readable"),
    (TWO, (make("show_emote", misprint=True), later(GG)), "not readable"),
]


@pytest.mark.parametrize(("case", "calls", "label"), LABELS)
def test_calls_have_their_label(case: Case, calls: tuple[MadeCall, ...], label: Label) -> None:
    assert judge(case, *calls).label == label


@pytest.mark.parametrize("raw", ['overlay_text("GG"', 'CALL overlay_text {"te', '{"name": "overlay_text", "parame'])
def test_a_call_in_words_that_no_reader_took_is_not_readable(raw: str) -> None:
    verdict = judge(ONE, raw=raw)

    assert (verdict.label, verdict.is_readable, verdict.called) == ("not readable", False, "overlay_text")
    assert judge(ONE, raw="overlay_text is a tool.").label == "missing call"


def test_a_call_that_may_be_left_out_and_was_meant_all_the_same_has_to_be_readable() -> None:
    assert judge(MAYBE, raw='show_emote("lau').label == "not readable"
    assert judge(MAYBE, raw="What a jump!").label == "right"


def test_a_tool_in_words_is_no_call_where_none_is_right() -> None:
    verdict = judge(NONE, raw='overlay_text("GG")')

    assert (verdict.label, verdict.is_readable) == ("right", None)


@pytest.mark.parametrize(
    ("ended", "label"),
    [
        ({"error": "gone", "is_late": True, "is_spiral": True}, "error"),
        ({"is_late": True, "is_spiral": True}, "timeout"),
    ],
)
def test_what_ended_a_trial_comes_before_its_calls(ended: dict[str, Any], label: Label) -> None:
    assert grade(ONE, Trial(case="one", mode="", calls=(GG,), **ended)).label == label
    assert grade(NONE, Trial(case="none", mode="", calls=(GG,), is_spiral=True)).label == "spiral"


def test_a_gesture_that_was_read_and_left_out_with_its_line_is_missing_and_readable() -> None:
    step = AskedStep(kind="calls", number=1, answer=RawAnswer(text='CALL overlay_text {"text": "GG"}'), unmade=1)

    verdict = grade(ONE, Trial(case=ONE.id, mode="soft", steps=(step,)))

    assert (verdict.label, verdict.is_readable) == ("missing call", True)
    assert verdict.why == "A call was read, and left out with its line."


def test_words_that_had_to_be_heard_and_were_not_are_not_readable() -> None:
    case = replace(ONE, keeps="well played")

    assert judge(case, GG, said="Well played, you.").label == "right"
    assert judge(case, GG).why == "The words that should be heard (well played) were not written."
    assert judge(case, GG, raw="Well played!").why.endswith("were written, and lost on the way.")
    assert judge(case, GG).label == judge(replace(case, expects=())).label == "not readable"
    assert judge(case, DING).label == "wrong tool"


def judge_overlong(case: Case, *calls: MadeCall, **ended: Any) -> TrialVerdict:
    answer = RawAnswer(text="word " * 13_000, is_overlong=True)
    step = AskedStep(kind="calls", number=1, answer=answer)
    return grade(case, Trial(case=case.id, mode="soft", calls=calls, steps=(step,), **ended))


@pytest.mark.parametrize(("case", "calls"), [(ONE, (GG,)), (ONE, ()), (NONE, ()), (NONE, (GG,)), (ONE, (DING,))])
def test_an_answer_that_is_longer_than_the_performer_reads_is_not_readable(
    case: Case, calls: tuple[MadeCall, ...]
) -> None:
    verdict = judge_overlong(case, *calls)

    assert (verdict.label, verdict.strict_label, verdict.is_readable) == ("not readable", "not readable", False)
    assert verdict.why == "An answer was longer than may be read, and was cut off after 65,000 characters."


def test_what_ended_a_trial_comes_before_the_length_of_its_answers() -> None:
    assert judge_overlong(ONE, is_late=True).label == "timeout"


WORDS = [
    (judge(ONE, GG), "overlay_text", "overlay_text", "All expected calls, and nothing else."),
    (judge(NONE), "", "", "No call, as is right."),
    (judge(MAYBE), "", "", "No call, as is right."),
    (judge(MAYBE, LAUGHED), "show_emote", "show_emote", "All expected calls, and nothing else."),
    (judge(NONE, GG), "overlay_text", "", "No call is right, and overlay_text was called."),
    (judge(ONE, DING), "play_sfx", "overlay_text", "play_sfx was called; overlay_text is right."),
    (
        judge(ONE, UNKNOWN),
        "show_text",
        "overlay_text",
        "show_text was called, which is not there; overlay_text is right.",
    ),
    (
        judge(replace(TWO, forbids=("play_sfx",)), GG, DING),
        "play_sfx",
        "show_emote",
        "play_sfx may not be called.",
    ),
    (judge(ONE, make(text="gg")), "overlay_text", "overlay_text", 'overlay_text: text is "gg", not "GG".'),
    (judge(ONE, UNFIT), "overlay_text", "overlay_text", 'overlay_text: text is ["GG"], not "GG".'),
    (
        judge(ONE, replace(UNFIT, arguments={"text": "GG", "duration_s": "long"})),
        "overlay_text",
        "overlay_text",
        "overlay_text: it was printed wrong: 'text' is a list.",
    ),
    (judge(ONE, UNFIT_DING), "play_sfx", "overlay_text", "play_sfx was called; overlay_text is right."),
    (judge(TWO, GG), "", "show_emote", "show_emote was not called."),
    (judge(ONE, GG, DING), "play_sfx", "", "play_sfx was called beside the right calls."),
    (
        judge(TWO, LAUGHED, GG),
        "show_emote",
        "show_emote",
        "show_emote came before its time: overlay_text was due.",
    ),
    (
        judge(ONE, make("play_sfx", misprint=True)),
        "play_sfx",
        "overlay_text",
        "A call of play_sfx was meant, and could not be read.",
    ),
]


@pytest.mark.parametrize(("verdict", "called", "expected", "why"), WORDS)
def test_a_verdict_says_why_and_which_tool_stood_for_which(
    verdict: TrialVerdict, called: str, expected: str, why: str
) -> None:
    assert (verdict.called, verdict.expected, verdict.why) == (called, expected, why)


def test_calls_are_readable_unless_one_was_printed_so_that_it_could_not_be_read_even_if_it_was_corrected() -> None:
    assert judge(ONE, UNFIT).is_readable is True
    assert judge(ONE, GG).is_readable is True
    assert judge(ONE, UNKNOWN).is_readable is True
    assert judge(ONE, MISPRINT, later(GG)).is_readable is False
    assert judge(ONE).is_readable is None


def play_soft(case: Case, text: str, *calls: MadeCall) -> TrialVerdict:
    step = AskedStep(kind="calls", number=1, answer=RawAnswer(text=text))
    return grade(case, Trial(case=case.id, mode="soft", calls=calls, steps=(step,)))


def test_a_call_to_the_letter_needs_no_repair() -> None:
    verdict = play_soft(ONE, 'There.\nCALL overlay_text {"text": "GG"}', GG)

    assert (verdict.label, verdict.strict_label, verdict.is_repaired) == ("right", "right", False)


def test_a_sloppy_call_that_was_read_is_repaired() -> None:
    verdict = play_soft(ONE, 'overlay_text(text="GG")', GG)

    assert (verdict.label, verdict.strict_label, verdict.is_repaired) == ("right", "not readable", True)


def test_a_sloppy_call_that_is_wrong_anyhow_is_not_repaired() -> None:
    verdict = play_soft(ONE, 'play_sfx(name="ding")', DING)

    assert (verdict.label, verdict.strict_label, verdict.is_repaired) == ("wrong tool", "not readable", False)


def test_a_false_call_that_only_the_reader_could_read_is_none_when_read_strictly() -> None:
    verdict = play_soft(NONE, "overlay_text: GG", GG)

    assert (verdict.label, verdict.strict_label, verdict.is_repaired) == ("false call", "right", False)


def test_a_player_has_no_answers_to_be_read_strictly() -> None:
    verdict = judge(ONE, GG)

    assert (verdict.strict_label, verdict.is_repaired) == ("right", False)


def test_in_talk_mode_no_reader_is_judged() -> None:
    step = AskedStep(kind="final", number=1, answer=RawAnswer(text="Ha!"))
    verdict = grade(ONE, Trial(case=ONE.id, mode="talk", calls=(GG,), steps=(step,)))

    assert (verdict.label, verdict.strict_label) == ("right", "right")
    assert (verdict.is_repaired, verdict.is_readable) == (False, None)


def test_another_spelling_is_right_and_a_broken_rule_is_not() -> None:
    rule = ArgumentRule(between=(4, 6))
    case = replace(ONE, expects=(replace(TEXT, rules={"duration_s": rule}, without=("position",)),))

    assert judge(case, make(text=" GG ", duration_s="5", position="Middle")).label == "right"
    assert judge(case, make(text="GG", duration_s=5, position="top")).label == "wrong argument"
    assert judge(case, make(text="GG", duration_s=7)).label == "wrong argument"
