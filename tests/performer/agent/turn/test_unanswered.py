"""A question that no model answers: who asked is told so in the performer's own words, and answered once it can be."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest

from performer.agent.prompt.scene import Scene, SceneSettings
from performer.agent.queue.inbox import CueInbox, DirectorSettings
from performer.agent.turn.turn import Performer, TurnModels, TurnSettings, TurnTools
from performer.agent.turn.unanswered import LATE_S, UnansweredQuestions
from performer.core.clock import VirtualClock
from performer.core.cues import AnswerCue, ChatCue, ChatLine, Cue, OperatorCue, SceneCue
from performer.core.errors import ServiceError, ToolFailedError, ToolRefusedError
from performer.core.events.speech import SentenceReady, SentenceWritten
from performer.core.events.stream import Event
from performer.core.events.turns import CueDropped, TurnEnded
from performer.core.prompt_files import load_prompt_lines
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.models.load.line_time import LineTime
from performer.models.settings import UnderstudyPolicy
from performer.tools.tool import Tool
from performer.tools.toolbox import Toolbox
from tests.performer.agent.turn.performing import Lines, calls, says, wave
from tests.performer.models.selection.test_lead import GONE, House

pytestmark = pytest.mark.anyio


def ask(
    text: str = "are you there?",
    *,
    channel: str = "discord:1",
    number: str = "7",
    at_s: float = 0.0,
    author: str = "viewer",
) -> ChatCue:
    line = ChatLine(text=text, channel=channel, message=number, direct=True, at_s=at_s, author=author)
    return ChatCue(lines=(line,))


class Desk:
    """A performer whose brain comes and goes, with an inbox from which nobody takes."""

    def __init__(self, clock: VirtualClock, policy: UnderstudyPolicy = "auto", usual_s: float | None = None) -> None:
        self.clock = clock
        self.house = House(clock, policy)
        self.stream = self.house.events
        self.inbox = CueInbox(self.stream, DirectorSettings())
        self.house.star.hold, self.house.star.ends = anyio.Event(), "Ta-da!"
        self.house.star.hold.set()
        self.tools: list[Tool] = []
        self._turns = 0
        self._usual_s = usual_s
        self._performer: Performer | None = None

    async def perform(self, cue: Cue, model: Lines | None = None, within_s: float = 0.0) -> list[Event]:
        """Perform a turn, and return what it stated within so many seconds."""
        self._turns += 1
        with self.stream.whole("turn") as reader:
            async with anyio.create_task_group() as group:
                group.start_soon(self.performer(model).perform, self._turns, cue)
                await self.clock.advance(within_s)
            return [published.event for published in reader.taken()]

    def performer(self, model: Lines | None = None) -> Performer:
        """Make a performer of its own for a model of one turn, else return the show's."""
        if model is None and self._performer:
            return self._performer
        models = TurnModels(
            model=model or self.house.lead,
            describe=self._describe,
            line_time=LineTime(lambda: self._usual_s),
            brain=self.house.lead,
        )
        self._performer = Performer(
            Runtime(self.clock, self.stream, Guard(words=["plonk"])),
            TurnSettings(),
            Scene(self.clock, self.stream, SceneSettings(), fresh_s=6),
            models,
            TurnTools(box=lambda: Toolbox(self.tools)),
            is_spoken=lambda channel: not channel.startswith("discord"),
            inbox=self.inbox,
        )
        return self._performer

    @property
    def questions(self) -> UnansweredQuestions:
        """What the show's performer has to be run beside it."""
        questions = self.performer().unanswered
        assert questions is not None
        return questions

    async def lose(self) -> None:
        """Have the brain be there no more."""
        await self.house.fail()
        self.house.absent = GONE

    async def _describe(self, _frame: object, _cue: object) -> str:
        return "a castle"


@asynccontextmanager
async def desk(
    clock: VirtualClock, policy: UnderstudyPolicy = "auto", usual_s: float | None = None
) -> AsyncIterator[Desk]:
    """Give a desk whose brain is there."""
    made = Desk(clock, policy, usual_s)
    async with anyio.create_task_group() as group:
        await group.start(made.house.lead.run)
        await group.start(made.questions.run)
        await clock.advance(0)
        yield made
        group.cancel_scope.cancel()


