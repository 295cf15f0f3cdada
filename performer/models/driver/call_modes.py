"""The way of calling tools that a model gets, by the settings and the quirks that were learnt by asking.

Native calls that the settings name are tried anew at each start, whatever was learnt before: the server may have been
started otherwise.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from performer.core.own_text import own
from performer.core.values import dataclass
from performer.models.driver.server_quirks import OF_THE_FORM, OF_THE_MODEL, ServerQuirk, ServerQuirks
from performer.models.http.lines import shorten_error
from performer.models.probe_result import Finding
from performer.models.settings import Mode, Way
from performer.models.tool_score import ToolScore

_log = logging.getLogger(__name__)


@dataclass(kw_only=True)
class LearntQuirks:
    """The quirks that are known of one model at one server."""

    name: str
    """The model's name, for people."""
    model: str
    """The key of the model's own quirks."""
    server: str
    """The key of its server's quirks with it."""
    probed: str = ""
    """The key of a probe's finding. Empty keeps that for this run only: at the next start another model may answer to
    the same name."""
    quirks: ServerQuirks
    only_for_now: AbstractSet[ServerQuirk]
    """Quirks that the next start has to find out anew."""
    shown_by_warm_up: AbstractSet[ServerQuirk] = frozenset()
    """Quirks that each driver finds out before it is asked anything."""
    own: frozenset[ServerQuirk] = frozenset()
    """Quirks that were learnt since this driver was made."""

    @property
    def known(self) -> frozenset[ServerQuirk]:
        """All quirks that are known now, whichever driver learnt them."""
        of_model, of_server = self.quirks.find(self.model), self.quirks.find(self.server)
        return self.own | (of_model & OF_THE_MODEL) | (of_server - OF_THE_MODEL)

    def learn(self, quirk: ServerQuirk, why: str) -> None:
        """Add a quirk for this driver, and log it once."""
        if quirk not in self.own:
            _log.info("%s %s (%s); from now on it is asked otherwise.", self.name, quirk, shorten_error(why))
            self.own |= {quirk}

    def suspect(self, quirk: ServerQuirk) -> None:
        """Ask as if a quirk were known, until it is learnt or acquitted."""
        self.own |= {quirk}

    def acquit(self, quirks: Iterable[ServerQuirk]) -> None:
        """Ask again as if quirks that were suspected were none."""
        self.own -= frozenset(quirks)

    def pass_on(self, quirk: ServerQuirk) -> None:
        """Note a quirk for the drivers that follow in this run: this one may go with the step that failed."""
        if quirk not in self.shown_by_warm_up:
            self.quirks.note(self._key(quirk), quirk)

    async def keep(self, proved: Iterable[ServerQuirk]) -> None:
        """Write down quirks that proved true, for the next start too; those of a form at least for this run."""
        for quirk in proved:
            if quirk not in self.only_for_now:
                await self.quirks.learn(self._key(quirk), quirk)
            elif quirk in OF_THE_FORM:
                self.pass_on(quirk)

    @property
    def finding(self) -> Finding | None:
        """The finding of a probe of the model at this server; None: none was made."""
        return self.quirks.find_finding(self.probed or self.server, lasts=bool(self.probed))

    async def keep_finding(self, finding: Finding) -> None:
        """Remember the finding of a probe; for the next start too, where the same model is then known again."""
        _log.info("%s was probed: %s; a line took %.1f s.", self.name, finding.in_words(), finding.line_s)
        await self.quirks.keep_finding(self.probed or self.server, finding, lasts=bool(self.probed))

    @property
    def tool_score(self) -> ToolScore | None:
        """The score of the model in the tool-choice bench; None: it was not measured."""
        return self.quirks.find_score(self.model)

    async def keep_tool_score(self, score: ToolScore) -> None:
        """Remember the score of the model."""
        await self.quirks.keep_score(self.model, score)

    def _key(self, quirk: ServerQuirk) -> str:
        return self.model if quirk in OF_THE_MODEL else self.server


OWN_MEANS: Final[Mapping[Way, frozenset[ServerQuirk]]] = {
    "native": frozenset({ServerQuirk.REFUSES_TOOLS, ServerQuirk.LOSES_CALLS}),
    "constrained": frozenset({ServerQuirk.REFUSES_FORMAT}),
}
"""The quirks by which a way of calling tools cannot be that way any more."""


@dataclass(frozen=True, kw_only=True)
class ModelChoice:
    """A model, its abilities as its server tells them, and why it was chosen."""

    name: str
    reason: str
    """Why this one, what it lacks, and what is odd about it, in a sentence for the streamer."""
    sees: bool
    calls_tools: bool
    """Whether it calls tools by the server's own means."""
    thinks: bool = False
    """Whether it can think before it answers."""


def choose_way(mode: Mode, able: ModelChoice, learnt: LearntQuirks) -> Way:
    """Choose the way that was set while it works; in mode auto the one that a probe found, and talk until then."""
    match mode:
        case "talk":
            return "talk"
        case "native" if able.calls_tools and ServerQuirk.REFUSES_TOOLS not in learnt.own:
            return "native"
        case "constrained" if ServerQuirk.REFUSES_FORMAT not in learnt.known:
            return "constrained"
        case "auto":
            way = learnt.finding.way if learnt.finding else "talk"
            return "soft" if learnt.known & OWN_MEANS.get(way, frozenset()) else way
        case _:
            return "soft"


def describe_lacks(mode: Mode, able: ModelChoice, learnt: LearntQuirks) -> Iterator[str]:
    """Yield how it is asked and why, and what it turned out to lack, for the start-up table: clauses."""
    way, known, finding = choose_way(mode, able, learnt), learnt.known, learnt.finding
    if mode == "auto" and (finding is None or finding.way == way):
        yield finding.in_words() if finding else own("it only talks until it has been tested with a few questions")
    else:
        yield _describe_way(mode, able, way)
    if way == "native" and ServerQuirk.LOSES_CALLS in learnt.own:
        yield own("its server loses some of its tool calls: set model.mode = auto, and it prints them instead")
    if ServerQuirk.FORGETS_TO_SPEAK in known:
        yield own("it made gestures without a word, so its comments come without gestures")
    if way == "constrained" and able.thinks:
        yield own("it thinks before it answers in JSON, which takes seconds: an '-instruct' model answers at once")
    if able.sees and ServerQuirk.REFUSES_PICTURES in known:
        yield own("it does not see after all, and gets descriptions instead of pictures")
    if ServerQuirk.THINKS_ALOUD in known:
        yield own("it thinks before it speaks, whatever it is asked: an '-instruct' model answers at once")


def _describe_way(mode: Mode, able: ModelChoice, way: Way) -> str:
    """Format in a clause how it calls tools, and why so."""
    if way == "talk":
        return own("it only talks, as set")
    if mode == way:
        return own("{kind} tool calls, as set", kind=_ADJECTIVES[way])
    if mode != "auto":
        why = own("its server refuses it") if able.calls_tools or mode != "native" else own("it has no tools")
        told = own("{kind} tool calls: {why}", kind=_ADJECTIVES[way], why=why)
        return own("{told}, so model.mode = {mode} cannot work", told=told, mode=mode)
    return own("{kind} tool calls: its server refuses or loses them otherwise", kind=_ADJECTIVES[way])


_ADJECTIVES: Mapping[Way, str] = {
    "native": own("native"),
    "soft": own("printed"),
    "constrained": own("constrained"),
    "talk": own("no"),
}
