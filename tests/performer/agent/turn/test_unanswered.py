"""A question that no model answers: who asked is told so in the performer's own words, and answered once it can be."""

import re

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.cues import AnswerCue, ChatCue, ChatLine, Cue, OperatorCue, SceneCue
from performer.core.errors import ServiceError
from performer.core.events.speech import SentenceReady, SentenceWritten
from performer.core.events.stream import Event
from performer.core.events.turns import CueDropped, TurnEnded
from performer.core.prompt_files import load_prompt_lines
from performer.models.settings import UnderstudyPolicy
from tests.performer.agent.turn.desk import Desk, ask, desk, ended, texts, told
from tests.performer.models.selection.test_lead import GONE

pytestmark = pytest.mark.anyio


async def test_a_question_without_a_brain_is_told_so_at_once_and_answered_when_the_brain_is_back(
    virtual_clock: VirtualClock,
) -> None:
    async with desk(virtual_clock) as at:
        await at.lose()
        events = await at.perform(ask())

        assert (told(events), ended(events).reason, ended(events).sentences) == (["away"], "no model is there", 1)
        await virtual_clock.advance(20)
        assert at.inbox.waiting() == []
        at.house.absent = None
        await virtual_clock.advance(5)
        assert at.inbox.waiting() == [ask()]
        events = await at.perform(ask())
    assert told(events) == ["Ta-da!"]


@pytest.mark.parametrize(("channel", "kind"), [("console", SentenceReady), ("discord:1", SentenceWritten)])
async def test_it_is_told_where_the_question_was_asked(
    virtual_clock: VirtualClock, channel: str, kind: type[Event]
) -> None:
    async with desk(virtual_clock) as at:
        await at.lose()
        events = await at.perform(ask(channel=channel))

    assert [type(event) for event in events] == [kind, TurnEnded]


@pytest.mark.parametrize(("channel", "second"), [("discord:1", ["away"]), ("twitch:1", [])])
async def test_where_people_read_each_of_them_is_told(
    virtual_clock: VirtualClock, channel: str, second: list[str]
) -> None:
    async with desk(virtual_clock) as at:
        await at.lose()
        events = [await at.perform(ask(channel=channel, author=author)) for author in ("ann", "bob", "ann")]

    assert [told(each) for each in events] == [["away"], second, []]


async def test_a_channel_is_told_once_a_minute_and_every_question_is_held(virtual_clock: VirtualClock) -> None:
    async with desk(virtual_clock) as at:
        await at.lose()
        first = await at.perform(ask("one", number="1"))
        again = await at.perform(ask("two", number="2"))
        elsewhere = await at.perform(ask("three", channel="discord:2", number="3"))
        await virtual_clock.advance(60)
        later = await at.perform(ask("four", number="4", at_s=60))
        at.house.absent = None
        await virtual_clock.advance(5)

        assert [told(each) for each in (first, again, elsewhere, later)] == [["away"], [], ["away"], ["away"]]
        assert texts(at.inbox) == [["one"], ["two"], ["three"], ["four"]]


async def test_a_question_at_which_the_brain_fails_is_tried_once_more(virtual_clock: VirtualClock) -> None:
    async with desk(virtual_clock) as at:
        at.house.star.trouble, at.house.star.half_a_line = GONE, ""
        first = await at.perform(ask())
        await virtual_clock.advance(5)
        waiting = at.inbox.waiting()
        at.inbox.take(waiting[0])
        second = await at.perform(waiting[0])
        await virtual_clock.advance(60)

        assert (told(first), waiting, told(second), at.inbox.waiting()) == (["away"], [ask()], ["lost"], [])


async def test_a_question_that_waited_for_too_long_is_let_go(virtual_clock: VirtualClock) -> None:
    async with desk(virtual_clock) as at:
        await at.lose()
        await at.perform(ask())
        with at.stream.whole("dropped", CueDropped) as dropped:
            await virtual_clock.advance(120)
            at.inbox.drop_expired(virtual_clock.now())

            assert [each.event.reason for each in dropped.taken() if isinstance(each.event, CueDropped)] == [
                "waited longer than 120 s"
            ]
        assert not at.inbox.has_held


async def test_of_a_question_that_is_let_go_it_is_known_that_an_answer_was_awaited(virtual_clock: VirtualClock) -> None:
    async with desk(virtual_clock) as at:
        with at.stream.whole("dropped", CueDropped) as dropped:
            await at.lose()
            await at.perform(ask())
            at.inbox.put(ask("lol"))
            at.inbox.clear("silence was asked for")

            events = [each.event for each in dropped.taken() if isinstance(each.event, CueDropped)]
    assert {each.text: each.is_held for each in events} == {"viewer: are you there?": True, "viewer: lol": False}