def told(events: list[Event]) -> list[str]:
    """Name the files of the sentences that were said, or the sentences that are in none."""
    said = [event.text for event in events if isinstance(event, SentenceReady | SentenceWritten)]
    names = ("away", "missing", "missing-typed", "late", "lost", "failed", "nothing")
    files = {line: name for name in names for line in load_prompt_lines(f"unanswered/{name}")}
    return [files.get(text, text) for text in said]


def ended(events: list[Event]) -> TurnEnded:
    assert isinstance(events[-1], TurnEnded)
    return events[-1]


def texts(inbox: CueInbox) -> list[list[str]]:
    return [[line.text for line in cue.lines] for cue in inbox.waiting() if isinstance(cue, ChatCue)]


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


@pytest.mark.parametrize(("usual_s", "late_s"), [(None, LATE_S), (0.5, LATE_S), (4.0, 12.0)])
async def test_a_brain_that_is_late_is_excused_before_it_answers(
    virtual_clock: VirtualClock, usual_s: float | None, late_s: float
) -> None:
    async with desk(virtual_clock, usual_s=usual_s) as at:
        hold = at.house.star.hold = anyio.Event()
        with at.stream.whole("all", SentenceWritten) as reader:
            async with anyio.create_task_group() as group:
                group.start_soon(at.perform, ask(), None, late_s - 0.1)
                await virtual_clock.advance(late_s - 0.1)
                before = [published.event for published in reader.taken()]
                await virtual_clock.advance(0.1)
                late = [published.event for published in reader.taken()]
                hold.set()
            answer = [published.event for published in reader.taken()]

    assert (before, told(late), told(answer)) == ([], ["late"], ["Ta-da!"])


async def test_a_brain_that_is_as_slow_as_usual_is_not_excused_again(virtual_clock: VirtualClock) -> None:
    async with desk(virtual_clock) as at:
        told_by_turn = []
        for number in range(2):
            hold = at.house.star.hold = anyio.Event()
            with at.stream.whole("all", SentenceWritten) as reader:
                async with anyio.create_task_group() as group:
                    group.start_soon(at.perform, ask(channel=f"discord:{number}", at_s=number * 5.0), None, 5.0)
                    await virtual_clock.advance(5)
                    hold.set()
                told_by_turn.append(told([published.event for published in reader.taken()]))

    assert told_by_turn == [["late", "Ta-da!"], ["Ta-da!"]]


@pytest.mark.parametrize(
    "asked",
    [
        ask(at_s=6),
        OperatorCue(text="well?", at_s=6),
        ChatCue(lines=(ChatLine(text="lol", channel="discord:1"), *ask(at_s=6).lines)),
    ],
)
@pytest.mark.parametrize(("begins_s", "late_s"), [(7, 9), (9, 9), (20, 20)])
async def test_a_question_that_waited_behind_a_turn_is_late_from_when_it_was_asked(
    virtual_clock: VirtualClock, asked: Cue, begins_s: float, late_s: float
) -> None:
    async with desk(virtual_clock) as at:
        await virtual_clock.advance(begins_s)
        hold = at.house.star.hold = anyio.Event()
        said_s: list[float] = []
        async with anyio.create_task_group() as group:
            with at.stream.whole("all", SentenceReady, SentenceWritten) as reader:
                group.start_soon(at.perform, asked, None, 5.0)
                await virtual_clock.advance(5)
                said_s += [published.t for published in reader.taken()]
            hold.set()

    assert said_s == [late_s]


