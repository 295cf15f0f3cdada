"""How a model calls tools is said in a clause of its own for each mode."""

from functools import partial

import anyio
import pytest

from performer.models.driver.call_modes import LearntQuirks, ModelChoice, choose_way, describe_lacks
from performer.models.driver.server_quirks import ServerQuirk, ServerQuirks
from performer.models.probe_result import Finding, TrialCount
from performer.models.settings import Mode, Way


def make(*, calls_tools: bool = True) -> ModelChoice:
    return ModelChoice(name="m", reason="as configured", sees=True, calls_tools=calls_tools)


def learnt(*known: ServerQuirk, found: Finding | None = None) -> LearntQuirks:
    quirks = ServerQuirks()
    for each in known:
        quirks.note("m", each)
    if found:
        anyio.run(partial(quirks.keep_finding, "m", found, lasts=False))
    return LearntQuirks(name="m", model="m", server="m", quirks=quirks, only_for_now=frozenset())


@pytest.mark.parametrize(
    ("mode", "calls_tools", "way", "said"),
    [
        ("auto", True, "talk", "it only talks until it has been tested with a few questions"),
        ("talk", True, "talk", "it only talks, as set"),
        ("native", True, "native", "native tool calls, as set"),
        ("soft", True, "soft", "printed tool calls, as set"),
        ("constrained", True, "constrained", "constrained tool calls, as set"),
        ("auto", False, "talk", "it only talks until it has been tested with a few questions"),
        ("soft", False, "soft", "printed tool calls, as set"),
        ("constrained", False, "constrained", "constrained tool calls, as set"),
        ("native", False, "soft", "printed tool calls: it has no tools, so model.mode = native cannot work"),
    ],
)
def test_each_mode_is_told_apart_from_the_start(mode: Mode, calls_tools: bool, way: Way, said: str) -> None:
    able = make(calls_tools=calls_tools)

    assert choose_way(mode, able, learnt()) == way
    assert list(describe_lacks(mode, able, learnt())) == [said]


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
    finding = Finding(way=found)

    assert choose_way("auto", make(), learnt(found=finding)) == found
    assert choose_way("auto", make(), learnt(quirk, found=finding)) == way


def test_what_a_probe_found_is_told_with_its_figures_while_it_holds() -> None:
    finding = Finding(way="native", native=TrialCount(right=2, asked=2))

    holds = describe_lacks("auto", make(), learnt(found=finding))
    refused = describe_lacks("auto", make(), learnt(ServerQuirk.REFUSES_TOOLS, found=finding))

    assert list(holds) == ["calls tools natively (native calls right in 2 of 2)"]
    assert list(refused) == ["printed tool calls: its server refuses or loses them otherwise"]


def test_a_mode_that_was_set_does_not_care_for_a_probe() -> None:
    known = learnt(found=Finding(way="native"))

    assert choose_way("soft", make(), known) == "soft"
    assert choose_way("talk", make(), known) == "talk"
