"""Right answers of BFCL: for each argument the values that are allowed, out of either of its two ways to write them."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bench.tool_choice.bfcl.functions import BfclFunction

LEFT_OUT: Final = ""
"""The allowed value that stands for: this argument may be left out."""


class UnfitAnswerError(Exception):
    """Raised for an answer that no call could match, with the reason in a few words."""


@dataclass(frozen=True, kw_only=True)
class RightCall:
    """A call that is right."""

    function: BfclFunction
    allowed: Mapping[str, tuple[object, ...]]
    """The values that are right for each argument; an argument that is not named must not be there."""

    @property
    def tool(self) -> str:
        """The function's name as a model is shown it."""
        return self.function.spec.name


def parse_answer(written: object, functions: Mapping[str, BfclFunction]) -> RightCall:
    """Return an answer of one turn: `{"NAME": {"ARGUMENT": [ALLOWED, …]}}`; raise UnfitAnswerError for another."""
    if not isinstance(written, dict) or len(written) != 1:
        raise UnfitAnswerError("an answer is not an object with one function's name")
    ((name, allowed),) = written.items()
    if not isinstance(allowed, dict) or not all(isinstance(each, list) for each in allowed.values()):
        raise UnfitAnswerError(f"the answer for {name} has no list of allowed values for an argument")
    function = _find_function(name, functions)
    return RightCall(function=function, allowed={key: tuple(values) for key, values in allowed.items()})


def parse_call_text(text: str, functions: Mapping[str, BfclFunction]) -> RightCall:
    """Return an answer that is written as a call, such as `cd(folder='docs')`; raise UnfitAnswerError for another.

    Arguments without a name are taken in the order of the function's. An optional argument may also be left out where
    the answer has its default, and be its default where the answer leaves it out.
    """
    try:
        call = ast.parse(text.strip(), mode="eval").body
        if not isinstance(call, ast.Call):
            raise UnfitAnswerError(f"{text} is no call")
        function = _find_function(ast.unparse(call.func), functions)
        given = dict(zip(function.arguments, map(ast.literal_eval, call.args), strict=False))
        named = {str(each.arg): ast.literal_eval(each.value) for each in call.keywords}
    except (SyntaxError, ValueError, RecursionError):
        raise UnfitAnswerError(f"{text} is no call with plain values") from None
    if len(call.args) > len(function.arguments) or given.keys() & named.keys():
        raise UnfitAnswerError(f"{text} has more values than arguments")
    return RightCall(function=function, allowed=_allow_defaults(function, {**given, **named}))


def _find_function(name: str, functions: Mapping[str, BfclFunction]) -> BfclFunction:
    if name not in functions:
        raise UnfitAnswerError(f"the function {name} of the answer is not on offer")
    return functions[name]


def _allow_defaults(function: BfclFunction, given: Mapping[str, object]) -> dict[str, tuple[object, ...]]:
    allowed: dict[str, tuple[object, ...]] = {name: (_allow(value),) for name, value in given.items()}
    for name, schema in function.arguments.items():
        if name in function.required or "default" not in schema:
            continue
        default = schema["default"]
        if name not in given or given[name] == default:
            allowed[name] = (_allow(default), LEFT_OUT)
    return allowed


def _allow(value: object) -> object:
    """Return a plain value as the other way of writing has it: an object with a list of allowed values for each key."""
    match value:
        case dict():
            return {key: [each] for key, each in value.items()}
        case list() | tuple():
            return [_allow(each) if isinstance(each, dict) else each for each in value]
        case _:
            return value
