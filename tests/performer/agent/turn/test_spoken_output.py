"""What of a model's words is said: nothing twice, and not too much."""

import pytest

from performer.agent.prompt.scene import Scene
from performer.agent.prompt.settings import SceneSettings
from performer.agent.turn.settings import TurnSettings
from performer.agent.turn.turn import Performer, TurnModels, TurnTools
from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, Cue, OperatorCue, SayCue, SceneCue, ScheduleCue, SilenceCue
from performer.core.events.speech import SentenceBlocked, SpeechStarted
from performer.core.events.stream import Event, EventStream
from performer.core.events.turns import ToolCalled, TurnEnded
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.guard.settings import Judge
from performer.models.model import AssistantMessage, ToolMessage, UserMessage
from performer.tools.hooks.traced import make_trace_hook
from performer.tools.tool import Tool
from performer.tools.toolbox import Toolbox
from tests.performer.agent.turn.performing import Lines, Play, breaks, calls, frame, says, spoken, wave

pytestmark = pytest.mark.anyio

SAID = "A bat, a slime and a bad idea."
NEW = "The candles are lit by nobody."
TWO = TurnSettings(comment_sentences=2)
CHAT = ChatCue(lines=(ChatLine(text="hi"),))
DIRECT = ChatCue(lines=(ChatLine(text="hi", direct=True),))


class Turns:
    """A performer whose lines are heard at once, and all that it states; pictures come when they are shown."""

    def __init__(
        self,
        clock: VirtualClock,
        *plays: Play,
        model: Lines | None = None,
        settings: TurnSettings | None = None,
        judge: Judge | None = None,
    ) -> None:
        self.clock = clock
        self.stream = EventStream(clock)
        self.scene = Scene(clock, self.stream, SceneSettings(), fresh_s=6, new_marker=lambda: "k7f3")
        self.scene.see(frame())
        self.model = model or Lines(*plays)
        self.describes_s = 0.0
        self._reader = self.stream.whole("test")
        self._performer = Performer(
            Runtime(clock, self.stream, Guard(words=["plonk"])),
            settings or TurnSettings(),
            self.scene,
            TurnModels(model=self.model, describe=self._describe, judge=judge),
            TurnTools(box=lambda: Toolbox([Tool.of(wave)], [make_trace_hook(self.stream, clock)])),
        )

    async def perform(self, cue: Cue, turn: int = 2) -> list[Event]:
        await self._performer.perform(turn, cue)
        return [published.event for published in self._reader.taken()]

    def heard(self, *lines: str) -> None:
        """Have lines been heard in a turn before."""
        for line in lines:
            self.stream.publish(SpeechStarted(turn=1, sentence=line, text=line, duration_s=1, audible=True))
        self._reader.taken()

    async def _describe(self, _frame: object, _cue: object) -> str:
        """Put the picture into words, while the next one comes."""
        await self.clock.sleep(self.describes_s)
        self.scene.see(frame(self.clock.now()))
        return "a castle"


def ended(events: list[Event]) -> str:
    last = events[-1]
    assert isinstance(last, TurnEnded)
    return last.reason


def blocked(events: list[Event]) -> list[str]:
    return [event.kind for event in events if isinstance(event, SentenceBlocked)]


async def test_a_line_that_was_said_is_asked_for_once_more(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, says("A bat, a slime, and one bad idea. And ", "more."), says(NEW))
    turns.heard(SAID)

    events = await turns.perform(SceneCue(change=9))

    assert (spoken(events), blocked(events), ended(events)) == ([NEW], ["said before"], "final")
    first, again = turns.model.asked
    assert again.messages[:-1] == first.messages[:-1]
    assert SAID in again.messages[-1].text
    assert again.short == first.short  # small models say again what they are told not to


async def test_a_line_like_one_that_is_unwanted_is_dropped_and_the_model_was_told(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, says(SAID), says(NEW))
    await turns.scene.unwanted.add({"text": SAID})

    events = await turns.perform(SceneCue(change=9))

    assert spoken(events) == [NEW]
    [why] = [event.reason for event in events if isinstance(event, SentenceBlocked)]
    assert why.startswith("like a line of which you want less: ")
    assert f"Nothing like: {SAID}" in turns.model.asked[0].messages[-1].text


async def test_an_answer_that_was_said_is_asked_for_once_more(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, says(SAID), says(NEW))
    turns.heard(SAID)

    events = await turns.perform(ScheduleCue(text="raffle"))

    assert (spoken(events), blocked(events), ended(events)) == ([NEW], ["said before"], "final")
    first, again = turns.model.asked
    assert again.messages[:-1] == first.messages
    told = again.messages[-1]
    assert isinstance(told, UserMessage)
    assert f"already said: «k7f3 {SAID} k7f3»" in told.text


async def test_a_line_that_was_said_comes_to_silence_when_the_second_answer_was_said_too(
    virtual_clock: VirtualClock,
) -> None:
    turns = Turns(virtual_clock, says(SAID), says(SAID))
    turns.heard(SAID)

    events = await turns.perform(SceneCue(change=9))

    assert (spoken(events), ended(events)) == ([], "said before")
    assert blocked(events) == ["said before", "said before"]
    assert SAID not in repr([event for event in events if isinstance(event, SentenceBlocked)])


@pytest.mark.parametrize(("cue", "why"), [(SceneCue(change=9), "said before"), (ScheduleCue(text="raffle"), "final")])
async def test_the_second_answer_may_be_silence(virtual_clock: VirtualClock, cue: Cue, why: str) -> None:
    turns = Turns(virtual_clock, says(SAID), says(""))
    turns.heard(SAID)

    events = await turns.perform(cue)

    assert (spoken(events), ended(events)) == ([], why)


