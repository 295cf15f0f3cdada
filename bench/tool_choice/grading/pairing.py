"""Pairings: which of the calls that ran is which expected one, which are left over, and which are missing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench.tool_choice.cases.case import ExpectedCall
from bench.tool_choice.grading.equality import find_difference
from bench.tool_choice.trial import MadeCall
from performer.tools.tool import ToolSpec


@dataclass(frozen=True, kw_only=True)
class Pairing:
    """Expected calls and made ones, as far as they fit each other, one to one."""

    missing: tuple[ExpectedCall, ...]
    """The expected calls that none of the made ones fits, those that may be left out among them."""
    others: tuple[MadeCall, ...]
    """The made calls that fit none, or one that has its call already."""
    early: tuple[MadeCall, ExpectedCall] | None = None
    """The first call that came before its time, and the call that was due; None: all came in the expected order."""


def pair_calls(expects: Sequence[ExpectedCall], calls: Sequence[MadeCall], specs: Mapping[str, ToolSpec]) -> Pairing:
    """Pair as many calls as can be; in the expected order where all of them are there in it."""
    fits = [[_is_fitting(expected, call, specs) for call in calls] for expected in expects]
    in_order = _pair_in_order(fits)
    pairs = _pair_most(fits) if in_order is None else in_order
    return Pairing(
        missing=tuple(each for number, each in enumerate(expects) if number not in pairs),
        others=tuple(each for number, each in enumerate(calls) if number not in pairs.values()),
        early=_find_early(expects, calls, pairs),
    )


def _is_fitting(expected: ExpectedCall, call: MadeCall, specs: Mapping[str, ToolSpec]) -> bool:
    return expected.tool == call.tool and not find_difference(expected, call.arguments, specs[call.tool])


def _pair_in_order(fits: Sequence[Sequence[bool]]) -> dict[int, int] | None:
    """Return the call of each expected one, each behind the one before; None where that cannot be."""
    pairs: dict[int, int] = {}
    at = 0
    for number, row in enumerate(fits):
        found = next((call for call in range(at, len(row)) if row[call]), None)
        if found is None:
            return None
        pairs[number], at = found, found + 1
    return pairs


def _pair_most(fits: Sequence[Sequence[bool]]) -> dict[int, int]:
    """Return a largest pairing, whatever its order: by augmenting paths (Kuhn 1955)."""
    owners: dict[int, int] = {}

    def find_place(number: int, tried: set[int]) -> bool:
        for call, is_fitting in enumerate(fits[number]):
            if is_fitting and call not in tried:
                tried.add(call)
                if call not in owners or find_place(owners[call], tried):
                    owners[call] = number
                    return True
        return False

    for number in range(len(fits)):
        find_place(number, set())
    return {number: call for call, number in owners.items()}


def _find_early(
    expects: Sequence[ExpectedCall], calls: Sequence[MadeCall], pairs: Mapping[int, int]
) -> tuple[MadeCall, ExpectedCall] | None:
    due = sorted(pairs)
    came = sorted(due, key=pairs.__getitem__)
    return next(
        ((calls[pairs[one]], expects[other]) for one, other in zip(came, due, strict=True) if one != other), None
    )
