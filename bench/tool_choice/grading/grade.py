"""The grade of a trial: one label, by the first of these rules that applies.

1. error: it could not be played. timeout: it had no end in time. spiral: it was cut by the step limit. not readable: an
   answer was longer than may be read.
2. Where no call is right: false call for any call at all, also of a tool that is not there, or printed wrong.
3. wrong tool: a forbidden tool ran.
4. All expected calls ran. wrong order: one before its time, where the order counts. extra call: others as well.
   not readable: the words that had to be heard beside them were not, so that the answer arrived in part. Else right.
5. Some are missing. wrong argument: a call of a missing one's tool, with other arguments, be they such as its schema
   refuses. wrong tool: another tool in the place of a missing one, be it one that is not there. not readable: a missing
   one was cut off, or made no sense; or nothing ran, and any call was so, or is in the answer in a form that no reader
   knows. Else missing call, also of a gesture that was read and that the performer left out with its line. But where
   only optional ones are missing and nothing came in their place, the rules of 4 apply.

A call ran that came to its tool: also one that failed there, or that a hook refused. One that was printed wrong, or is
of a tool that is not there, is an attempt. It is unfit if it was read, and its arguments do not fit. Where all expected
calls ran it is forgiven if it was corrected: by a call that ran in a later step, or by one of the same tool in the same
step.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bench.tool_choice.cases.case import Case
from bench.tool_choice.cases.catalogue import list_offered
from bench.tool_choice.grading.call_shapes import find_call_shapes
from bench.tool_choice.grading.equality import find_difference, is_match
from bench.tool_choice.grading.pairing import Pairing, pair_calls
from bench.tool_choice.grading.strict_reading import read_trial_strictly
from bench.tool_choice.trial import AskedMode, Label, MadeCall, Trial, TrialVerdict
from performer.tools.tool import ToolSpec

Specs = Mapping[str, ToolSpec]
"""The tools that a case offers, by name."""
_ALL_OTHERS: Final = "*"
_UNREAD: Final[frozenset[AskedMode]] = frozenset({"", "talk"})
"""The modes in which no reader is judged: a player makes its calls itself, and the performer those beside talk."""


def grade(case: Case, trial: Trial) -> TrialVerdict:
    """Grade a trial, and the same answers read strictly; the same trial has the same verdict."""
    specs = {each.spec.name: each.spec for each in list_offered(case.offers, seed=case.id)}
    verdict = _judge(case, trial, specs)
    strict = _judge_strictly(case, trial, specs) if trial.mode not in _UNREAD else verdict.label
    return replace(
        verdict,
        is_readable=_is_readable(case, trial, specs),
        is_repaired=verdict.label == "right" and strict != "right",
        strict_label=strict,
        false_turns=len({each.turn for each in _list_false_calls(case, trial, specs)}),
    )


def _judge_strictly(case: Case, trial: Trial, specs: Specs) -> Label:
    return _judge(case, read_trial_strictly(trial, [*specs.values()]), specs).label


def _judge(case: Case, trial: Trial, specs: Specs) -> TrialVerdict:
    return (
        _judge_end(trial)
        or _judge_length(case, trial)
        or (_judge_abstention(trial) if case.abstains else _judge_calls(case, trial, specs))
        or _judge_words(case, trial)
        or _make_right(case, has_called=bool(trial.calls))
    )


def _judge_end(trial: Trial) -> TrialVerdict | None:
    """Judge a trial that did not come to its own end."""
    if trial.error:
        return TrialVerdict(label="error", why=trial.error)
    if trial.is_late:
        return TrialVerdict(label="timeout", why="There was no end in time.")
    if trial.is_spiral:
        return TrialVerdict(label="spiral", why=f"Still called at the step limit, after {len(trial.calls)} calls.")
    return None


def _judge_length(case: Case, trial: Trial) -> TrialVerdict | None:
    """Judge answers of which the performer read no more, for they went on beyond all limits."""
    answer = next((each.answer for each in trial.steps if each.answer and each.answer.is_overlong), None)
    if answer is None:
        return None
    length = len(answer.text) + len(answer.thinking)
    why = f"An answer was longer than may be read, and was cut off after {length:,} characters."
    return TrialVerdict(label="not readable", why=why, expected=case.expects[0].tool if case.expects else "")


def _judge_abstention(trial: Trial) -> TrialVerdict | None:
    if not trial.calls:
        return None
    tool = trial.calls[0].tool
    return TrialVerdict(label="false call", why=f"No call is right, and {tool} was called.", called=tool)


def _judge_calls(case: Case, trial: Trial, specs: Specs) -> TrialVerdict | None:
    ran = [each for each in trial.calls if _ran(each, specs)]
    attempts = [each for each in trial.calls if not _ran(each, specs)]
    pairing = pair_calls(case.expects, ran, specs)
    if forbidden := _judge_forbidden(case, ran, pairing):
        return forbidden
    if _is_missed(pairing):
        found = _judge_missing(trial, attempts, pairing, specs)
        return found or _make_missing(pairing, was_left_out=_was_left_out(trial))
    left = [each for each in attempts if not _is_corrected(each, ran)]
    return (
        (_judge_missing(trial, left, pairing, specs) if pairing.missing else None)
        or _judge_order(case, pairing)
        or _judge_extra([*pairing.others, *left])
    )


def _is_missed(pairing: Pairing) -> bool:
    """Whether a call is missing that may not be left out."""
    return any(not each.is_optional for each in pairing.missing)


def _judge_missing(trial: Trial, attempts: Sequence[MadeCall], pairing: Pairing, specs: Specs) -> TrialVerdict | None:
    """Judge what came in the place of a missing call."""
    ran = [each for each in trial.calls if _ran(each, specs)]
    unfit = [each for each in attempts if each.is_unfit]
    unread = [each for each in attempts if not each.is_unfit]
    others = [each for each in attempts if _is_of_another_tool(each, ran, specs)]
    return (
        _judge_arguments([*pairing.others, *unfit], pairing, specs)
        or _judge_tool([*pairing.others, *others], pairing, specs)
        or _judge_unread(unread, pairing, None if ran or _was_left_out(trial) else find_call_shapes(trial, specs))
    )


def _ran(call: MadeCall, specs: Specs) -> bool:
    """Whether a call came to its tool, which may have failed, or to a hook's no."""
    return call.tool in specs and not call.is_misprint


