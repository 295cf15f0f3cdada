"""The inbox: what comes in waits, wakes, and is dropped once the show is over."""

import anyio
import pytest

from performer.agent.queue.inbox import CueInbox, DirectorSettings
from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, OperatorCue
from performer.core.events.stream import EventStream
from performer.core.events.turns import CueDropped

LINE = ChatLine(text="hello", channel="discord:1", message="7")


@pytest.fixture
def stream(virtual_clock: VirtualClock) -> EventStream:
    return EventStream(virtual_clock)


@pytest.fixture
def inbox(stream: EventStream) -> CueInbox:
    return CueInbox(stream, DirectorSettings())


def test_what_is_put_in_waits_and_wakes(inbox: CueInbox) -> None:
    news = inbox.await_news()
    inbox.put(OperatorCue(text="hi"))

    assert news.is_set()
    assert inbox.waiting() == [OperatorCue(text="hi")]
    assert not inbox.await_news().is_set()


def test_a_line_that_is_taken_back_or_changed_is_so_in_the_inbox(inbox: CueInbox) -> None:
    inbox.put(ChatCue(lines=(LINE,)))
    inbox.reword_line("discord:1", "7", "goodbye")

    (cue,) = inbox.waiting()
    assert isinstance(cue, ChatCue)
    assert [line.text for line in cue.lines] == ["goodbye"]
    inbox.forget_lines("discord:1", ["7"])
    assert inbox.waiting() == []


def test_after_its_end_everything_is_dropped_with_the_reason(inbox: CueInbox, stream: EventStream) -> None:
    dropped = stream.whole("test", CueDropped)
    inbox.close("the end of the show")
    inbox.put(OperatorCue(text="hi"))

    assert inbox.is_closed
    assert inbox.waiting() == []
    assert [each.event for each in dropped.taken()] == [
        CueDropped(kind="operator", reason="the end of the show", text="hi")
    ]


@pytest.mark.anyio
async def test_whoever_waits_is_woken(inbox: CueInbox) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(inbox.await_news().wait)
        inbox.wake()
