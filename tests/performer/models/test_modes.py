"""How a model calls tools is said in a clause of its own for each mode."""

from dataclasses import dataclass

import pytest

from performer.models.manners import Manner
from performer.models.modes import lacks, way_of
from performer.models.settings import Mode, Way


@dataclass(frozen=True, kw_only=True)
class Able:
    sees: bool = True
    calls_tools: bool = True
    thinks: bool = False


@pytest.mark.parametrize(
    ("mode", "calls_tools", "way", "said"),
    [
        ("auto", True, "native", "native tool calls"),
        ("native", True, "native", "native tool calls, as set"),
        ("soft", True, "soft", "printed tool calls, as set"),
        ("constrained", True, "constrained", "constrained tool calls, as set"),
        ("auto", False, "soft", "it prints its tool calls"),
        ("soft", False, "soft", "printed tool calls, as set"),
        ("constrained", False, "constrained", "constrained tool calls, as set"),
        ("native", False, "soft", "printed tool calls: it has no tools, so model.mode = native cannot work"),
    ],
)
def test_each_mode_is_told_apart_from_the_start(mode: Mode, calls_tools: bool, way: Way, said: str) -> None:
    able, nothing = Able(calls_tools=calls_tools), frozenset[Manner]()

    assert way_of(mode, able, known=nothing, own=nothing) == way
    assert list(lacks(mode, able, known=nothing, own=nothing)) == [said]