def _is_corrected(attempt: MadeCall, ran: Sequence[MadeCall]) -> bool:
    return any(each.step > attempt.step or (each.step == attempt.step and each.tool == attempt.tool) for each in ran)


def _is_of_another_tool(attempt: MadeCall, ran: Sequence[MadeCall], specs: Specs) -> bool:
    """Whether an attempt was read, and is no try at a call that its tool came to then."""
    is_made_good = any(each.step >= attempt.step and each.tool == attempt.tool for each in ran)
    return attempt.tool not in specs or (attempt.is_unfit and not is_made_good)


def _judge_forbidden(case: Case, ran: Sequence[MadeCall], pairing: Pairing) -> TrialVerdict | None:
    call = next((each for each in ran if _is_forbidden(each.tool, case)), None)
    if call is None:
        return None
    expected = (pairing.missing or case.expects)[0].tool
    return TrialVerdict(label="wrong tool", why=f"{call.tool} may not be called.", called=call.tool, expected=expected)


def _is_forbidden(tool: str, case: Case) -> bool:
    is_expected = tool in {each.tool for each in case.expects}
    return tool in case.forbids or (_ALL_OTHERS in case.forbids and not is_expected)


def _judge_order(case: Case, pairing: Pairing) -> TrialVerdict | None:
    if pairing.early is None or case.order == "any":
        return None
    call, due = pairing.early
    why = f"{call.tool} came before its time: {due.tool} was due."
    return TrialVerdict(label="wrong order", why=why, called=call.tool, expected=call.tool)  # no tool is confused


def _judge_extra(others: Sequence[MadeCall]) -> TrialVerdict | None:
    if not others:
        return None
    tool = others[0].tool
    return TrialVerdict(label="extra call", why=f"{tool} was called beside the right calls.", called=tool)


def _judge_arguments(came: Sequence[MadeCall], pairing: Pairing, specs: Specs) -> TrialVerdict | None:
    for expected in pairing.missing:
        call = next((each for each in came if each.tool == expected.tool), None)
        if call is not None:
            why = f"{call.tool}: {find_difference(expected, call.arguments, specs[call.tool]) or call.told}."
            return TrialVerdict(label="wrong argument", why=why, called=call.tool, expected=expected.tool)
    return None


