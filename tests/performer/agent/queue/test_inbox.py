"""The inbox: what comes in waits, wakes, and is dropped once the show is over."""

from dataclasses import replace

import anyio
import pytest

from performer.agent.queue.inbox import MOST_HELD, CueInbox, DirectorSettings
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


def test_a_line_wakes_nobody_where_others_of_its_channel_wait_unless_it_speaks_to_the_performer(
    inbox: CueInbox,
) -> None:
    def wakes(line: ChatLine) -> bool:
        news = inbox.await_news()
        inbox.put(ChatCue(lines=(line,)))
        return news.is_set()

    elsewhere, direct = replace(LINE, channel="twitch"), replace(LINE, direct=True)

    assert [wakes(line) for line in (LINE, LINE, elsewhere, LINE, direct, LINE)] == [
        True,
        False,
        True,
        False,
        True,
        False,
    ]
    assert [len(cue.lines) for cue in inbox.waiting() if isinstance(cue, ChatCue)] == [5, 1]


def test_a_line_wakes_again_once_those_that_waited_became_a_turn(inbox: CueInbox) -> None:
    inbox.put(ChatCue(lines=(LINE,)))
    inbox.take(*inbox.waiting())
    news = inbox.await_news()
    inbox.put(ChatCue(lines=(LINE,)))

    assert news.is_set()


def test_a_line_that_is_taken_back_or_changed_is_so_in_the_inbox(inbox: CueInbox) -> None:
    inbox.put(ChatCue(lines=(LINE,)))
    inbox.reword_line("discord:1", "7", "goodbye")

    (cue,) = inbox.waiting()
    assert isinstance(cue, ChatCue)
    assert [line.text for line in cue.lines] == ["goodbye"]
    inbox.forget_lines("discord:1", ["7"])
    assert inbox.waiting() == []


def test_lines_that_are_held_become_no_turn_before_they_are_released_and_then_each_one_of_its_own(
    inbox: CueInbox,
) -> None:
    lines = [ChatLine(text=f"well {n}?", channel="discord:1", message=f"{n}", direct=n > 0, at_s=n) for n in range(3)]
    inbox.hold(ChatCue(lines=tuple(lines)))
    held, waiting = inbox.has_held, inbox.waiting()
    inbox.release()
    released = inbox.waiting()
    inbox.take(released[0])

    assert (held, waiting, inbox.has_held) == (True, [], False)
    assert released == [ChatCue(lines=(line,)) for line in lines[1:]]
    assert inbox.waiting() == released[1:]


@pytest.mark.parametrize("is_released", [False, True])
def test_a_held_line_is_taken_back_and_changed_like_one_that_waits(
    inbox: CueInbox, stream: EventStream, is_released: bool
) -> None:
    dropped = stream.whole("test", CueDropped)
    inbox.hold(ChatCue(lines=(replace(LINE, direct=True), replace(LINE, message="8", direct=True))))
    if is_released:
        inbox.release()
    inbox.forget_lines("discord:1", ["7"])
    inbox.reword_line("discord:1", "8", "goodbye")
    inbox.release()

    assert inbox.waiting() == [ChatCue(lines=(replace(LINE, text="goodbye", message="8", direct=True),))]
    assert [each.event for each in dropped.taken()] == [CueDropped(kind="chat", reason="taken back by its author")]


def test_of_what_is_held_the_newest_few_are_kept(inbox: CueInbox) -> None:
    for number in range(MOST_HELD + 1):
        inbox.hold(OperatorCue(text=f"{number}"))
    inbox.release()

    assert inbox.waiting() == [OperatorCue(text=f"{number}") for number in range(1, MOST_HELD + 1)]


def test_what_is_held_goes_with_the_rest(inbox: CueInbox) -> None:
    inbox.hold(OperatorCue(text="hi"))
    inbox.clear("hush")
    inbox.close("the end of the show")
    inbox.hold(OperatorCue(text="hello"))

    assert not inbox.has_held


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
