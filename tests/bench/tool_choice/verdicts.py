"""Makers of graded trials for the tests of figures: only what a figure reads is filled."""

from bench.tool_choice.cases.case import Case, ExpectedCall, Group
from bench.tool_choice.trial import AskedMode, AskedStep, GradedTrial, Label, MadeCall, Trial, TrialVerdict


def expecting(*tools: str, id_: str = "one", group: Group = "decoys", turns: int = 1) -> Case:
    """Return a case that expects a call of each tool, or none."""
    expects = tuple(ExpectedCall(tool=each) for each in tools)
    return Case(id=id_, group=group, why="It is a test.", says="Do it.", expects=expects, turns=turns)


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
) -> GradedTrial:
    """Return a trial with calls of the expected tools, or of the given ones, and its verdict."""
    names = tuple(each.tool for each in of.expects) if calls is None else calls
    made = tuple(MadeCall(tool=name, arguments={}, step=1, came="returned") for name in names)
    strictly = strict or label
    verdict = TrialVerdict(
        label=label,
        called=called,
        expected=expected,
        is_readable=readable,
        is_repaired=strictly != label,
        strict_label=strictly,
    )
    took_s = sum(each.took_s for each in steps)
    trial = Trial(case=of.id, mode=mode, repeat=repeat, calls=made, steps=steps, took_s=took_s)
    return GradedTrial(case=of, trial=trial, verdict=verdict)


def repeated(id_: str, *labels: Label, mode: AskedMode = "soft", group: Group = "decoys") -> list[GradedTrial]:
    """Return the repeats of a case that expects a call, one of each label."""
    of = expecting("wave", id_=id_, group=group)
    return [played(of, label, mode=mode, repeat=repeat) for repeat, label in enumerate(labels)]
