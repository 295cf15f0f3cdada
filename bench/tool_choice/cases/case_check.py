"""The check of a case, before anything runs: against itself, and against the tools that it offers."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import fields
from itertools import chain
from typing import Final

from bench.tool_choice.cases.case import ArgumentRule, Case, ExpectedCall, ScriptedResult
from bench.tool_choice.cases.catalogue import FILLERS, load_catalogue
from bench.tool_choice.cases.pictures.picture import find_sight_fault
from bench.tool_choice.cases.schema import find_value_misfit
from performer.core.errors import ConfigError
from performer.core.text import format_near_miss
from performer.models.toolcalls.actions import name_actions
from performer.tools.tool import ToolSpec

MOST_FILLERS: Final = 120
MOST_PADDING: Final = 7500
"""Tokens: with more, a question does not fit into the context that models usually have, and the fact may be cut off."""
_LINE: Final = re.compile(r"\S.*?: \s*\S.*", re.DOTALL)
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_Faults = Iterator[tuple[str, str]]
"""Each a key, and what is wrong with it, with the remedy."""


def check_case(case: Case, place: str = "") -> None:
    """Raise ConfigError for a case that contradicts itself or the tools that it offers.

    Args:
        case: Which case.
        place: Where it stands, which the error names first.
    """
    _raise_first(chain(_list_faults(case), _list_unoffered_results(case)), case.id, place)


def check_keys(case: Case, keys: Collection[str]) -> None:
    """Raise ConfigError for what is wrong with these keys of a case, which may be unfinished yet."""
    _raise_first(((key, wrong) for key, wrong in _list_faults(case) if key.split(".")[0] in keys), case.id)


def check_expected_call(expected: ExpectedCall, case: str) -> None:
    """Raise ConfigError for a call of a tool that is not there, or that contradicts the tool's schema."""
    _raise_first(_list_unknown([expected.tool], "expects"), case)
    _raise_first(((f"expects.{key}", wrong) for key, wrong in _list_schema_faults(expected)), case)


def _raise_first(faults: _Faults, case: str, place: str = "") -> None:
    for key, wrong in faults:
        raise ConfigError(f"{place}{': ' if place else ''}case '{case}': key '{key}': {wrong}")


def _list_faults(case: Case) -> _Faults:
    if not _ID.fullmatch(case.id):
        yield "id", f"'{case.id}' is no id. Use small letters, digits and hyphens."
    if not case.why.strip():
        yield "why", "it is empty. Say in a sentence why the case is there."
    if not (case.says.strip() or case.sees):
        yield "says", "nothing is said or seen. Give the case `says` or `sees`."
    if case.most_steps < 2 or case.turns < 1:
        yield "most_steps" if case.most_steps < 2 else "turns", "it is too small: at least 2 steps, and 1 turn."
    if case.sees and (fault := find_sight_fault(case.sees)):
        yield "sees", fault
    yield from _list_pattern_faults("keeps", case.keeps)
    yield from _list_line_faults(case)
    yield from _list_padding_faults(case)
    yield from _list_offer_faults(case)
    yield from _list_reaction_faults(case)
    yield from _list_result_faults(case)
    yield from _list_expectation_faults(case)


def _list_line_faults(case: Case) -> _Faults:
    lines = {"fact": case.fact} if case.fact else {}
    for key, line in {**{f"before.{number}": each for number, each in enumerate(case.before)}, **lines}.items():
        if not _LINE.fullmatch(line):
            yield key, f"'{line}' is no line of a chat. Write NAME: WORDS; the performer's own are you: WORDS."


def _list_padding_faults(case: Case) -> _Faults:
    if case.padding and not case.fact.strip():
        yield "fact", "`padding` needs a fact to be found in it. Add one."
    if case.fact and not case.padding:
        yield "padding", "a fact needs the padding that it is hidden in. Add [TOKENS, PLACE], as [6000, 0.5]."
    if case.padding and not (0 < case.padding[0] <= MOST_PADDING and 0 <= case.padding[1] <= 1):
        most = f"1 to {MOST_PADDING} tokens, and a place from 0 to 1"
        yield "padding", f"{list(case.padding)} is no padding. Use {most}."


def _list_offer_faults(case: Case) -> _Faults:
    yield from _list_unknown(case.offers, "offers")
    for offer, count in Counter(case.offers).items():
        if count > 1 and not offer.startswith(FILLERS):
            yield "offers", f"'{offer}' is offered {count} times. Offer it once."
    fillers = sum(int(each.removeprefix(FILLERS)) for each in case.offers if each.startswith(FILLERS))
    if fillers > MOST_FILLERS:
        yield "offers", f"it asks for {fillers} fillers together. At most {MOST_FILLERS} are there."
    yield from _list_unknown((each for each in case.forbids if each != "*"), "forbids")
    for tool in {each.tool for each in case.expects} & set(case.forbids):
        yield "forbids", f"'{tool}' is expected and forbidden. Leave out one of both."


