"""How a model calls tools is said in a clause of its own for each mode."""

from dataclasses import dataclass

import pytest

from performer.models.finding import Finding, Tried
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
        ("auto", True, "talk", "talk only until it has been probed"),
        ("talk", True, "talk", "talk only, as set"),
        ("native", True, "native", "native tool calls, as set"),
        ("soft", True, "soft", "printed tool calls, as set"),
        ("constrained", True, "constrained", "constrained tool calls, as set"),
        ("auto", False, "talk", "talk only until it has been probed"),
        ("soft", False, "soft", "printed tool calls, as set"),
        ("constrained", False, "constrained", "constrained tool calls, as set"),
        ("native", False, "soft", "printed tool calls: it has no tools, so model.mode = native cannot work"),
    ],
)
def test_each_mode_is_told_apart_from_the_start(mode: Mode, calls_tools: bool, way: Way, said: str) -> None:
    able, nothing = Able(calls_tools=calls_tools), frozenset[Manner]()

    assert way_of(mode, able, known=nothing, own=nothing) == way
    assert list(lacks(mode, able, known=nothing, own=nothing, finding=None)) == [said]


@pytest.mark.parametrize(
    ("found", "manner", "way"),
    [
        ("native", Manner.REFUSES_TOOLS, "soft"),
        ("native", Manner.LOSES_CALLS, "soft"),
        ("constrained", Manner.REFUSES_FORMAT, "soft"),
        ("constrained", Manner.LOSES_CALLS, "constrained"),
        ("soft", Manner.REFUSES_FORMAT, "soft"),
        ("talk", Manner.REFUSES_TOOLS, "talk"),
    ],
)
def test_what_a_probe_found_holds_until_the_server_refuses_it(found: Way, manner: Manner, way: Way) -> None:
    able, nothing = Able(), frozenset[Manner]()

    assert way_of("auto", able, known=nothing, own=nothing, found=found) == found
    assert way_of("auto", able, known={manner}, own=nothing, found=found) == way


def test_what_a_probe_found_is_told_with_its_figures_while_it_holds() -> None:
    finding = Finding(way="native", native=Tried(right=2, asked=2))
    able, nothing = Able(), frozenset[Manner]()

    holds = lacks("auto", able, known=nothing, own=nothing, finding=finding)
    refused = lacks("auto", able, known={Manner.REFUSES_TOOLS}, own=nothing, finding=finding)

    assert list(holds) == ["calls tools natively (native calls right in 2 of 2)"]
    assert list(refused) == ["printed tool calls: its server refuses or loses them otherwise"]


def test_a_mode_that_was_set_does_not_care_for_a_probe() -> None:
    able, nothing = Able(), frozenset[Manner]()

    assert way_of("soft", able, known=nothing, own=nothing, found="native") == "soft"
    assert way_of("talk", able, known=nothing, own=nothing, found="native") == "talk"
