"""Precedence: what is cut for whom, and how often."""

import math

import pytest

from performer.agent.director.precedence import Precedence
from performer.agent.director.turns import RunningTurn
from performer.core.cues import (
    ChatCue,
    ChatLine,
    Cue,
    GameCue,
    OperatorCue,
    SceneCue,
    ScheduleCue,
    SilenceCue,
    StreamerCue,
)

pytestmark = pytest.mark.anyio  # a turn has a scope, which needs a loop

CHAT = ChatCue(lines=(ChatLine(text="hi"),))
MENTION = ChatCue(lines=(ChatLine(text="hi", direct=True),))
GREAT = GameCue(text="won", importance=0.95)
SMALL = SceneCue(change=1.0, importance=0.3)


def on(cue: Cue, *, is_written: bool = False, has_begun: bool = False) -> RunningTurn:
    return RunningTurn(turn=1, cue=cue, is_written=is_written, has_begun=has_begun)


@pytest.mark.parametrize(
    ("cue", "going", "is_clear"),
    [
        (OperatorCue(), MENTION, True),
        (MENTION, OperatorCue(), False),
        (MENTION, CHAT, True),
        (MENTION, ScheduleCue(text="drink"), False),
        (GREAT, SilenceCue(idle_s=30.0), True),
        (SMALL, SilenceCue(idle_s=30.0), False),
        (SMALL, GREAT, False),
        (StreamerCue(text="hi"), MENTION, True),
        (StreamerCue(text="hi"), ScheduleCue(text="drink"), True),
        (StreamerCue(text="hi"), CHAT, True),
        (StreamerCue(text="hi"), OperatorCue(), False),
        (StreamerCue(text="hi"), StreamerCue(text="ho"), False),
        (StreamerCue(text="hi", is_addressed=False), CHAT, True),
        (StreamerCue(text="hi", is_addressed=False), MENTION, False),
        (MENTION, StreamerCue(text="hi"), False),
    ],
)
async def test_the_more_urgent_one_may_cut_what_may_be_cut(cue: Cue, going: Cue, is_clear: bool) -> None:
    at_s = Precedence(20.0).find_clear_s(cue, [on(going)])

    assert at_s == (-math.inf if is_clear else math.inf)


async def test_what_is_only_heard_to_its_end_stands_in_nobodys_way() -> None:
    assert Precedence(20.0).find_clear_s(SMALL, [on(MENTION, is_written=True, has_begun=True)]) == -math.inf


async def test_an_answer_of_which_something_was_heard_is_finished() -> None:
    assert Precedence(20.0).find_clear_s(MENTION, [on(CHAT, has_begun=True)]) == math.inf


async def test_two_cuts_lie_apart_but_for_the_streamers() -> None:
    precedence = Precedence(20.0)

    assert precedence.note_overtaking(MENTION, 100.0) == "for a viewer who spoke to it"
    assert precedence.find_clear_s(MENTION, [on(CHAT)]) == 120.0
    assert precedence.find_clear_s(OperatorCue(), [on(CHAT)]) == -math.inf
    assert precedence.note_overtaking(StreamerCue(text="hi"), 110.0) == "for the streamer, who speaks"
    assert precedence.find_clear_s(MENTION, [on(CHAT)]) == 120.0


async def test_a_comment_that_waits_behind_another_is_replaced_by_a_newer_one() -> None:
    heard, waiting = on(CHAT, has_begun=True), on(SMALL, is_written=True)

    assert Precedence(20.0).cut(SMALL, [heard, waiting], 0.0) == [(waiting, "a newer line took its place")]


async def test_the_streamers_own_cuts_everything_but_the_streamers_own() -> None:
    mine, others = on(OperatorCue()), on(CHAT)

    assert Precedence(20.0).cut(OperatorCue(), [mine, others], 0.0) == [(others, "for the streamer")]
