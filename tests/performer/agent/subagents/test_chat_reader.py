"""The chat reader: what it chooses is answered, and nothing is lost when it cannot choose."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass

import anyio
import pytest

from performer.agent.queue.inbox import CueInbox, DirectorSettings
from performer.agent.subagents.chat_reader import ChatReader
from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, Cue, SceneCue
from performer.core.events.parts import AgentEnded, AgentStarted, Hushed
from performer.core.events.stream import Event, EventStream, EventSubscription
from performer.core.events.turns import CueDropped
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.models.model import Model
from tests.performer.agent.subagents.parts import Slow, agent_rig, stated
from tests.performer.agent.turn.performing import Lines, Play, breaks, says

pytestmark = pytest.mark.anyio


class NotedInbox(CueInbox):
    """An inbox that notes what comes."""

    def __init__(self) -> None:
        super().__init__(EventStream(VirtualClock()), DirectorSettings())
        self.came: list[str] = []

    def put(self, cue: Cue) -> None:
        self.came += [line.text for line in cue.lines] if isinstance(cue, ChatCue) else [type(cue).__name__]

    def forget_lines(self, channel: str, messages: Collection[str]) -> None:
        self.came.append(f"forget {channel} {sorted(messages)}")

    def reword_line(self, channel: str, message: str, text: str) -> None:
        self.came.append(f"reword {channel} {message} {text}")


@dataclass
class ReaderRig:
    """A chat reader before an inbox."""

    clock: VirtualClock
    reader: ChatReader
    inbox: NotedInbox
    heard: EventSubscription
    stream: EventStream
    is_there: bool = True

    def say(self, *texts: str, direct: bool = False) -> None:
        for text in texts:
            self.reader.put(ChatCue(lines=(ChatLine(text=text, author="ann", message=f"m {text}", direct=direct),)))

    def dropped(self) -> list[tuple[str, int]]:
        return [(event.reason, event.count) for event in self.told(CueDropped) if isinstance(event, CueDropped)]

    def told(self, kind: type[Event]) -> list[Event]:
        return [event for event in stated(self.heard) if isinstance(event, kind)]


@asynccontextmanager
async def reader_rig(clock: VirtualClock, *plays: Play, seconds: float = 0.0) -> AsyncIterator[tuple[ReaderRig, Lines]]:
    lines = Lines(*plays)
    model: Model = Slow(clock, seconds=seconds, lines=lines) if seconds else lines
    place: list[ReaderRig] = []
    at = agent_rig(clock, model, is_there=lambda: place[0].is_there)
    inbox = NotedInbox()
    reader = ChatReader(Runtime(clock, at.stream, Guard(finders=())), at.agents, inbox, new_marker=lambda: "k7f3")
    with at.reader as heard:
        place.append(ReaderRig(clock=clock, reader=reader, inbox=inbox, heard=heard, stream=at.stream))
        async with anyio.create_task_group() as tasks:
            await tasks.start(reader.run)
            yield place[0], lines
            tasks.cancel_scope.cancel()


async def test_what_it_chooses_is_answered_and_the_rest_is_dropped(virtual_clock: VirtualClock) -> None:
    async with reader_rig(virtual_clock, says("2: a question")) as (at, model):
        at.say("lol", "what game is it?", "gg")
        await virtual_clock.advance(7)
        assert at.inbox.came == []
        await virtual_clock.advance(1)

        assert at.inbox.came == ["what game is it?"]
        dropped = at.told(CueDropped)

    assert dropped == [CueDropped(kind="chat", reason="the chat reader", text="ann: lol / ann: gg", count=2)]
    (asked,) = model.asked
    assert asked.messages[-1].text.endswith("«k7f3\n- 1. ann: lol\n- 2. ann: what game is it?\n- 3. ann: gg\nk7f3»")
    assert (asked.tools, asked.yields) == ((), True)


async def test_its_work_is_told_of_as_no_turns_so_that_no_card_shows_it(virtual_clock: VirtualClock) -> None:
    async with reader_rig(virtual_clock, says("none")) as (at, _):
        at.say("lol")
        await virtual_clock.advance(8)

        (started,) = at.told(AgentStarted)

    assert started == AgentStarted(
        agent="chat-reader-1", prototype="chat reader", task="lines of the chat: 1", parent="the house"
    )


async def test_twenty_lines_are_judged_at_once(virtual_clock: VirtualClock) -> None:
    async with reader_rig(virtual_clock, says("20")) as (at, _):
        at.say(*[str(number) for number in range(1, 21)])
        await virtual_clock.advance(0)

        assert at.inbox.came == ["20"]
        assert at.dropped() == [("the chat reader", 19)]


async def test_who_speaks_to_the_performer_and_what_is_no_chat_passes_at_once(virtual_clock: VirtualClock) -> None:
    async with reader_rig(virtual_clock) as (at, model):
        at.say("Pip, hello!", direct=True)
        at.reader.put(SceneCue(change=9))

        assert at.inbox.came == ["Pip, hello!", "SceneCue"]
    assert model.asked == []


async def test_while_no_model_leads_all_pass_at_once(virtual_clock: VirtualClock) -> None:
    async with reader_rig(virtual_clock) as (at, _):
        at.is_there = False
        at.say("lol")

        assert at.inbox.came == ["lol"]


@pytest.mark.parametrize("play", [breaks(), says("The second one."), says("")])
async def test_when_it_cannot_choose_all_pass(virtual_clock: VirtualClock, play: Play) -> None:
    async with reader_rig(virtual_clock, play) as (at, _):
        at.say("lol", "gg")
        await virtual_clock.advance(8)

        assert at.inbox.came == ["lol", "gg"]
        assert at.dropped() == []


async def test_a_lead_that_goes_while_lines_are_gathered_holds_none_of_them_back(virtual_clock: VirtualClock) -> None:
    async with reader_rig(virtual_clock) as (at, _):
        at.say("lol")
        at.is_there = False
        await virtual_clock.advance(8)

        assert at.inbox.came == ["lol"]


async def test_a_judgement_that_is_late_lets_all_pass_and_is_ended(virtual_clock: VirtualClock) -> None:
    async with reader_rig(virtual_clock, says("none"), seconds=5) as (at, _):
        at.say("lol")
        await virtual_clock.advance(11.9)
        assert at.inbox.came == []
        await virtual_clock.advance(0.2)

        assert at.inbox.came == ["lol"]
        (ended,) = at.told(AgentEnded)
        assert isinstance(ended, AgentEnded)
        assert ended.came == "cancelled"


async def test_lines_that_come_meanwhile_are_judged_next_and_a_crowd_gives_way(virtual_clock: VirtualClock) -> None:
    plays = [says("1"), says("1")]
    async with reader_rig(virtual_clock, *plays, seconds=2) as (at, _):
        at.say("first")
        await virtual_clock.advance(8)
        at.say(*[str(number) for number in range(25)])
        await virtual_clock.advance(2)
        assert at.inbox.came == ["first"]
        await virtual_clock.advance(2)

        assert at.inbox.came == ["first", "5"]
        assert at.dropped() == [("5 older lines gave way to newer ones", 5), ("the chat reader", 19)]


async def test_a_line_that_is_taken_back_is_not_answered(virtual_clock: VirtualClock) -> None:
    async with reader_rig(virtual_clock, says("1, 2"), seconds=1) as (at, model):
        at.say("early", "late", "stays")
        at.reader.forget_lines("console", ["m early"])
        await virtual_clock.advance(8.5)
        at.reader.forget_lines("console", ["m late"])
        await virtual_clock.advance(1)

        assert at.inbox.came == ["forget console ['m early']", "forget console ['m late']", "stays"]
        assert at.dropped() == [("taken back by its author", 1)] * 2
    assert "early" not in model.asked[0].messages[-1].text


async def test_a_line_that_is_changed_is_answered_as_it_is_now(virtual_clock: VirtualClock) -> None:
    async with reader_rig(virtual_clock, says("1"), seconds=1) as (at, _):
        at.say("befroe")
        await virtual_clock.advance(8.5)
        at.reader.reword_line("console", "m befroe", "before")
        await virtual_clock.advance(1)

        assert at.inbox.came == ["reword console m befroe before", "before"]


async def test_a_hush_lets_go_of_what_is_gathered_and_judged(virtual_clock: VirtualClock) -> None:
    async with reader_rig(virtual_clock, says("1"), seconds=2) as (at, _):
        at.say("judged")
        await virtual_clock.advance(9)
        at.say("gathered")
        at.stream.publish(Hushed())
        await virtual_clock.advance(20)

        assert at.inbox.came == []
        assert at.dropped() == [("hush", 2)]


async def test_stopped_words_are_masked_before_it_reads_them(virtual_clock: VirtualClock) -> None:
    lines = Lines(says("1"))
    at = agent_rig(virtual_clock, lines)
    inbox = NotedInbox()
    reader = ChatReader(Runtime(virtual_clock, at.stream, Guard(words=["plonk"], finders=())), at.agents, inbox)
    async with anyio.create_task_group() as tasks:
        await tasks.start(reader.run)
        reader.take(ChatLine(text="you plonk <|im_end|>"))
        await virtual_clock.advance(8)
        tasks.cancel_scope.cancel()

    read = lines.asked[0].messages[-1].text
    assert "plonk" not in read
    assert "im_end" not in read
    assert inbox.came == ["you plonk <|im_end|>"]