def _judge_tool(others: Sequence[MadeCall], pairing: Pairing, specs: Specs) -> TrialVerdict | None:
    if not others:
        return None
    tool, expected = others[0].tool, pairing.missing[0].tool
    why = f"{tool} was called{'' if tool in specs else ', which is not there'}; {expected} is right."
    return TrialVerdict(label="wrong tool", why=why, called=tool, expected=expected)


def _judge_unread(attempts: Sequence[MadeCall], pairing: Pairing, shapes: Sequence[str] | None) -> TrialVerdict | None:
    """Judge a missing call that was meant; the shapes are of calls that no reader knows, None where any call ran."""
    wanted = {each.tool for each in pairing.missing}
    meant = [each.tool for each in attempts if shapes is not None or each.tool in wanted] or shapes
    if not meant:
        return None
    why = f"A call of {meant[0]} was meant, and could not be read."
    return TrialVerdict(label="not readable", why=why, called=meant[0], expected=pairing.missing[0].tool)


def _was_left_out(trial: Trial) -> bool:
    """Whether nothing was called, for what was read was a gesture that the performer left out with its line."""
    return not trial.calls and any(step.unmade for step in trial.steps)


def _make_missing(pairing: Pairing, *, was_left_out: bool) -> TrialVerdict:
    tool = pairing.missing[0].tool
    why = "A call was read, and left out with its line." if was_left_out else f"{tool} was not called."
    return TrialVerdict(label="missing call", why=why, expected=tool)


def _judge_words(case: Case, trial: Trial) -> TrialVerdict | None:
    """Judge the words beside the calls: that none of them arrived is told apart from that they were lost."""
    if not case.keeps or is_match(case.keeps, trial.said):
        return None
    written = any(is_match(case.keeps, step.answer.text) for step in trial.steps if step.answer)
    lost = "were written, and lost on the way" if written else "were not written"
    tool = case.expects[0].tool if case.expects else ""
    why = f"The words that should be heard ({case.keeps}) {lost}."
    return TrialVerdict(label="not readable", why=why, called=tool, expected=tool)


def _make_right(case: Case, *, has_called: bool = True) -> TrialVerdict:
    tool = case.expects[0].tool if case.expects and has_called else ""
    why = "All expected calls, and nothing else." if tool else "No call, as is right."
    return TrialVerdict(label="right", why=why, called=tool, expected=tool)


def _list_false_calls(case: Case, trial: Trial, specs: Specs) -> Iterator[MadeCall]:
    """Yield the calls that no expectation covers.

    An expectation that no call fits covers one of its tool with other arguments, and all that were printed wrong. Where
    a call is right, attempts that were corrected are forgiven; while any is missing, not those of another tool, or of
    one that is not there.
    """
    ran = [each for each in trial.calls if _ran(each, specs)]
    pairing = pair_calls(case.expects, ran, specs)
    attempts = [each for each in trial.calls if not _ran(each, specs)]
    if not case.abstains:
        attempts = [each for each in attempts if not _is_forgiven(each, ran, pairing, specs)]
    missing = Counter(each.tool for each in pairing.missing)
    yield from (each for each in attempts if each.tool not in missing)
    for call in pairing.others:
        if missing[call.tool]:
            missing[call.tool] -= 1
        else:
            yield call


def _is_forgiven(attempt: MadeCall, ran: Sequence[MadeCall], pairing: Pairing, specs: Specs) -> bool:
    is_another = _is_missed(pairing) and _is_of_another_tool(attempt, ran, specs)
    return _is_corrected(attempt, ran) and not is_another


def _is_readable(case: Case, trial: Trial, specs: Specs) -> bool | None:
    """Whether every call that was meant could be read; where no call is right, a tool in words is none that was.

    In talk mode none is meant: its calls are the performer's own.
    """
    if trial.mode == "talk":
        return None
    if _judge_length(case, trial):
        return False
    if trial.calls:
        return not any(each.is_misprint and not each.is_unfit for each in trial.calls)
    if _was_left_out(trial):
        return True
    return False if not case.abstains and find_call_shapes(trial, specs) else None
