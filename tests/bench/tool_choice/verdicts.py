"""Makers of graded trials for the tests of figures: only what a figure reads is filled."""

from typing import Final

from bench.tool_choice.cases.case import Case, ExpectedCall, Group
from bench.tool_choice.trial import AskedMode, AskedStep, GradedTrial, Label, MadeCall, Trial, TrialVerdict

UNWANTED: Final[frozenset[Label]] = frozenset({"false call", "extra call", "wrong tool"})


def expecting(*tools: str, id_: str = "one", group: Group = "decoys", turns: int = 1) -> Case:
    """Return a case that expects a call of each tool, or none."""
    expects = tuple(ExpectedCall(tool=each) for each in tools)
    return Case(id=id_, group=group, why="It is a test.", says="Do it.", expects=expects, turns=turns)


def allowing(*tools: str, id_: str = "maybe") -> Case:
    """Return a case in which a call of each tool may come, and none has to."""
    expects = tuple(ExpectedCall(tool=each, is_optional=True) for each in tools)
    return Case(id=id_, group="gestures", why="It is a test.", says="Do it.", expects=expects)


def played(
    of: Case,
    label: Label = "right",
    *,
    calls: tuple[str, ...] | None = None,
    mode: AskedMode = "soft",
    repeat: int = 0,
    strict: Label | None = None,
    readable: bool | None = None,
    steps: tuple[AskedStep, ...] = (),
    called: str = "",
    expected: str = "",
    false_turns: int | None = None,
) -> GradedTrial:
    """Return a trial with calls of the expected tools, or of the given ones, and its verdict.

    Without a number of false turns there is one, where the label is that of a call that nobody wanted.
    """
    names = tuple(each.tool for each in of.expects) if calls is None else calls
    made = tuple(MadeCall(tool=name, arguments={}, step=1, came="returned") for name in names)
    strictly = strict or label
    verdict = TrialVerdict(
        label=label,
        called=called,
        expected=expected,
        is_readable=readable,
        is_repaired=label == "right" and strictly != label,
        strict_label=strictly,
        false_turns=int(label in UNWANTED) if false_turns is None else false_turns,
    )
    took_s = sum(each.took_s for each in steps)
    trial = Trial(case=of.id, mode=mode, repeat=repeat, calls=made, steps=steps, took_s=took_s)
    return GradedTrial(case=of, trial=trial, verdict=verdict)


def repeated(id_: str, *labels: Label, mode: AskedMode = "soft", group: Group = "decoys") -> list[GradedTrial]:
    """Return the repeats of a case that expects a call, one of each label."""
    of = expecting("wave", id_=id_, group=group)
    return [played(of, label, mode=mode, repeat=repeat) for repeat, label in enumerate(labels)]
