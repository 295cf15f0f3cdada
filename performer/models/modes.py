"""Which way of calling tools a model gets, and what the streamer is told of it.

What the settings ask for by name is tried anew at each start, whatever was learnt before: the server may be another.
"""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Protocol

from performer.models.finding import Finding
from performer.models.manners import Manner
from performer.models.model import Phase
from performer.models.settings import Mode, Way

_OF_A_PLAN: Mapping[Phase, Mode] = {"pick": "constrained", "write": "soft"}
_WITHOUT_NATIVE = {Manner.REFUSES_TOOLS, Manner.LOSES_CALLS}


class Abilities(Protocol):
    """What a server says that a model can do."""

    @property
    def sees(self) -> bool:
        """Whether it takes pictures."""
        ...

    @property
    def calls_tools(self) -> bool:
        """Whether it calls tools by the server's own means."""
        ...

    @property
    def thinks(self) -> bool:
        """Whether it can think before it answers."""
        ...


def way_of(
    mode: Mode, able: Abilities, *, known: AbstractSet[Manner], own: AbstractSet[Manner], found: Way | None = None
) -> Way:
    """Take the way that was set while it works at all; in mode auto the one that a probe found, and talk until then.

    Args:
        mode: What the settings say.
        able: What the server says of the model.
        known: What was ever learnt of it.
        own: What was learnt since the start.
        found: What a probe found; None: there was none.
    """
    match mode:
        case "talk":
            return "talk"
        case "native" if able.calls_tools and Manner.REFUSES_TOOLS not in own:
            return "native"
        case "constrained" if Manner.REFUSES_FORMAT not in own:
            return "constrained"
        case "auto":
            return _found(found or "talk", known)
        case _:
            return "soft"


def _found(way: Way, known: AbstractSet[Manner]) -> Way:
    """Take the way that was found, unless its server has turned out to refuse it since."""
    if (way == "native" and known & _WITHOUT_NATIVE) or (way == "constrained" and Manner.REFUSES_FORMAT in known):
        return "soft"
    return way


def mode_in(phase: Phase, mode: Mode) -> Mode:
    """Tell which mode counts in a step: with a plan a pick is held to a schema, and words are only written."""
    return _OF_A_PLAN.get(phase, mode)


def lacks(
    mode: Mode, able: Abilities, *, known: AbstractSet[Manner], own: AbstractSet[Manner], finding: Finding | None
) -> Iterator[str]:
    """Say how it is asked and why, and what it turned out to lack, for the start-up table: clauses."""
    way = way_of(mode, able, known=known, own=own, found=finding.way if finding else None)
    if mode == "auto" and (finding is None or finding.way == way):
        yield finding.in_words() if finding else "talk only until it has been probed"
    else:
        yield how(mode, able, way)
    if way == "native" and Manner.LOSES_CALLS in own:
        yield "its server loses some of its calls, which mode auto would have it print"
    if Manner.FORGETS_TO_SPEAK in known:
        yield "it made gestures without a word, so its comments are words alone"
    if way == "constrained" and able.thinks:
        yield "held to JSON it thinks first, which takes seconds"
    if able.sees and Manner.REFUSES_PICTURES in known:
        yield "it does not see after all, and gets descriptions instead of pictures"
    if Manner.THINKS_ALOUD in known:
        yield "it thinks before it speaks, whatever it is asked: an '-instruct' model answers at once"


def how(mode: Mode, able: Abilities, way: Way) -> str:
    """Say in a clause how it calls tools, and why so."""
    if way == "talk":
        return "talk only, as set"
    if mode == way:
        return f"{_KINDS[way]} tool calls, as set"
    if mode != "auto":
        why = "its server refuses it" if able.calls_tools or mode != "native" else "it has no tools"
        return f"{_KINDS[way]} tool calls: {why}, so model.mode = {mode} cannot work"
    return f"{_KINDS[way]} tool calls: its server refuses or loses them otherwise"


_KINDS: Mapping[Way, str] = {"native": "native", "soft": "printed", "constrained": "constrained", "talk": "no"}
