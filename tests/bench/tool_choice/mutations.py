"""Mutations of the trial that is right for a case: each makes one mistake, and has the label of that mistake.

The right trial is made from the expectations themselves, one call a step, without any part of the grader.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from bench.tool_choice.cases.case import ArgumentRule, Case
from bench.tool_choice.cases.catalogue import list_offered, load_catalogue
from bench.tool_choice.grading.grade import grade
from bench.tool_choice.playing.players import make_kept_words, make_right_arguments
from bench.tool_choice.trial import AskedStep, Label, MadeCall, RawAnswer, Trial

Mutation = Callable[[Case, Trial], Iterator[Trial]]
"""Yields the trials that make the mistake in all its ways; none where the case has no room for it."""
OTHER: Final = "✗ other"
"""No value of any argument: another text, no number, no member of an enumeration."""


def find_schema(call: MadeCall, argument: str) -> Mapping[str, Any]:
    schema = load_catalogue()[call.tool].spec.parameters["properties"][argument]
    assert isinstance(schema, Mapping)
    return schema


def play_right(case: Case) -> Trial:
    calls = [
        MadeCall(tool=each.tool, arguments=make_right_arguments(each), step=number, came="returned")
        for number, each in enumerate(case.expects, 1)
    ]
    return Trial(case=case.id, mode="", calls=tuple(calls), said=make_kept_words(case))


def find_failures(mutation: Mutation, label: Label, cases: Iterable[Case]) -> tuple[int, list[str]]:
    """Return how many mutants there were, and those that have another label, in words."""
    count, failures = 0, []
    for case in cases:
        for mutant in mutation(case, play_right(case)):
            verdict = grade(case, mutant)
            count += 1
            if verdict.label != label:
                failures.append(f"{case.id}: {verdict.label} ({verdict.why}), not {label}")
    return count, failures


def put(trial: Trial, at: int, *calls: MadeCall, instead: int = 1) -> Trial:
    """Return the trial with calls in the place of as many of its own, each call a step of its own."""
    placed = (*trial.calls[:at], *calls, *trial.calls[at + instead :])
    return replace(trial, calls=tuple(replace(each, step=number) for number, each in enumerate(placed, 1)))


def make_misprint(tool: str) -> MadeCall:
    return MadeCall(tool=tool, arguments={}, step=1, came="refused", is_misprint=True)


def list_others(case: Case) -> list[str]:
    """List a few tools on offer that are not expected."""
    expected = {each.tool for each in case.expects}
    names = [each.spec.name for each in list_offered(case.offers, seed=case.id)]
    return [name for name in names if name not in expected][:3]


def change_nothing(_case: Case, trial: Trial) -> Iterator[Trial]:
    yield trial


def call_another_tool(case: Case, trial: Trial) -> Iterator[Trial]:
    for at, call in enumerate(trial.calls):
        for tool in [*list_others(case), "not_there"]:
            yield put(trial, at, replace(call, tool=tool))


def call_a_forbidden_tool(case: Case, trial: Trial) -> Iterator[Trial]:
    for tool in list_others(case):
        if trial.calls and (tool in case.forbids or "*" in case.forbids):
            yield put(trial, len(trial.calls), replace(trial.calls[0], tool=tool))


def change_an_argument(case: Case, trial: Trial) -> Iterator[Trial]:
    for at, (expected, call) in enumerate(zip(case.expects, trial.calls, strict=True)):
        rules = [name for name, rule in expected.rules.items() if not rule.is_free]
        for name in (*expected.arguments, *rules, *expected.without):
            yield put(trial, at, replace(call, arguments={**call.arguments, name: OTHER}))


def add_an_argument(_case: Case, trial: Trial) -> Iterator[Trial]:
    for at, call in enumerate(trial.calls):
        yield put(trial, at, replace(call, arguments={**call.arguments, "not_there": OTHER}))


def miss_a_value(case: Case, trial: Trial) -> Iterator[Trial]:
    """Make a value that is nearly the expected one."""
    for at, (expected, call) in enumerate(zip(case.expects, trial.calls, strict=True)):
        for name, value in expected.arguments.items():
            for near in list_near_misses(value, is_member="enum" in find_schema(call, name)):
                yield put(trial, at, replace(call, arguments={**call.arguments, name: near}))


def list_near_misses(value: object, *, is_member: bool) -> list[object]:
    match value:
        case bool():
            return [not value]
        case int() | float():
            return [value * 10 + 1, value + 0.5, -value - 1]
        case str() if not is_member:
            return [f"{value}!", f"{value} {value}", *{value.swapcase()} - {value}]
        case [_, _, *_]:
            return [[*value[1:], value[0]], value[:-1], [*value, value[0]]]
        case Mapping():
            return [{**value, "not_there": 1}, *({**value, key: OTHER} for key in value)]
        case _:
            return []


def add_a_full_stop(case: Case, trial: Trial) -> Iterator[Trial]:
    for at, (expected, call) in enumerate(zip(case.expects, trial.calls, strict=True)):
        for name, value in expected.arguments.items():
            if isinstance(value, str) and "enum" not in find_schema(call, name):
                yield put(trial, at, replace(call, arguments={**call.arguments, name: f"{value}."}))


def leave_out_an_argument(_case: Case, trial: Trial) -> Iterator[Trial]:
    for at, call in enumerate(trial.calls):
        for name in load_catalogue()[call.tool].spec.parameters["required"]:
            yield put(trial, at, replace(call, arguments={k: v for k, v in call.arguments.items() if k != name}))


def leave_out_a_call(case: Case, trial: Trial) -> Iterator[Trial]:
    for at, expected in enumerate(case.expects):
        if not expected.is_optional:
            yield put(trial, at)


def leave_out_what_may_be_left_out(case: Case, trial: Trial) -> Iterator[Trial]:
    for at, expected in enumerate(case.expects):
        if expected.is_optional:
            yield put(trial, at)


def call_where_none_is_right(case: Case, trial: Trial) -> Iterator[Trial]:
    if case.abstains:
        for tool in [*list_others(case), "not_there"]:
            yield put(trial, 0, MadeCall(tool=tool, arguments={}, step=1, came="returned"))
            yield put(trial, 0, make_misprint(tool))


def call_again(_case: Case, trial: Trial) -> Iterator[Trial]:
    for at, call in enumerate(trial.calls):
        yield put(trial, at, call, call)
        yield put(trial, len(trial.calls), call)
        yield put(trial, 0, call, instead=0)


def call_one_more_tool(case: Case, trial: Trial) -> Iterator[Trial]:
    for tool in list_others(case) if trial.calls and "*" not in case.forbids else ():
        if tool not in case.forbids:
            yield put(trial, 0, replace(trial.calls[0], tool=tool), instead=0)
            yield put(trial, len(trial.calls), replace(trial.calls[0], tool=tool))


def swap_calls(case: Case, trial: Trial) -> Iterator[Trial]:
    for at in range(len(trial.calls) - 1):
        if case.expects[at] != case.expects[at + 1]:
            yield put(trial, at, trial.calls[at + 1], trial.calls[at], instead=2)


def swap_where_it_counts(case: Case, trial: Trial) -> Iterator[Trial]:
    return swap_calls(case, trial) if case.order == "exact" else iter(())


def swap_where_it_does_not(case: Case, trial: Trial) -> Iterator[Trial]:
    return swap_calls(case, trial) if case.order == "any" else iter(())


def misprint_all(_case: Case, trial: Trial) -> Iterator[Trial]:
    if trial.calls:
        yield replace(trial, calls=tuple(replace(make_misprint(each.tool), step=each.step) for each in trial.calls))


def refuse_by_the_schema(case: Case, trial: Trial) -> Iterator[Trial]:
    for at, (expected, call) in enumerate(zip(case.expects, trial.calls, strict=True)):
        for name in expected.arguments:
            unfit = replace(call, arguments={**call.arguments, name: OTHER})
            yield put(trial, at, replace(unfit, came="refused", is_misprint=True, is_unfit=True))


def try_another_tool_that_refuses(case: Case, trial: Trial) -> Iterator[Trial]:
    for at, call in enumerate(trial.calls):
        for tool in list_others(case):
            unfit = replace(make_misprint(tool), arguments=call.arguments, is_unfit=True)
            yield put(trial, at, unfit)


def print_a_call_that_nothing_reads(_case: Case, trial: Trial) -> Iterator[Trial]:
    for call in trial.calls[:1]:
        for text in (f'{call.tool}("', f'CALL {call.tool} {{"', f'{{"name": "{call.tool}", "'):
            step = AskedStep(kind="final", number=1, answer=RawAnswer(text=text))
            yield replace(trial, calls=(), steps=(step,))


def go_on_and_on(_case: Case, trial: Trial) -> Iterator[Trial]:
    step = AskedStep(kind="calls", number=1, answer=RawAnswer(text="word " * 13_000, is_overlong=True))
    yield replace(trial, steps=(step,))


def say_nothing(case: Case, trial: Trial) -> Iterator[Trial]:
    if case.keeps:
        yield replace(trial, said="")


def spiral(_case: Case, trial: Trial) -> Iterator[Trial]:
    yield replace(trial, is_spiral=True)


def be_late(_case: Case, trial: Trial) -> Iterator[Trial]:
    yield replace(trial, is_late=True, is_spiral=True)


def break_down(_case: Case, trial: Trial) -> Iterator[Trial]:
    yield replace(trial, error="The server is gone.", is_late=True, is_spiral=True)


def try_before(_case: Case, trial: Trial) -> Iterator[Trial]:
    for at, call in enumerate(trial.calls):
        yield put(trial, at, make_misprint(call.tool), call)
        yield put(trial, at, replace(call, tool="not_there", came="refused"), call)


def try_behind(_case: Case, trial: Trial) -> Iterator[Trial]:
    for call in trial.calls[:1]:
        for attempt in (make_misprint(call.tool), replace(call, tool="not_there", came="refused")):
            yield put(trial, len(trial.calls), attempt)


def come_to_nothing(_case: Case, trial: Trial) -> Iterator[Trial]:
    for at, call in enumerate(trial.calls):
        yield put(trial, at, replace(call, came="failed"))
        yield put(trial, at, replace(call, came="refused"))


def spell_otherwise(case: Case, trial: Trial) -> Iterator[Trial]:
    for at, (expected, call) in enumerate(zip(case.expects, trial.calls, strict=True)):
        for name, value in call.arguments.items():
            if not expected.rules.get(name, ArgumentRule()).matches:
                for other in respell(value, find_schema(call, name)):
                    yield put(trial, at, replace(call, arguments={**call.arguments, name: other}))


def respell(value: object, schema: Mapping[str, Any]) -> Iterator[object]:
    match value:
        case bool():
            yield from (str(value), f" {str(value).upper()}")
        case int() | float():
            yield from (str(value), float(value), f" {float(value)}")
        case str() if "enum" in schema:
            yield from (value.upper(), value.replace("_", " "), f" {value.title()}\n")
        case str():
            yield from (f" {value}\n", value.replace('"', "“").replace("'", "’").replace("-", "–"))
            yield from (value.replace("...", "…"), value.removesuffix(".") if value[-2:-1] != "." else value)
        case list():
            yield [f" {each}" if isinstance(each, str) else each for each in value]
        case Mapping():
            yield {key: str(each) if isinstance(each, int) else each for key, each in value.items()}


MUTATIONS: Final[Mapping[Mutation, Label]] = {
    change_nothing: "right",
    spell_otherwise: "right",
    swap_where_it_does_not: "right",
    try_before: "right",
    come_to_nothing: "right",
    leave_out_what_may_be_left_out: "right",
    call_another_tool: "wrong tool",
    try_another_tool_that_refuses: "wrong tool",
    call_a_forbidden_tool: "wrong tool",
    change_an_argument: "wrong argument",
    refuse_by_the_schema: "wrong argument",
    miss_a_value: "wrong argument",
    add_a_full_stop: "wrong argument",
    add_an_argument: "wrong argument",
    leave_out_an_argument: "wrong argument",
    leave_out_a_call: "missing call",
    call_where_none_is_right: "false call",
    call_again: "extra call",
    call_one_more_tool: "extra call",
    try_behind: "extra call",
    swap_where_it_counts: "wrong order",
    misprint_all: "not readable",
    print_a_call_that_nothing_reads: "not readable",
    go_on_and_on: "not readable",
    say_nothing: "not readable",
    spiral: "spiral",
    be_late: "timeout",
    break_down: "error",
}
