"""How a model calls tools is said in a clause of its own for each mode."""

import pytest

from performer.models.driver.call_modes import Abilities, choose_way, describe_lacks
from performer.models.driver.server_quirks import ServerQuirk
from performer.models.probe_result import Finding, TrialCount
from performer.models.settings import Mode, Way


def make(*, sees: bool = True, calls_tools: bool = True, thinks: bool = False) -> Abilities:
    return Abilities(sees=sees, calls_tools=calls_tools, thinks=thinks)


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
    able, nothing = make(calls_tools=calls_tools), frozenset[ServerQuirk]()

    assert choose_way(mode, able, known=nothing, own=nothing) == way
    assert list(describe_lacks(mode, able, known=nothing, own=nothing, finding=None)) == [said]


@pytest.mark.parametrize(
    ("found", "quirk", "way"),
    [
        ("native", ServerQuirk.REFUSES_TOOLS, "soft"),
        ("native", ServerQuirk.LOSES_CALLS, "soft"),
        ("constrained", ServerQuirk.REFUSES_FORMAT, "soft"),
        ("constrained", ServerQuirk.LOSES_CALLS, "constrained"),
        ("soft", ServerQuirk.REFUSES_FORMAT, "soft"),
        ("talk", ServerQuirk.REFUSES_TOOLS, "talk"),
    ],
)
def test_what_a_probe_found_holds_until_the_server_refuses_it(found: Way, quirk: ServerQuirk, way: Way) -> None:
    able, nothing = make(), frozenset[ServerQuirk]()

    assert choose_way("auto", able, known=nothing, own=nothing, found=found) == found
    assert choose_way("auto", able, known={quirk}, own=nothing, found=found) == way


def test_what_a_probe_found_is_told_with_its_figures_while_it_holds() -> None:
    finding = Finding(way="native", native=TrialCount(right=2, asked=2))
    able, nothing = make(), frozenset[ServerQuirk]()

    holds = describe_lacks("auto", able, known=nothing, own=nothing, finding=finding)
    refused = describe_lacks("auto", able, known={ServerQuirk.REFUSES_TOOLS}, own=nothing, finding=finding)

    assert list(holds) == ["calls tools natively (native calls right in 2 of 2)"]
    assert list(refused) == ["printed tool calls: its server refuses or loses them otherwise"]


def test_a_mode_that_was_set_does_not_care_for_a_probe() -> None:
    able, nothing = make(), frozenset[ServerQuirk]()

    assert choose_way("soft", able, known=nothing, own=nothing, found="native") == "soft"
    assert choose_way("talk", able, known=nothing, own=nothing, found="native") == "talk"
