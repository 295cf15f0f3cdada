"""Which tools of a box a model is told of in one turn; long lists cost time, and small models lose count."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from performer.core.cues import (
    ChatCue,
    Cue,
    OperatorCue,
    ScheduleCue,
    StreamerCue,
    choose_answered_line,
    find_reply_place,
)
from performer.tools.find import FIND_TOOLS, rank_tools
from performer.tools.names import OF_SERVERS, is_match
from performer.tools.settings import ToolsSettings
from performer.tools.tool import Privilege, ToolSpec
from performer.tools.toolbox import Toolbox

MOST: Final = 12
AT_DISCORD: Final = ("discord.channel.messages", "discord.send")
"""What a turn needs there that reads more than it was told, or writes beside its answer."""
_MOST_MEANT: Final = 3
"""Of what somebody said, in words that may be about no tool at all."""
_DISCORD: Final = "discord:"


class ToolOffer:
    """The tools for each step of a turn, always in the same order, so that a server need not read them anew.

    If there are more than it may name, `find_tools` stands in for the others, where the box has it, and the last places
    are for what the cue is about: for reading and writing at Discord where it comes from there, and for the three that
    `find_tools` would find best by its words; no server's among these in a turn that may reach beyond the show. It
    changes by what was found alone; a tool that the turn may not use any more falls out, and none moves up.

    `may` is what the turn may do at its beginning. At `most` so many are named, `first` those of these names, or
    beginnings of one with a `*`.
    """

    def __init__(
        self, toolbox: Toolbox, may: Privilege, cue: Cue | None = None, *, most: int = MOST, first: Sequence[str] = ()
    ) -> None:
        self._toolbox = toolbox
        there = [spec.name for spec in toolbox.offered(may)]
        named = [name for name in there if name != FIND_TOOLS.spec.name]
        self._may_find = len(named) > most and len(named) < len(there)
        self._most = most - 1 if self._may_find else most
        before = [name for pattern in first for name in named if is_match(name, pattern)]
        self._usual = list(dict.fromkeys([*before, *named]))
        self._found: list[str] = []
        if self._may_find and cue:
            self.found(_find_meant(cue, [spec for spec in toolbox.offered(may) if _may_come(spec, may)]))

    def specs(self, may: Privilege) -> tuple[ToolSpec, ...]:
        """Return the tools for a step that may do so much."""
        there = {spec.name: spec for spec in self._toolbox.offered(may)}
        return tuple(there[name] for name in self._list_names() if name in there)

    def found(self, names: Iterable[str]) -> None:
        """Add tools that were found; they push out the last of the others, and then what was found first."""
        wanted = [name for name in names if name in self._usual]
        for _ in wanted:
            missing = [name for name in wanted if name not in self._list_names()]
            self._found += missing[:1]
        self._found = self._found[max(0, len(self._found) - self._most) :]

    def _list_names(self) -> list[str]:
        usual = self._usual[: max(0, self._most - len(self._found))]
        return [*usual, *self._found, *([FIND_TOOLS.spec.name] if self._may_find else [])]


def make_offers(settings: ToolsSettings) -> Callable[[Toolbox, Privilege, Cue | None], ToolOffer]:
    """Return what makes the offer of a turn, or of a sub-agent, as the settings have it by then."""

    def make(toolbox: Toolbox, may: Privilege, cue: Cue | None = None) -> ToolOffer:
        return ToolOffer(toolbox, may, cue, most=settings.offered, first=settings.first)

    return make


def _may_come(spec: ToolSpec, may: Privilege) -> bool:
    """Whether mere words may bring a tool in: not a server's, where its definition could lead beyond the show."""
    return spec.name != FIND_TOOLS.spec.name and (may == "fun" or not spec.name.startswith(OF_SERVERS))


def _find_meant(cue: Cue, specs: Iterable[ToolSpec]) -> list[str]:
    """Return the names of the tools that a cue is about, by where it comes from and by its words."""
    by_place = AT_DISCORD if find_reply_place(cue)[0].startswith(_DISCORD) else ()
    by_words = [spec.name for spec in rank_tools(_find_said(cue), specs, _MOST_MEANT)]
    return list(dict.fromkeys([*by_place, *by_words]))


def _find_said(cue: Cue) -> str:
    """Return what somebody said to begin the turn; in a chat, the line that is answered."""
    match cue:
        case ChatCue(lines=lines):
            return choose_answered_line(lines).text
        case OperatorCue(text=text) | StreamerCue(text=text) | ScheduleCue(text=text):
            return text
        case _:
            return ""
