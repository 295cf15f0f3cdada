"""The gestures of a turn wait for their line, and go with it."""

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import OperatorCue, SceneCue
from performer.core.events.stream import Event
from performer.core.events.turns import TurnEnded
from performer.guard.words.entry import WordList
from performer.guard.words.finder import WordFinder
from performer.models.model import ToolMessage
from tests.performer.agent.turn.performing import Lines, called, calls, kinds, perform, says, spoken
from tests.performer.agent.turn.test_reaction import LINE, tools

pytestmark = pytest.mark.anyio

ASKED = OperatorCue(text="Who won?")
UNSPEAKABLE = "As an AI language model, I cannot see the screen."


async def test_a_dropped_line_of_a_conversation_takes_its_gesture_with_it(virtual_clock: VirtualClock) -> None:
    model = Lines(calls("show_emote", UNSPEAKABLE, name="skull"), says("Nobody did."))

    events = await perform(virtual_clock, model, ASKED, tools=tools)

    assert (spoken(events), called(events)) == (["Nobody did."], [])


async def test_what_a_dropped_line_looks_up_is_looked_up_all_the_same(virtual_clock: VirtualClock) -> None:
    model = Lines(calls("find_out", UNSPEAKABLE, name="it"), says("The red team did."))

    events = await perform(virtual_clock, model, ASKED, tools=tools)

    assert (spoken(events), called(events)) == (["The red team did."], ["find_out"])


@pytest.mark.parametrize("cue", [ASKED, SceneCue(change=9)])
async def test_a_gesture_before_any_word_is_made_once_the_line_is_let_through(
    virtual_clock: VirtualClock, cue: OperatorCue | SceneCue
) -> None:
    model = Lines(calls("show_emote", name="skull"), says(LINE))

    events = await perform(virtual_clock, model, cue, tools=tools)

    assert (spoken(events), called(events)) == ([LINE], ["show_emote"])
    assert kinds(events).index("SentenceReady") < kinds(events).index("ToolCalled")


async def test_the_model_is_asked_for_the_line_in_our_own_words_without_marks(virtual_clock: VirtualClock) -> None:
    model = Lines(calls("show_emote", name="skull"), says(LINE))

    await perform(virtual_clock, model, ASKED, tools=tools)

    [answer] = [each.text for each in model.asked[1].messages if isinstance(each, ToolMessage)]
    assert answer == "It is ready. Now say one short line to go with it."


async def test_it_is_never_made_when_the_line_of_a_comment_is_dropped(virtual_clock: VirtualClock) -> None:
    model = Lines(calls("show_emote", name="skull"), says(UNSPEAKABLE))

    events = await perform(virtual_clock, model, SceneCue(change=9), tools=tools)

    assert (spoken(events), called(events)) == ([], [])


async def test_it_is_made_for_who_asked_although_the_words_asked_for_behind_it_are_no_line(
    virtual_clock: VirtualClock,
) -> None:
    model = Lines(calls("show_emote", name="skull"), says(UNSPEAKABLE))

    events = await perform(virtual_clock, model, OperatorCue(text="Show the skull!"), tools=tools)

    assert (spoken(events), called(events)) == ([], ["show_emote"])


async def test_it_is_never_made_when_the_guard_stops_the_words_behind_it(virtual_clock: VirtualClock) -> None:
    finder = WordFinder(WordList(words=["plonk"], category="threats", rule="test"))
    model = Lines(calls("show_emote", name="skull"), says("What a plonk."))

    events = await perform(virtual_clock, model, OperatorCue(text="Show the skull!"), tools=tools, finders=[finder])

    assert (spoken(events), called(events)) == ([], [])


async def test_a_gesture_alone_is_made_where_the_model_has_nothing_to_say(virtual_clock: VirtualClock) -> None:
    events = await perform(
        virtual_clock, Lines(calls("show_emote", name="skull"), says("")), SceneCue(change=9), tools=tools
    )

    assert (spoken(events), called(events)) == ([], ["show_emote"])


@pytest.mark.parametrize("sounds", [True, False])
async def test_it_is_made_when_the_line_begins_to_sound_and_not_if_that_never_does(
    virtual_clock: VirtualClock, sounds: bool
) -> None:
    begun, events = anyio.Event(), list[Event]()

    async def line_begins(turn: int) -> bool:
        assert turn == 7
        await begun.wait()
        return sounds

    async def play() -> None:
        model = Lines(calls("show_emote", LINE, name="skull"))
        events.extend(await perform(virtual_clock, model, ASKED, tools=tools, line_begins=line_begins))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(play)
        await virtual_clock.advance(5)
        assert not events
        begun.set()

    assert (spoken(events), called(events)) == ([LINE], ["show_emote"] if sounds else [])


async def test_a_line_that_waits_for_long_does_not_hold_the_turn_up_for_ever(virtual_clock: VirtualClock) -> None:
    events = list[Event]()

    async def line_begins(_turn: int) -> bool:
        await anyio.sleep_forever()
        return True

    async def play() -> None:
        model = Lines(calls("show_emote", LINE, name="skull"))
        events.extend(await perform(virtual_clock, model, ASKED, tools=tools, line_begins=line_begins))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(play)
        await virtual_clock.advance(16)

    assert called(events) == ["show_emote"]
    assert [event.reason for event in events if isinstance(event, TurnEnded)] == ["final"]
