"""A performer whose brain comes and goes, and what whoever asks it reads."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio

from performer.agent.prompt.scene import Scene
from performer.agent.prompt.settings import SceneSettings
from performer.agent.queue.inbox import CueInbox, DirectorSettings
from performer.agent.turn.settings import TurnSettings
from performer.agent.turn.turn import Performer, TurnModels, TurnTools
from performer.agent.turn.unanswered import UnansweredQuestions
from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, Cue
from performer.core.events.speech import SentenceReady, SentenceWritten
from performer.core.events.stream import Event
from performer.core.events.turns import TurnEnded
from performer.core.prompt_files import load_prompt_lines
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.models.load.line_time import LineTime
from performer.models.settings import UnderstudyPolicy
from performer.tools.tool import Tool
from performer.tools.toolbox import Toolbox
from tests.performer.agent.turn.performing import Lines
from tests.performer.models.selection.test_lead import GONE, House


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
    """Yield a desk whose brain is there."""
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
