"""Cases in Python: a small language that makes the same values as files of cases do.

    case("decoys-gg", why="The older form has nearly its name.")
    .says('Pip, put "GG" on the screen.', by="viewer")
    .offers("overlay_text", "overlay-text", fillers(10))
    .expects(call("overlay_text", text="GG", duration_s=between(2, 6)))
    .forbids("overlay-text")

A draft never changes: each method returns a new one. What is wrong is told at once, by case and key, as ConfigError;
what takes the whole case to see is told by `build` or `benchmark`. `case_file.write_cases` writes cases as TOML.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, get_args

from pydantic import TypeAdapter, ValidationError

from bench.tool_choice.cases.case import (
    GROUPS,
    LANGUAGES,
    ArgumentRule,
    Benchmark,
    Case,
    ExpectedCall,
    Group,
    Language,
    ScriptedResult,
    SeenPicture,
    Speaker,
)
from bench.tool_choice.cases.case_check import check_case, check_expected_call, check_keys
from bench.tool_choice.cases.catalogue import FILLERS
from bench.tool_choice.cases.key_examples import list_known_keys
from bench.tool_choice.cases.toml_file import format_fault
from performer.core.errors import ConfigError
from performer.core.text import format_near_miss

_CASE: Final = TypeAdapter(Case)
_SPEAKERS: Final[tuple[Speaker, ...]] = get_args(Speaker)


@dataclass(frozen=True)
class CaseDraft:
    """A case in the making; begin one with `case`."""

    _case: Case

    def says(self, words: str, *, by: Speaker = "streamer") -> "CaseDraft":
        """Set what is said to the performer, and by whom."""
        self._check_word("speaker", by, _SPEAKERS)
        return self._with(says=words, speaker=by)

    def before(self, *lines: str) -> "CaseDraft":
        """Add lines that were said before, oldest first: `NAME: words`; its own are `you: words`."""
        return self._with(before=(*self._case.before, *lines))

    def sees(self, sight: SeenPicture) -> "CaseDraft":
        """Set what is on the screen; see `picture`."""
        self._check_made("sees", sight, SeenPicture, "picture")
        return self._with(sees=sight)

    def offers(self, *tools: str) -> "CaseDraft":
        """Add tools of the catalogue by their names, and `fillers`."""
        return self._with(offers=(*self._case.offers, *tools))

    def expects(self, *calls: ExpectedCall) -> "CaseDraft":
        """Add calls that are right; see `call`. A case without any is one where every call is wrong."""
        for each in calls:
            self._check_made("expects", each, ExpectedCall, "call")
            check_expected_call(each, self._case.id)
        return self._with(expects=(*self._case.expects, *calls))

    def in_any_order(self) -> "CaseDraft":
        """Accept the expected calls in any order."""
        return self._with(order="any")

    def forbids(self, *tools: str) -> "CaseDraft":
        """Add tools that must not be called; `*` is every tool that is not expected."""
        return self._with(forbids=(*self._case.forbids, *tools))

    def returns(self, tool: str, *texts: str) -> "CaseDraft":
        """Add what a tool answers to its next calls; the last answer is given for ever."""
        return self._with_results(tool, (ScriptedResult(says=each) for each in texts))

    def refuses(self, tool: str, reason: str) -> "CaseDraft":
        """Add a hook's no to the next call of a tool, with its reason."""
        return self._with_results(tool, [ScriptedResult(refuses=reason)])

    def fails(self, tool: str, error: str) -> "CaseDraft":
        """Add an error as the end of the next call of a tool."""
        return self._with_results(tool, [ScriptedResult(fails=error)])

    def keeps(self, pattern: str) -> "CaseDraft":
        """Set a regular expression that must be found in what is heard beside the calls."""
        return self._with(keeps=pattern)

    def hides(self, fact: str, *, in_tokens: int, at: float) -> "CaseDraft":
        """Hide a fact in so many tokens of earlier chat, at this share of them, 0 to 1."""
        return self._with(fact=fact, padding=(in_tokens, at))

    def at_most(self, steps: int) -> "CaseDraft":
        """Set how often the model may be asked in one turn, at least 2."""
        return self._with(most_steps=steps)

    def turns(self, count: int) -> "CaseDraft":
        """Set how often the same is seen, one turn after the other."""
        return self._with(turns=count)

    def in_language(self, language: Language) -> "CaseDraft":
        """Set the language that is spoken."""
        self._check_word("language", language, LANGUAGES)
        return self._with(language=language)

    def tagged(self, *tags: str) -> "CaseDraft":
        """Add tags, by which cases are chosen."""
        return self._with(tags=(*self._case.tags, *tags))

    def build(self) -> Case:
        """Return the case; raise ConfigError for one that contradicts itself or its tools, by case and key."""
        check_case(self._case)
        return self._case

    def _with(self, **fields: Any) -> "CaseDraft":
        draft = CaseDraft(replace(self._case, **fields))
        _check_types(draft._case)
        # Whether an expected call is offered is seen at the end: tools may be offered later.
        check_keys(draft._case, fields.keys() - {"expects"})
        return draft

    def _with_results(self, tool: str, results: Iterable[ScriptedResult]) -> "CaseDraft":
        before = self._case.results
        return self._with(results={**before, tool: (*before.get(tool, ()), *results)})

    def _check_made(self, key: str, value: object, kind: type, maker: str) -> None:
        if not isinstance(value, kind):
            raise ConfigError(f"case '{self._case.id}': key '{key}': it must be made by `{maker}`.")

    def _check_word(self, key: str, word: str, known: Iterable[str]) -> None:
        if word not in known:
            near = format_near_miss(word, known)
            raise ConfigError(f"case '{self._case.id}': key '{key}': '{word}' is unknown. {near}")