@pytest.mark.parametrize("asked", [ask(), OperatorCue(text="well?", id="k")])
async def test_who_was_promised_an_answer_is_not_told_at_once_that_it_is_late(
    virtual_clock: VirtualClock, asked: Cue
) -> None:
    async with desk(virtual_clock) as at:
        await at.lose()
        await at.perform(asked)
        at.house.absent = None
        await virtual_clock.advance(20)
        [again] = at.inbox.waiting()
        hold = at.house.star.hold = anyio.Event()
        async with anyio.create_task_group() as group:
            with at.stream.whole("all", SentenceReady, SentenceWritten) as reader:
                group.start_soon(at.perform, again, None, LATE_S - 0.1)
                await virtual_clock.advance(LATE_S - 0.1)
                said = [published.event for published in reader.taken()]
            hold.set()

    assert told(said) == []


@pytest.mark.parametrize("gone", [GONE, None])
async def test_a_slow_brain_whose_server_says_nothing_is_excused_in_time_all_the_same(
    virtual_clock: VirtualClock, gone: ServiceError | None
) -> None:
    async with desk(virtual_clock, usual_s=4.0) as at:
        hold = at.house.star.hold = anyio.Event()
        at.house.absent, at.house.answers = gone, None if gone else hold
        async with anyio.create_task_group() as group:
            with at.stream.whole("all", SentenceWritten) as reader:
                group.start_soon(at.perform, ask(), None, LATE_S)
                await virtual_clock.advance(LATE_S)
                said = [published.event for published in reader.taken()]
            hold.set()

    assert told(said) == ["late"]


async def test_who_was_told_that_the_brain_is_late_is_told_all_the_same_that_it_is_gone(
    virtual_clock: VirtualClock,
) -> None:
    async with desk(virtual_clock) as at:
        hold = at.house.star.hold = anyio.Event()
        await at.perform(ask(), within_s=45)
        hold.set()
        await at.lose()

        assert told(await at.perform(ask())) == ["away"]


async def test_a_brain_that_answers_in_time_is_not_excused(virtual_clock: VirtualClock) -> None:
    async with desk(virtual_clock) as at:
        at.house.star.hold, at.house.star.begins = anyio.Event(), "Well"
        async with anyio.create_task_group() as group:
            group.start_soon(at.perform, ask(), None, 9.0)
            await virtual_clock.advance(9)
            at.house.star.hold.set()

        assert not at.questions._told_s


async def test_a_turn_that_took_too_long_ends_with_a_word(virtual_clock: VirtualClock) -> None:
    async with desk(virtual_clock) as at:
        at.house.star.hold = anyio.Event()
        events = await at.perform(ask(), within_s=45)

        assert (told(events), ended(events).reason) == (["late", "lost"], "deadline")
        assert not at.inbox.has_held


@pytest.mark.parametrize("silence", ["", "What a plonk.", "As an AI language model, I can't see that."])
async def test_a_brain_that_finds_no_words_is_asked_at_most_twice_and_then_excused(
    virtual_clock: VirtualClock, silence: str
) -> None:
    model = Lines(says(silence), says(silence))
    async with desk(virtual_clock) as at:
        events = await at.perform(ask(), model)

    assert told(events) == ["nothing"]
    assert len(model.asked) <= 2


async def look() -> str:
    """Look into the zoo."""
    raise ToolFailedError("No such file: '/home/ann/zoo/animals.csv'")


async def refuse() -> str:
    """Do nothing."""
    raise ToolRefusedError("not now")


async def test_a_call_that_was_refused_is_no_answer(virtual_clock: VirtualClock) -> None:
    async with desk(virtual_clock) as at:
        at.tools = [Tool.of(refuse)]
        refused = await at.perform(ask(), Lines(calls("refuse"), says("")))

    assert told(refused) == ["nothing"]


async def test_a_tool_that_failed_is_told_where_the_model_finds_no_words_for_it(virtual_clock: VirtualClock) -> None:
    async with desk(virtual_clock) as at:
        at.tools = [Tool.of(look), Tool.of(wave)]
        failed = await at.perform(ask(), Lines(calls("look"), says("")))
        spoken = await at.perform(ask(), Lines(calls("look"), says("The zoo is shut.")))
        worked = await at.perform(ask(), Lines(calls("look"), calls("wave", name="Ann"), says("")))

    assert (told(failed), told(spoken), told(worked)) == (["failed"], ["The zoo is shut."], [])
