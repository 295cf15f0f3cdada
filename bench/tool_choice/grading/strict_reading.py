"""A strict reading: the calls that a reader without any leniency finds in a raw answer.

It takes what was asked for to the letter, and no repair by a tool's schema. What the performer's own reader gains is
the difference to it. The forms, by how the model was asked:

- native: the server's own calls, with an object or the text of one for their arguments;
- soft: lines that are `CALL name {…}` and nothing else;
- constrained: an answer that is one object, `{"say": …, "calls": [{"tool": …, "arguments": {…}}]}`, or what a plan asks
  for, `{"tool": …, "arguments": {…}}`;
- a reaction's gesture: the tool `act` with `{"do": …}`, or `{"say": …, "do": …}` (constrained), by its exact name;
- talk: none.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bench.tool_choice.cases.schema import find_misfit
from bench.tool_choice.trial import AskedMode, AskedStep, MadeCall, RawAnswer, Trial
from performer.models.driver.reaction import ACT
from performer.models.driver.request import spell_names
from performer.models.toolcalls.actions import Action, name_actions
from performer.tools.tool import ToolSpec

StrictCall = tuple[str, Mapping[str, object]]
"""The name of a tool, and arguments that fit its schema as they are."""
_LINE: Final = re.compile(r"CALL ([\w.-]+) (\{.*\})")
_ALL_GESTURES: Final = 10_000


def read_strictly(mode: AskedMode, step: AskedStep, specs: Sequence[ToolSpec]) -> tuple[StrictCall, ...]:
    """Return the calls of tools on offer that an answer has to the letter, in their order; none where none came.

    A reaction has one gesture at most, as it is asked for. The mode auto is found from how the step was asked.
    """
    if step.answer is None:
        return ()
    offer = _Offer.of(specs)
    wanted = _list_wanted(_find_mode(mode, step), step.answer)
    found = [call for name, arguments in wanted if (call := offer.find_call(name, arguments)) is not None]
    is_reaction = ACT not in offer.specs and any(name == ACT for name, _ in wanted)
    return tuple(found[:1] if is_reaction else found)


def read_trial_strictly(trial: Trial, specs: Sequence[ToolSpec]) -> Trial:
    """Return a trial with the calls that a strict reading of the same answers gives, in the place of its own.

    Questions that were asked again in doubt are passed over. A call that repeats an earlier one, and that the performer
    did not run, is none here either: repeats are no matter of the reader. One that was refused by both, for its tool is
    not there or its arguments do not fit, is one here too, if it was written in the form that was asked for.
    """
    calls: list[MadeCall] = []
    for step in trial.steps:
        if step.number:
            made = [each for each in trial.calls if each.step == step.number]
            strict = read_strictly(trial.mode, step, specs)
            before = [(each.tool, each.arguments) for each in calls]
            calls += _replace_calls(step.number, made, strict, before)
            named = _list_named(trial.mode, step, specs)
            calls += (each for each in _list_left(made, strict) if _is_refused(each, specs) and each.tool in named)
    return replace(trial, calls=tuple(calls))


def _replace_calls(
    step: int, made: Iterable[MadeCall], strict: Iterable[StrictCall], before: Iterable[StrictCall]
) -> Iterator[MadeCall]:
    """Yield the strict calls of a step, each with what came of its own; one that has none came back as any would."""
    left, done = list(made), list(before)
    for tool, arguments in strict:
        own = next((each for each in left if each.tool == tool), None)
        if own is not None:
            left.remove(own)
            yield replace(own, arguments=arguments, is_misprint=False, is_unfit=False)
        elif (tool, arguments) not in done:
            yield MadeCall(tool=tool, arguments=arguments, step=step, came="returned")
        done.append((tool, arguments))


def _list_left(made: Iterable[MadeCall], strict: Iterable[StrictCall]) -> Iterator[MadeCall]:
    """Yield the calls that are not read strictly."""
    read = Counter(tool for tool, _ in strict)
    for call in made:
        if read[call.tool]:
            read[call.tool] -= 1
        else:
            yield call


def _is_refused(call: MadeCall, specs: Iterable[ToolSpec]) -> bool:
    """Whether no reader would have a call run."""
    return call.is_unfit or all(call.tool != each.name for each in specs)


def _list_named(mode: AskedMode, step: AskedStep, specs: Sequence[ToolSpec]) -> list[str]:
    """List the tools of all calls in the form that was asked for, be they on offer or not, with whole arguments."""
    if step.answer is None:
        return []
    own_names = {spelt: name for name, spelt in spell_names(each.name for each in specs).items()}
    wanted = _list_wanted(_find_mode(mode, step), step.answer)
    return [own_names.get(name, name) for name, arguments in wanted if isinstance(arguments, dict)]


@dataclass(frozen=True)
class _Offer:
    """The tools on offer, by the names under which models see them."""

    specs: Mapping[str, ToolSpec]
    gestures: Mapping[str, Action]

    @classmethod
    def of(cls, specs: Sequence[ToolSpec]) -> "_Offer":
        spelt = spell_names(each.name for each in specs)
        return cls({spelt[each.name]: each for each in specs}, name_actions(specs, most=_ALL_GESTURES))

    def find_call(self, name: str, arguments: object) -> StrictCall | None:
        spec = self.specs.get(name)
        if spec is None:
            return self._find_gesture(arguments) if name == ACT else None
        return (spec.name, arguments) if isinstance(arguments, dict) and _fits(spec, arguments) else None

    def _find_gesture(self, arguments: object) -> StrictCall | None:
        match arguments:
            case {"do": str(name), **rest} if not rest and name in self.gestures:
                return self.gestures[name].call
        return None


def _fits(spec: ToolSpec, arguments: object) -> bool:
    try:
        return find_misfit(spec, arguments) is None
    except RecursionError:
        return False


def _find_mode(mode: AskedMode, step: AskedStep) -> AskedMode:
    if mode != "auto":
        return mode
    if "tools" in step.body:
        return "native"
    return "constrained" if step.body.keys() & {"format", "response_format"} else "soft"


def _list_wanted(mode: AskedMode, answer: RawAnswer) -> list[tuple[str, object]]:
    """List the calls that stand in an answer in the form that was asked for, whatever they call."""
    match mode:
        case "native":
            return [(name, _read_arguments(arguments)) for name, arguments in answer.calls]
        case "soft":
            lines = filter(None, map(_LINE.fullmatch, answer.text.split("\n")))
            return [(line[1], _load(line[2])) for line in lines]
        case "constrained":
            return [*_list_of_object(_load(answer.text))]
        case _:
            return []


def _read_arguments(arguments: object) -> object:
    return _load(arguments) if isinstance(arguments, str) else arguments


def _load(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _list_of_object(answer: object) -> Iterator[tuple[str, object]]:
    match answer:
        case {"say": str(), "calls": [*calls], **rest} if not rest:
            for call in calls:
                yield from _list_of_call(call)
        case {"say": str(), "do": str(name), **rest} if not rest:
            yield ACT, {"do": name}
        case _:
            yield from _list_of_call(answer)


def _list_of_call(call: object) -> Iterator[tuple[str, object]]:
    match call:
        case {"tool": str(name), "arguments": arguments, **rest} if not rest:
            yield name, arguments