def case(id_: str, *, why: str, group: Group = "custom") -> CaseDraft:
    """Begin a case.

    Args:
        id_: Small letters, digits and hyphens; unique in its benchmark.
        why: A sentence: what a model is shown to do or not to do by it.
        group: With which cases it is counted.
    """
    if group not in GROUPS:
        raise ConfigError(f"case '{id_}': key 'group': '{group}' is unknown. {format_near_miss(group, GROUPS)}")
    begun = Case(id=id_, why=why, group=group)
    _check_types(begun)
    check_keys(begun, ["id", "why"])
    return CaseDraft(begun)


def benchmark(name: str, *, agent: str = "pip", cases: Iterable[Case | CaseDraft]) -> Benchmark:
    """Return a set of cases that is played by one persona.

    Raises:
        ConfigError: for a case that is wrong, or whose id is taken, by case and key.
    """
    built: dict[str, Case] = {}
    for each in cases:
        made = each.build() if isinstance(each, CaseDraft) else each
        _check_types(made)
        check_case(made)
        if made.id in built:
            raise ConfigError(f"case '{made.id}': its id is taken already. Give it another one.")
        built[made.id] = made
    if not built:
        raise ConfigError(f"The benchmark '{name}' holds no case. Give it at least one.")
    return Benchmark(name=name, agent=agent, cases=tuple(built.values()))


def _check_types(case_: Case) -> None:
    """Raise ConfigError for a value that a field does not take, which a type checker would have told."""
    try:
        _CASE.validate_python(case_)
    except ValidationError as error:
        raise ConfigError(f"case '{case_.id}': {format_fault(error, list_known_keys)}") from None


def call(tool: str, /, **arguments: object) -> ExpectedCall:
    """Return a call that is right: each argument with its one right value, with a rule, or `left_out`."""
    special = ArgumentRule | _LeftOut
    return ExpectedCall(
        tool=tool,
        arguments={name: _make_plain(each) for name, each in arguments.items() if not isinstance(each, special)},
        rules={name: each for name, each in arguments.items() if isinstance(each, ArgumentRule)},
        without=tuple(name for name, each in arguments.items() if isinstance(each, _LeftOut)),
    )


def optional(expected: ExpectedCall) -> ExpectedCall:
    """Return the same call as one that may be left out."""
    return replace(expected, is_optional=True)


@dataclass(frozen=True)
class _LeftOut:
    """Stands for an argument that must be left out."""


def _make_plain(value: object) -> object:
    """Return tuples as lists, which is what a file has."""
    if isinstance(value, Mapping):
        return {key: _make_plain(each) for key, each in value.items()}
    return [_make_plain(each) for each in value] if isinstance(value, list | tuple) else value


def one_of(*values: object) -> ArgumentRule:
    """Return the rule that any of these is right."""
    return ArgumentRule(one_of=tuple(map(_make_plain, values)))


def between(low: float, high: float) -> ArgumentRule:
    """Return the rule that a number from low to high is right, both included."""
    return ArgumentRule(between=(low, high))


def contains(words: str) -> ArgumentRule:
    """Return the rule that a text with these words in it is right, whatever their case."""
    return ArgumentRule(contains=words)


def matches(pattern: str) -> ArgumentRule:
    """Return the rule that a text is right in which this regular expression finds something, whatever the case."""
    return ArgumentRule(matches=pattern)


def anything() -> ArgumentRule:
    """Return the rule that anything is right, as long as it is there."""
    return ArgumentRule(is_free=True)


def left_out() -> object:
    """Return what stands for an argument that must be left out, or have its schema's default."""
    return _LeftOut()


def fillers(count: int) -> str:
    """Return what offers so many tools that have nothing to do with the case, 1 to 120."""
    return f"{FILLERS}{count}"


def picture(kind: str, *, told: str = "", **details: object) -> SeenPicture:
    """Return a picture that is drawn by code.

    Args:
        kind: The name of a drawing; see `picture`.
        told: What a model that does not see is told of it; empty: what the drawing says of itself.
        details: What the kind of drawing needs.
    """
    return SeenPicture(kind=kind, details={name: _make_plain(each) for name, each in details.items()}, words=told)
