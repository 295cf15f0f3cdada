"""The harness's own players, whose scores are known: the benchmark is measured by them.

The oracle knows the answers and has 100 %; the silent player has exactly the share of cases in which silence is right.
"""

import re
from collections.abc import Callable, Mapping
from itertools import count
from random import Random
from typing import Any, Final

from bench.tool_choice.cases.case import ArgumentRule, Case, ExpectedCall
from bench.tool_choice.cases.catalogue import load_catalogue
from performer.models.model import FinalAnswer, Model, OnText, Step, StepRequest, ToolCalls, ToolMessage
from performer.models.toolcalls.text.protocol import make_example
from performer.tools.tool import ToolCall, ToolSpec

NAMES: Final = ("oracle", "silent", "random", "first-tool", "decoy")

_Choose = Callable[[StepRequest], list[tuple[str, Mapping[str, object]]]]


class CallingPlayer:
    """A model that calls what it chooses, once a turn, and then ends with a word."""

    sees = True

    def __init__(self, name: str, choose: _Choose, words: str = "") -> None:
        self.name = f"player {name}"
        self._choose = choose
        self._words = words
        self._numbers = count(1)

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Return the chosen calls, or the last word when there are none."""
        chosen = self._choose(request)
        on_text(self._words)
        if not chosen:
            return FinalAnswer(text=self._words)
        calls = [ToolCall(id=f"p{next(self._numbers)}", name=name, arguments=given) for name, given in chosen]
        return ToolCalls(calls=tuple(calls), preface=self._words)


def make_player(name: str, case: Case, *, seed: str) -> Model:
    """Make a player of one trial of a case."""
    chance = Random(seed)
    match name:
        case "oracle":
            return _Oracle(case)
        case "silent":
            return CallingPlayer(name, lambda _request: [])
        case "random":
            return CallingPlayer(name, _once(lambda request: make_any_call(chance.choice(request.tools), chance)))
        case "first-tool":
            return CallingPlayer(name, _once(lambda request: make_any_call(request.tools[0], chance)))
        case _:
            return CallingPlayer(name, _once(lambda request: make_any_call(_find_decoy(case, request.tools), chance)))


def _once(choose: Callable[[StepRequest], tuple[str, Mapping[str, object]]]) -> _Choose:
    """Choose one call in the first step of a turn that offers any tool, and none in the others."""
    return lambda request: [] if _count_told(request) or not request.tools else [choose(request)]


def _count_told(request: StepRequest) -> int:
    return sum(isinstance(message, ToolMessage) for message in request.messages)


def _find_decoy(case: Case, tools: tuple[ToolSpec, ...]) -> ToolSpec:
    """Find a forbidden tool, or else one that is not expected, or else any."""
    expected = {each.tool for each in case.expects}
    ranked = sorted(tools, key=lambda each: (each.name not in case.forbids, each.name in expected))
    return ranked[0]


def make_any_call(tool: ToolSpec, chance: Random) -> tuple[str, Mapping[str, object]]:
    """Make a call of a tool that fits its schema; choices are drawn."""
    name, arguments = make_example([tool])
    choices = {key: each.get("enum") for key, each in tool.parameters.get("properties", {}).items()}
    return name, {key: chance.choice(choices[key]) if choices.get(key) else value for key, value in arguments.items()}


_WORDS: Final = "There you go!"
"""A turn asks once more for words where a call comes without any: a perfect model says them beside it."""


class _Oracle:
    """Knows the expectations of its case: independent calls come in one step, dependent ones each in its own."""

    name = "player oracle"
    sees = True

    def __init__(self, case: Case) -> None:
        self._words = make_kept_words(case) or _WORDS
        self._tells = {name: each.tells for name, each in load_catalogue().items()}
        self._expected = list(case.expects)
        self._order = case.order
        self._numbers = count(1)

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        now = self._take_next()
        words, self._words = self._words, ""
        on_text(words)
        if not now or not request.tools:
            return FinalAnswer(text=words or "Done.")
        calls = [
            ToolCall(id=f"o{next(self._numbers)}", name=each.tool, arguments=make_right_arguments(each)) for each in now
        ]
        return ToolCalls(calls=tuple(calls), preface=words)

    def _take_next(self) -> list[ExpectedCall]:
        """Return the next calls, up to the first whose result is news, and never the same call twice in one step."""
        now: list[ExpectedCall] = []
        while self._expected:
            if self._expected[0] in now:
                break
            now.append(self._expected.pop(0))
            if self._tells[now[-1].tool] and self._order == "exact":
                break
        return now


_GROUP: Final = re.compile(r"\((?:\?:)?([^()|]*)[^()]*\)")
_BLANK: Final = re.compile(r"\\[Ws][+*]?")
_ONE_OF: Final = re.compile(r"\[(.)[^\]]*\]")
_SIGNS: Final = re.compile(r"\\b|\.\*|[\\^$?+]")


def make_kept_words(case: Case) -> str:
    """Make words that the case's `keeps` finds."""
    return f"{make_found_text(case.keeps)}!".capitalize() if case.keeps else ""


def make_found_text(pattern: str) -> str:
    """Make a text that a simple regular expression finds: the first way at each `|`, with all that is optional."""
    while _GROUP.search(pattern):
        pattern = _GROUP.sub(r"\1", pattern)
    first = _ONE_OF.sub(r"\1", _BLANK.sub(" ", pattern.split("|")[0]))
    return _SIGNS.sub("", first)


def make_right_arguments(expected: ExpectedCall) -> dict[str, object]:
    """Make the arguments of a call that is right."""
    return {**expected.arguments, **{name: _make_right_value(rule) for name, rule in expected.rules.items()}}


def _make_right_value(rule: ArgumentRule) -> Any:
    if rule.one_of:
        return rule.one_of[0]
    if rule.between:
        return rule.between[0]
    return rule.contains or make_found_text(rule.matches) or "anything"