def _list_reaction_faults(case: Case) -> _Faults:
    """Yield that a case without words could not be failed: its model is told of no tool."""
    catalogue = load_catalogue()
    shown = [catalogue[each].spec for each in case.offers if each in catalogue and not catalogue[each].tells]
    if case.sees and case.offers and not case.says.strip() and not name_actions(shown):
        told = "a reaction is told only of tools that take one choice from a list, and whose answer is no news"
        yield "says", f"nobody speaks, and {told}. Offer such a one, or give the case `says`."


def _list_unknown(tools: Iterable[str], key: str) -> _Faults:
    catalogue = load_catalogue()
    for tool in tools:
        count = tool.removeprefix(FILLERS)
        if not tool.startswith(FILLERS):
            if tool not in catalogue:
                yield key, f"there is no tool '{tool}'. {format_near_miss(tool, catalogue)}"
        elif not (count.isdecimal() and 0 < int(count) <= MOST_FILLERS):
            yield key, f"'{tool}' asks for no number of fillers: fillers:1 to fillers:{MOST_FILLERS}."


def _list_result_faults(case: Case) -> _Faults:
    yield from _list_unknown(case.results, "results")
    for tool, results in case.results.items():
        if not results:
            yield f"results.{tool}", "it is empty. Name an answer, or leave the tool out: it says `Done.` then."
        for number, result in enumerate(results):
            if sum(each is not None for each in (result.says, result.refuses, result.fails)) != 1:
                yield f"results.{tool}.{number}", f"give exactly one of {_list_fields(ScriptedResult)}."


def _list_unoffered_results(case: Case) -> _Faults:
    """Yield what only a whole case shows, for a tool may be offered after its results are named."""
    for tool in case.results:
        if tool not in case.offers:
            yield f"results.{tool}", f"'{tool}' is not offered. {format_near_miss(tool, case.offers)}"


def _list_expectation_faults(case: Case) -> _Faults:
    for number, expected in enumerate(case.expects):
        if expected.tool not in case.offers:
            near = format_near_miss(expected.tool, case.offers)
            yield f"expects.{number}.tool", f"'{expected.tool}' is not offered. {near}"
            continue
        yield from ((f"expects.{number}.{key}", wrong) for key, wrong in _list_schema_faults(expected))


def _list_schema_faults(expected: ExpectedCall) -> _Faults:
    spec = load_catalogue()[expected.tool].spec
    known, required = spec.parameters["properties"], {*spec.parameters.get("required", ())}
    named = {"arguments": expected.arguments, "rules": expected.rules, "without": expected.without}
    for key, names in named.items():
        for name in names:
            if name not in known:
                yield f"{key}.{name}", f"{spec.name} has no such argument. {format_near_miss(name, known)}"
                return
    for name, count in Counter(name for names in named.values() for name in set(names)).items():
        if count > 1:
            yield f"arguments.{name}", f"it stands in more than one of {', '.join(named)}. Leave it in one."
    for name in sorted(required - {*expected.arguments} - {*expected.rules}):
        yield f"arguments.{name}", f"{spec.name} requires it, and nothing is expected of it. Add it, or a rule."
    for name, value in expected.arguments.items():
        yield from ((f"arguments.{name}", wrong) for wrong in _list_unfit(spec, name, value))
    for name, rule in expected.rules.items():
        yield from ((f"rules.{name}", wrong) for wrong in _list_rule_faults(spec, name, rule))


def _list_rule_faults(spec: ToolSpec, name: str, rule: ArgumentRule) -> Iterator[str]:
    if sum(map(bool, (rule.one_of, rule.between, rule.contains, rule.matches, rule.is_free))) != 1:
        yield f"give exactly one of {_list_fields(ArgumentRule)}."
    for value in (*rule.one_of, *(rule.between or ())):
        yield from _list_unfit(spec, name, value)
    if rule.between and rule.between[0] > rule.between[1]:
        yield f"from {rule.between[0]:g} to {rule.between[1]:g} there is no number. Write the smaller one first."
    if (rule.contains or rule.matches) and spec.parameters["properties"][name].get("type", "string") != "string":
        yield f"{spec.name} takes no text there, and only a text has words in it. Use one_of or between."
    yield from (wrong for _, wrong in _list_pattern_faults("matches", rule.matches))


def _list_pattern_faults(key: str, pattern: str) -> _Faults:
    try:
        re.compile(pattern)
    except re.error as error:
        yield key, f"'{pattern}' is no regular expression: {error}. Mend it."


def _list_fields(part: type[ScriptedResult | ArgumentRule]) -> str:
    return ", ".join(each.name for each in fields(part))


def _list_unfit(spec: ToolSpec, name: str, value: object) -> Iterator[str]:
    """Yield why no call with this value could ever be right: it does not fit the schema."""
    if misfit := find_value_misfit(spec, name, value):
        yield f"{value!r} does not fit the schema of {spec.name}: {misfit}. Expect what can be called."
