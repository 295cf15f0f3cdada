"""Answers of BFCL that contradict their own function: about one in a hundred, which no careful caller can give.

Such a case is left out and counted, for a model is shown the schema and is right to keep to it.
"""

from collections.abc import Iterator, Mapping

from bench.tool_choice.bfcl.answers import LEFT_OUT, RightCall, UnfitAnswerError
from bench.tool_choice.bfcl.equality import find_difference, find_value_difference
from bench.tool_choice.cases.schema import find_misfit, find_value_misfit


def find_right_arguments(right: RightCall) -> dict[str, object]:
    """Return arguments that are right and fit the function's schema; raise UnfitAnswerError when there are none."""
    arguments: dict[str, object] = {}
    for name, allowed in right.allowed.items():
        if name not in right.function.arguments:
            raise UnfitAnswerError(f"{right.function.name} has no argument {name}")
        fitting = next(_list_fitting(right, name), None)
        if fitting is not None:
            arguments[name] = fitting[0]
        elif LEFT_OUT not in allowed:
            raise UnfitAnswerError(f"no allowed value of {name} fits the schema of {right.function.name}")
    wrong = find_misfit(right.function.spec, arguments) or find_difference(right, arguments)
    if wrong:
        raise UnfitAnswerError(f"no right call of {right.function.name} fits its schema: {wrong}")
    return arguments


def _list_fitting(right: RightCall, name: str) -> Iterator[tuple[object]]:
    """Yield the allowed values that fit the schema, each in a tuple, for None can be one."""
    for allowed in right.allowed[name]:
        if allowed == LEFT_OUT:
            continue
        value = _choose(allowed)
        if not find_value_misfit(right.function.spec, name, value) and not find_value_difference(right, name, value):
            yield (value,)


def _choose(allowed: object) -> object:
    """Return an allowed value with the first of the allowed ones for each key of an object."""
    match allowed:
        case dict():
            return _choose_keys(allowed)
        case list():
            return [_choose_keys(each) if isinstance(each, dict) else each for each in allowed]
        case _:
            return allowed


def _choose_keys(allowed: Mapping[str, object]) -> dict[str, object]:
    chosen: dict[str, object] = {}
    for key, values in allowed.items():
        if not isinstance(values, list):
            raise UnfitAnswerError(f"the answer has no list of allowed values for {key}")
        some = [each for each in values if each != LEFT_OUT]
        if some:
            chosen[key] = some[0]
    return chosen