async def test_while_a_question_is_held_the_brain_is_looked_for_every_five_seconds(virtual_clock: VirtualClock) -> None:
    async with desk(virtual_clock) as at:
        await at.lose()
        await virtual_clock.advance(100)
        at.house.looked.clear()
        await at.perform(ask(at_s=100))
        await virtual_clock.advance(20)

    assert [round(each - 100) for each in at.house.looked] == [5, 10, 15, 20]


@pytest.mark.parametrize(
    "held", [OperatorCue(text="well?", id="k"), AnswerCue(tool="t", arguments="{}", text="4", id="k", origin=ask())]
)
async def test_what_was_asked_elsewhere_is_held_too_and_needs_its_row_no_more(
    virtual_clock: VirtualClock, held: OperatorCue | AnswerCue
) -> None:
    async with desk(virtual_clock) as at:
        await at.lose()
        events = await at.perform(held)
        at.house.absent = None
        await virtual_clock.advance(5)

        assert told(events) == ["away"]
        assert [(type(cue), cue.id) for cue in at.inbox.waiting() if isinstance(cue, type(held))] == [(type(held), "")]


async def test_what_nobody_waits_for_is_not_told_of(virtual_clock: VirtualClock) -> None:
    aside = ChatCue(lines=(ChatLine(text="lol", channel="discord:1"),))
    async with desk(virtual_clock) as at:
        await at.lose()
        events = [*await at.perform(aside), *await at.perform(SceneCue(change=9))]

        assert (told(events), at.inbox.has_held) == ([], False)


@pytest.mark.parametrize(("policy", "answer"), [("always", "Ahem."), ("never", "away")])
async def test_the_policy_decides_who_answers(
    virtual_clock: VirtualClock, policy: UnderstudyPolicy, answer: str
) -> None:
    async with desk(virtual_clock, policy) as at:
        await at.lose()

        assert told(await at.perform(ask())) == [answer]


@pytest.mark.parametrize("question", [ask(), OperatorCue(text="well?")])
@pytest.mark.parametrize(("absent", "says"), [(GONE, "missing"), (None, "away")])
async def test_a_brain_that_was_never_there_or_is_being_loaded_is_waited_for(
    virtual_clock: VirtualClock, absent: ServiceError | None, says: str, question: Cue
) -> None:
    at = Desk(virtual_clock)
    at.house.absent, at.house.star.loading = absent, anyio.Event()
    async with anyio.create_task_group() as group:
        await group.start(at.house.lead.run)
        await group.start(at.questions.run)
        events = await at.perform(question)
        at.house.absent = None
        at.house.star.loading.set()
        await virtual_clock.advance(5)

        assert (told(events), at.inbox.waiting()) == ([says], [question])
        group.cancel_scope.cancel()


async def test_who_types_in_the_terminal_is_told_how_to_get_the_model_that_was_never_there(
    virtual_clock: VirtualClock,
) -> None:
    at = Desk(virtual_clock)
    at.house.absent = GONE
    async with anyio.create_task_group() as group:
        await group.start(at.house.lead.run)
        first = await at.perform(OperatorCue(text="hello?", channel="console"))
        await virtual_clock.advance(10)
        second = await at.perform(OperatorCue(text="anybody?", channel="console"))
        group.cancel_scope.cancel()

    assert (told(first), told(second)) == (["missing-typed"], ["missing-typed"])


def test_only_the_terminal_is_told_of_its_command_and_nobody_is_promised_an_answer_without_a_model() -> None:
    shown, typed = load_prompt_lines("unanswered/missing"), load_prompt_lines("unanswered/missing-typed")

    assert all("/status" in line for line in typed)
    assert not any("/" in line for line in shown)
    assert not any(re.search(r"\b(will|back|later|keep|soon)\b", line) for line in (*shown, *typed))


@pytest.mark.parametrize("channel", ["console", ""])
async def test_the_streamer_is_told_each_time_but_not_within_seconds(virtual_clock: VirtualClock, channel: str) -> None:
    async with desk(virtual_clock) as at:
        await at.lose()
        said = []
        for text, after_s in (("hello?", 0), ("anybody?", 4), ("well?", 6), ("and now?", 5)):
            await virtual_clock.advance(after_s)
            said.append(told(await at.perform(OperatorCue(text=text, channel=channel))))

    assert said == [["away"], [], ["away"], []]