@pytest.mark.parametrize("second", [says(SAID), says(""), says("What a plonk."), breaks()])
@pytest.mark.parametrize("cue", [DIRECT, OperatorCue(text="well?")])
async def test_who_asked_hears_the_same_line_again_where_other_words_were_asked_for_in_vain(
    virtual_clock: VirtualClock, cue: Cue, second: Play
) -> None:
    turns = Turns(virtual_clock, says(SAID), second)
    turns.heard(SAID)

    events = await turns.perform(cue)

    assert spoken(events) == [SAID]
    assert blocked(events)[0] == "said before"
    _, again = turns.model.asked
    assert "Somebody waits for your answer" in again.messages[-1].text


async def test_who_asked_is_answered_in_other_words_where_there_are_some(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, says(SAID), says(NEW))
    turns.heard(SAID)

    assert spoken(await turns.perform(DIRECT)) == [NEW]


async def test_who_asked_hears_all_of_a_second_answer_that_begins_as_one_before(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, says(SAID), says(f"{SAID} {NEW}"))
    turns.heard(SAID)

    assert spoken(await turns.perform(DIRECT)) == [SAID, NEW]


async def test_what_the_turn_itself_let_through_counts_as_said(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, says(SAID, " ", SAID), settings=TWO)

    events = await turns.perform(SceneCue(change=9))

    assert (spoken(events), blocked(events), ended(events)) == ([SAID], ["said before"], "final")


async def test_a_line_that_waits_to_be_heard_counts_as_said(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, says(SAID), says(SAID), says(""))
    await turns.perform(SceneCue(change=9), turn=1)

    assert spoken(await turns.perform(SceneCue(change=9))) == []


async def test_a_sentence_that_goes_on_may_begin_like_another(virtual_clock: VirtualClock) -> None:
    goes_on = "Nobody lit the candles. I shall blame the wind."
    turns = Turns(virtual_clock, says(goes_on), says("I shall knit the king a scarf."), says(""), settings=TWO)
    turns.heard("I shall write a poem about stairs.")

    assert spoken(await turns.perform(SceneCue(change=9))) == ["Nobody lit the candles.", "I shall blame the wind."]
    assert spoken(await turns.perform(SceneCue(change=9), turn=3)) == []


async def test_the_calls_of_a_step_that_repeated_itself_run_once(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, calls("wave", SAID, name="Ann"), calls("wave", NEW, name="Ann"), says(""))
    turns.heard(SAID)

    events = await turns.perform(ScheduleCue(text="raffle"))

    assert spoken(events) == [NEW]
    assert [event.arguments for event in events if isinstance(event, ToolCalled)] == [{"name": "Ann"}]
    *_, repeated, answer, told = turns.model.asked[1].messages
    assert isinstance(repeated, AssistantMessage)
    assert repeated.text == ""
    assert isinstance(answer, ToolMessage)
    assert isinstance(told, UserMessage)
    assert (answer.text, len(turns.model.asked)) == ("«k7f3 waved at Ann k7f3»", 2)


async def test_another_call_of_the_second_answer_runs(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, calls("wave", SAID, name="Ann"), calls("wave", NEW, name="Bob"), says(""))
    turns.heard(SAID)

    events = await turns.perform(ScheduleCue(text="raffle"))

    assert [event.arguments["name"] for event in events if isinstance(event, ToolCalled)] == ["Ann", "Bob"]


async def test_an_answer_may_be_like_another_but_not_the_same(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, says("A bad idea, and a slime, and a bat!"), says(SAID), says(NEW))
    turns.heard(SAID)

    assert spoken(await turns.perform(CHAT)) == ["A bad idea, and a slime, and a bat!"]
    assert spoken(await turns.perform(CHAT, turn=3)) == [NEW]


async def test_the_streamers_own_words_are_said_again(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock)
    turns.heard(SAID)

    assert spoken(await turns.perform(SayCue(text=f"{SAID} {SAID}"))) == [SAID, SAID]


async def test_what_the_guard_dropped_was_not_said(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, says("What a plonk of a bat."), says(""), says("What a plank of a bat."))

    await turns.perform(SceneCue(change=9))

    assert spoken(await turns.perform(SceneCue(change=9), turn=3)) == ["What a plank of a bat."]


@pytest.mark.parametrize(
    ("cue", "most"), [(SceneCue(change=9), 1), (SilenceCue(idle_s=9), 1), (CHAT, 3), (OperatorCue(text="x"), 3)]
)
async def test_comments_are_shorter_than_answers(virtual_clock: VirtualClock, cue: Cue, most: int) -> None:
    lines = ["Owls blink.", "Bats hum.", "Snow falls.", "Doors sulk.", "Ghosts knit.", "Kings snore.", "Mice argue."]
    turns = Turns(virtual_clock, says(" ".join(lines)))

    events = await turns.perform(cue)

    assert spoken(events) == lines[:most]
    assert set(blocked(events)) == {"length"}


@pytest.mark.parametrize(
    ("cue", "allowed", "begins_early"),
    [(CHAT, True, True), (CHAT, False, False), (SceneCue(change=9), True, False)],
)
async def test_only_an_answer_may_begin_at_its_first_comma_and_only_if_allowed(
    virtual_clock: VirtualClock, cue: Cue, allowed: bool, begins_early: bool
) -> None:
    line = "The lanterns were never lit at all, and the bats know."
    turns = Turns(virtual_clock, says(line), settings=TurnSettings(first_clause=allowed))

    said = spoken(await turns.perform(cue))

    assert (said != [line]) == begins_early
    assert " ".join(said) == line
