"""A call that waits for a yes, in sentences for people."""

from dataclasses import replace
from typing import get_args

import pytest

from performer.core.clock import SystemClock
from performer.core.cues import AnswerCue, ChatCue, ChatLine, Cue, OperatorCue, SayCue, StreamerCue
from performer.tools.approvals.approval import (
    ApprovalRequest,
    ApprovalStatus,
    Came,
    Decision,
    State,
    describe_approval,
    describe_caller,
)
from performer.tools.tool import ToolCall

ASKED = ChatCue(lines=(ChatLine(text="open it", author="ann"),))
EVERY: tuple[State, ...] = ("pending", *get_args(Decision), *get_args(Came))


def status(state: State, *, is_news: bool = True) -> ApprovalStatus:
    now = SystemClock().utc()
    parked = ApprovalRequest(tool="{door}", call="c", why="ann asks", asked_at=now, until=now)
    return ApprovalStatus(parked=parked, state=state, who="Ann", where="discord", is_news=is_news)


@pytest.mark.parametrize(
    ("cue", "agent", "told"),
    [
        (ASKED, "", "ann wrote: open it"),
        (ASKED, "scout-1", "scout-1 asks: ann wrote: open it"),
        (None, "mcp Editor", "mcp Editor asks"),
        (None, "", "nobody asked for it"),
        (OperatorCue(text=""), "", "the streamer wanted a reaction"),
        (OperatorCue(text="go"), "", "the streamer asked: go"),
        (StreamerCue(text="go"), "", "the streamer said: go"),
        (SayCue(text="hi", is_own=False), "", "a program wanted it said: hi"),
        (
            AnswerCue(tool="draw", arguments="{}", text="done", origin=ASKED),
            "",
            "ann wrote: open it (it goes on after draw)",
        ),
        (AnswerCue(tool="draw", arguments="{}", text="done"), "", "it goes on after draw"),
    ],
)
def test_who_makes_a_call_and_why_is_one_line(cue: Cue | None, agent: str, told: str) -> None:
    assert describe_caller(ToolCall(id="c", name="door", cue=cue, agent=agent)) == told


def test_every_state_has_its_own_sentence_about_the_tool() -> None:
    told = [describe_approval(status(state)) for state in EVERY]

    assert len(set(told)) == len(EVERY)
    assert all("{door}" in each for each in told)


def test_an_answer_that_decided_nothing_came_too_late() -> None:
    assert describe_approval(status("cancelled")) == "{door} was cancelled by Ann (discord), and will not run"
    assert describe_approval(status("done", is_news=False)).startswith("too late: {door} was approved by Ann")
    assert describe_approval(replace(status("expired"), who="")) == "nobody answered in time, and {door} will not run"
