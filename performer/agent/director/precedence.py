"""Precedence: what stands in a cue's way among the turns that are going on, and from when on it may be cut."""

import math
from collections.abc import Sequence
from typing import Final

from performer.agent.director.turns import RunningTurn
from performer.core.cues import Cue, GameCue, Rank, SayCue, SceneCue, StreamerCue, find_rank

_CUTTABLE: Final = frozenset({Rank.CHAT, Rank.EVENT, Rank.SILENCE})
"""What the streamer, a plan or one viewer asked for is not cut for anybody but the streamer."""
_GREAT: Final = 0.9
"""From this importance on an event cuts what is only said into the silence."""

_NEWER: Final = "a newer line took its place"
_FOR: Final = {
    Rank.OPERATOR: "for the streamer",
    Rank.STREAMER: "for the streamer, who speaks",
    Rank.DIRECT: "for a viewer who spoke to it",
    Rank.SCHEDULE: "for something planned",
    Rank.CHAT: "for the chat",
    Rank.EVENT: "for a great event",
}


class Precedence:
    """Remembers when a turn was last cut for another, so that talk does not fall to pieces.

    `cut_every_s` lies between two cuts; the streamer's own do not count.
    """

    def __init__(self, cut_every_s: float) -> None:
        self.cut_every_s = cut_every_s
        self._may_cut_s = -math.inf

    def find_clear_s(self, cue: Cue, going: Sequence[RunningTurn]) -> float:
        """Return the instant from which nothing stands in a cue's way that may not be cut for it; inf: not by itself.

        What is only heard to its end stands in nobody's way.
        """
        if any(each.is_cut for each in going):
            return math.inf
        if not going or going[-1].is_only_heard:
            return -math.inf
        if _may_be_replaced(going):
            return -math.inf
        return self._cuts_s(cue, going[-1])

    def find_overtaking_s(self, going: Sequence[RunningTurn]) -> float:
        """Return the instant from which a turn that has its first words may cut the one that is heard; inf: never.

        Until then the lower turn is heard on: a cut for somebody who still thinks would only make a hole.
        """
        if len(going) < 2 or not going[-1].has_words or any(each.is_cut for each in going):
            return math.inf
        return self._cuts_s(going[-1].cue, going[0])

    def cut(self, cue: Cue, going: Sequence[RunningTurn], now_s: float) -> list[tuple[RunningTurn, str]]:
        """Return what has to be cut before a cue becomes a turn, each with its reason in words.

        The streamer's own is heard at once; anybody else's is written while what is heard goes on.
        """
        if find_rank(cue) is Rank.OPERATOR:
            return [(each, _FOR[Rank.OPERATOR]) for each in going if not each.is_operators]
        if not going or going[-1].is_only_heard:
            return []
        if _may_be_replaced(going):
            return [(going[-1], _NEWER)]
        return [(going[-1], self.note_overtaking(cue, now_s))]

    def note_overtaking(self, cue: Cue, now_s: float) -> str:
        """Note that a turn is cut for this cue, and put into words why; the streamer's own cuts do not count."""
        if find_rank(cue) is not Rank.STREAMER:
            self._may_cut_s = now_s + self.cut_every_s
        return _FOR[find_rank(cue)]

    def _cuts_s(self, cue: Cue, going: RunningTurn) -> float:
        """Return the instant from which a cue may cut a turn.

        Who speaks to it aloud waits only for what the streamer asked before. An answer to the chat that has begun to be
        heard is finished: half an answer is none. For a program nobody is interrupted.
        """
        if find_rank(cue) is Rank.OPERATOR:
            return math.inf if going.is_operators else -math.inf
        if isinstance(cue, SayCue):
            return math.inf
        if find_rank(cue) >= going.rank:
            return math.inf
        if isinstance(cue, StreamerCue) and cue.is_addressed:
            return -math.inf
        if going.rank not in _CUTTABLE:
            return math.inf
        if going.rank is Rank.CHAT and going.has_begun:
            return math.inf
        if find_rank(cue) is Rank.EVENT and not _is_conversation(cue):
            return math.inf
        return self._may_cut_s


def _may_be_replaced(going: Sequence[RunningTurn]) -> bool:
    """Return whether a comment is written and waits behind another turn: whatever comes now is newer, and the better.

    What was written for people goes on waiting, for they wait for it.
    """
    candidate = going[-1]
    waits_behind = len(going) > 1 and candidate.is_written and not candidate.has_begun
    return waits_behind and candidate.rank >= Rank.EVENT


def _is_conversation(cue: Cue) -> bool:
    return isinstance(cue, GameCue | SceneCue) and cue.importance >= _GREAT
