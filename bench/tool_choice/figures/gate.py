"""Gates: bounds for figures, such as `score>=0.8,false_calls<=0.05`, that decide whether a run has passed."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bench.figures import Bound, Goal
from bench.tool_choice.figures.costs import Spread
from bench.tool_choice.figures.figures import PASS_KS, Figures, RunFigures, build_figures
from performer.core.errors import ConfigError
from performer.core.text import format_near_miss

_Read = Callable[[Figures], float | None]


def _read_pass_k(k: int, figures: Figures) -> float | None:
    return figures.pass_k.get(k)


def _find_median(spread: Spread | None) -> float | None:
    return spread.median if spread else None


_SHARES: Final[Mapping[str, _Read]] = {
    "score": lambda figures: figures.right.value,
    "score_low": lambda figures: figures.right.wilson.low if figures.right.wilson else None,
    "strict_score": lambda figures: figures.strict.value,
    "false_calls": lambda figures: figures.false_calls_per_turn,
    "right_tool": lambda figures: figures.right_tool.value,
    "right_arguments": lambda figures: figures.right_arguments.value,
    "readable": lambda figures: figures.readable.value,
    "repaired": lambda figures: figures.repaired.value,
    "lost": lambda figures: figures.lost.value,
    "abstention_precision": lambda figures: figures.abstention.precision,
    "abstention_recall": lambda figures: figures.abstention.recall,
    "abstention_f1": lambda figures: figures.abstention.f1,
    **{f"pass_{k}": partial(_read_pass_k, k) for k in PASS_KS},
}
"""From 0 to 1; `score_low` is the low end of the score's interval by Wilson."""
_AMOUNTS: Final[Mapping[str, _Read]] = {
    "errors": lambda figures: figures.errors,
    "first_s": lambda figures: _find_median(figures.costs.first_s),
    "call_s": lambda figures: _find_median(figures.costs.call_s),
}
"""A count, and medians in seconds."""
_FIGURES: Final = {**_SHARES, **_AMOUNTS}
GATE_NAMES: Final = tuple(_FIGURES)
_KNOWN: Final = ", ".join(sorted(GATE_NAMES))
_BOUNDS: Final[Mapping[str, Bound]] = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
_PARTS: Final = re.compile(r"([^<>=]*)(>=|<=|>|<)([^<>=]*)")
_DIGITS: Final = 9
"""To so many digits figures are compared, so that a mean of thirds is no hair below its bound."""


@dataclass(frozen=True, kw_only=True)
class Gate:
    """A bound for one figure."""

    name: str
    """One of `GATE_NAMES`."""
    bound: Bound
    limit: float


def parse_gates(text: str) -> tuple[Gate, ...]:
    """Read gates that are joined by commas.

    Raises:
        ConfigError: for a part that is no gate, by its words, with the remedy.
    """
    return tuple(_parse_gate(part.strip()) for part in text.split(","))


def _parse_gate(part: str) -> Gate:
    written = _PARTS.fullmatch(part)
    if written is None:
        raise ConfigError(
            f"Gate '{part}' is no bound. Write it as score>=0.8, with one of {', '.join(_BOUNDS)}."
            f" The figures are {_KNOWN}."
        )
    name, sign, number = (each.strip() for each in written.groups())
    if name not in _FIGURES:
        raise ConfigError(f"Gate '{part}': there is no figure '{name}'. {_suggest(name)}")
    return Gate(name=name, bound=_BOUNDS[sign], limit=_parse_limit(part, name, number))


def _suggest(name: str) -> str:
    near, known = str(format_near_miss(name, GATE_NAMES)), f"Known are {_KNOWN}."
    return near if near == known else f"{near} {known}"


def _parse_limit(part: str, name: str, number: str) -> float:
    try:
        limit = float(number)
    except ValueError:
        limit = math.nan
    if not math.isfinite(limit):
        raise ConfigError(f"Gate '{part}': '{number}' is no number. Write one such as 0.8.")
    if name in _SHARES and not 0 <= limit <= 1:
        near = f" Did you mean {limit / 100:g}?" if 1 < limit <= 100 else ""
        raise ConfigError(f"Gate '{part}': '{name}' is a share, from 0 to 1.{near}")
    return limit


def check_gates(gates: Sequence[Gate], figures: Figures) -> tuple[Goal, ...]:
    """Compare figures with gates, in the order of the gates."""
    return tuple(Goal(gate.name, _read(gate.name, figures), gate.bound, gate.limit) for gate in gates)


def check_run(gates: Sequence[Gate], figures: RunFigures) -> tuple[Goal, ...]:
    """Compare each mode of a run with gates: a run holds them when all of its modes do.

    Talk, in which a model calls nothing, is left out beside any other mode. With several modes a goal is named
    `score (soft)`. Where nothing was played there is nothing to measure.
    """
    if len(figures.modes) > 1:
        return tuple(
            replace(goal, key=f"{goal.key} ({mode})")
            for mode, each in figures.modes.items()
            if mode != "talk"
            for goal in check_gates(gates, each.total)
        )
    total = next((each.total for each in figures.modes.values()), build_figures(()))
    return check_gates(gates, total)


def have_passed(goals: Sequence[Goal]) -> bool:
    """Whether every gate is passed; one with nothing to measure, as after a server that was never there, is not."""
    return all(goal.is_met for goal in goals)


def _read(name: str, figures: Figures) -> float | None:
    value = _FIGURES[name](figures)
    return None if value is None else round(value, _DIGITS)
