"""A reaction: one short request, one line, a gesture that nobody waits for."""

from dataclasses import replace

import anyio
import pytest

from performer.agent.turn.reaction import is_reaction
from performer.agent.turn.settings import TurnSettings
from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, Cue, GameCue, OperatorCue, SceneCue, ScheduleCue, SilenceCue
from performer.core.events.speech import SentenceBlocked
from performer.core.events.stream import Event
from performer.core.events.turns import StepEnded, ToolCalled, TurnEnded
from performer.models.load.line_time import LineTime
from performer.models.model import FinalAnswer, OnText, Step, StepRequest, Usage
from performer.tools.result import TextPart, make_own_text
from performer.tools.tool import Tool
from tests.performer.agent.turn.performing import Lines, Play, called, calls, kinds, perform, reason, says, spoken
from tests.performer.agent.turn.test_spoken_output import Turns

pytestmark = pytest.mark.anyio
SCENE = SceneCue(change=9)
LINE = "That castle has seen better days."


async def show_emote(name: str) -> TextPart:
    """Pop an emote up."""
    return make_own_text(f"{name} is up")


async def find_out(name: str) -> str:
    """Find out."""
    return f"all about {name}"


def tools() -> list[Tool]:
    emotes = Tool.of(show_emote, choices={"name": ("laugh", "skull", "party")}, answers_as_ours=True, tells=False)
    return [emotes, Tool.of(find_out)]


def talks(text: str) -> Play:
    """Say it as a model that only talks."""

    def play(on_text: OnText) -> Step:
        on_text(text)
        return FinalAnswer(text=text, usage=Usage(mode="talk"))

    return play


@pytest.mark.parametrize(
    ("cue", "reacts"),
    [
        (SCENE, True),
        (SilenceCue(idle_s=60), True),
        (GameCue(text="boss"), True),
        (OperatorCue(), True),
        (OperatorCue(text="Who won?"), False),
        (ChatCue(lines=(ChatLine(text="hi"),)), False),
        (ScheduleCue(text="the raffle"), False),
    ],
)
async def test_what_nobody_asked_in_words_is_a_reaction(cue: Cue, reacts: bool) -> None:
    assert is_reaction(cue) is reacts


async def test_a_reaction_is_one_short_request_with_gestures_alone(virtual_clock: VirtualClock) -> None:
    model = Lines(says(LINE))

    events = await perform(virtual_clock, model, SCENE, tools=tools)

    assert (spoken(events), reason(events)) == ([LINE], ("final", 1))
    asked = model.asked[0]
    assert (asked.phase, [tool.name for tool in asked.tools]) == ("react", ["show_emote"])
    assert sum(len(message.text.split()) for message in asked.messages) < 120


async def test_a_gesture_that_worked_is_never_asked_about(virtual_clock: VirtualClock) -> None:
    model = Lines(calls("show_emote", LINE, name="skull"), says("Never asked."))

    events = await perform(virtual_clock, model, SCENE, tools=tools)

    assert (spoken(events), reason(events)) == ([LINE], ("final", 1))
    assert called(events) == ["show_emote"]


async def test_who_only_made_a_gesture_is_asked_once_more_for_the_line(virtual_clock: VirtualClock) -> None:
    model = Lines(calls("show_emote", name="skull"), says(LINE))

    events = await perform(virtual_clock, model, SCENE, tools=tools)

    assert called(events) == ["show_emote"]
    assert (spoken(events), reason(events)) == ([LINE], ("final", 2))
    assert model.asked[1].tools == ()


async def test_a_gesture_of_a_line_that_was_kept_back_is_let_go(virtual_clock: VirtualClock) -> None:
    model = Lines(calls("show_emote", "As an AI language model, I cannot see.", name="skull"), says(""))

    events = await perform(virtual_clock, model, SCENE, tools=tools)

    assert "ToolCalled" not in kinds(events)


async def test_a_line_of_who_stands_in_is_not_too_old_for_the_picture(virtual_clock: VirtualClock) -> None:
    class StandsIn(Lines):
        async def step(self, request: StepRequest, on_text: OnText) -> Step:
            await virtual_clock.sleep(8)
            request.taken_over()
            return await super().step(request, on_text)

    events: list[Event] = []

    async def play() -> None:
        events.extend(await perform(virtual_clock, StandsIn(says(LINE)), SCENE))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(play)
        await virtual_clock.advance(10)

    assert spoken(events) == [LINE]


async def test_for_a_model_that_only_talks_the_performer_thinks_of_the_gesture(virtual_clock: VirtualClock) -> None:
    events = await perform(virtual_clock, Lines(talks("We won, what a victory!")), SCENE, tools=tools)

    made = [event for event in events if isinstance(event, ToolCalled)]
    assert [(event.tool, event.arguments) for event in made] == [("show_emote", {"name": "party"})]
    assert isinstance(events[-1], TurnEnded)


async def test_a_gesture_is_read_from_a_line_in_the_language_that_is_spoken(virtual_clock: VirtualClock) -> None:
    line = talks("Gewonnen, was für ein Sieg!")

    shown = [await perform(virtual_clock, Lines(line), SCENE, tools=tools, language=code) for code in ("de", "en")]

    made = [[event.arguments for event in events if isinstance(event, ToolCalled)] for events in shown]
    assert made == [[{"name": "party"}], []]


async def test_one_line_is_enough_and_the_model_is_told_so(virtual_clock: VirtualClock) -> None:
    class Rambling(Lines):
        async def step(self, request: StepRequest, on_text: OnText) -> Step:
            said = ""
            while not request.enough() and len(said) < 400:
                said += "The bridge fell again. "
                on_text("The bridge fell again. ")
            return FinalAnswer(text=said)

    events = await perform(virtual_clock, Rambling(), SCENE)

    assert spoken(events) == ["The bridge fell again."]
    assert not [event for event in events if isinstance(event, SentenceBlocked)]


async def test_a_line_that_no_performer_would_say_is_asked_for_once_more(virtual_clock: VirtualClock) -> None:
    model = Lines(says("As an AI language model, I cannot see the screen."), says(LINE), says("Never asked."))

    events = await perform(virtual_clock, model, SCENE)

    blocked = [event for event in events if isinstance(event, SentenceBlocked)]
    assert [(event.kind, event.reason.partition(":")[0]) for event in blocked] in (
        [("unspeakable", "refusal")],
        [("unspeakable", "meta")],
    )
    assert (spoken(events), reason(events)) == ([LINE], ("final", 2))


async def test_it_is_not_asked_for_a_third_time(virtual_clock: VirtualClock) -> None:
    bad = says("As an AI language model, I cannot see the screen.")

    events = await perform(virtual_clock, Lines(bad, bad, says("Never asked.")), SCENE)

    assert (spoken(events), reason(events)) == ([], ("nothing that may be said", 2))


async def test_it_is_not_asked_again_when_the_picture_would_be_too_old(virtual_clock: VirtualClock) -> None:
    class Slow(Lines):
        async def step(self, request: StepRequest, on_text: OnText) -> Step:
            await virtual_clock.sleep(3.5)
            return await super().step(request, on_text)

    model = Slow(says("As an AI language model, I cannot see the screen."), says("Never asked."))
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(perform, virtual_clock, model, SCENE)
        await virtual_clock.advance(10)

    assert len(model.asked) == 1


async def test_an_example_is_not_recited(virtual_clock: VirtualClock) -> None:
    events = await perform(virtual_clock, Lines(says("The cake left before the guests did."), says(LINE)), SCENE)

    assert spoken(events) == [LINE]


@pytest.mark.parametrize(
    "echo",
    [
        'You see a cake sliding off the table and text "SORRY".',
        "You see a piano on a raft.",
        "An umbrella is in the washing machine.",
        "The cake left before the guests did.",
    ],
)
async def test_an_answer_recites_neither_an_example_nor_what_was_seen_in_it(
    virtual_clock: VirtualClock, echo: str
) -> None:
    model = Lines(talks(echo), talks(LINE), sees=False)

    events = await perform(virtual_clock, model, OperatorCue(text="What do you see on the screen?"))

    assert spoken(events) == [LINE]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("My cake slid off the table.", "Your cake slid right off your table?"),
        ("I put the umbrella in the washing machine.", "So your umbrella is in a washing machine."),
        ("Did you break it?", "Sorry!"),
        ("What do you see?", "Text on a table."),
    ],
)
async def test_an_answer_may_speak_of_what_was_asked_about_and_of_what_is_common(
    virtual_clock: VirtualClock, asked: str, answer: str
) -> None:
    events = await perform(virtual_clock, Lines(talks(answer), sees=False), OperatorCue(text=asked))

    assert spoken(events) == [answer]


@pytest.mark.parametrize("seen", ["a castle", "a castle with an umbrella"])
async def test_a_thing_of_an_example_is_spoken_of_only_where_there_is_one(
    virtual_clock: VirtualClock, seen: str
) -> None:
    line = "The umbrella flew over the castle."

    events = await perform(virtual_clock, Lines(says(line), says(LINE), sees=False), SCENE, seen=seen)

    assert spoken(events) == ([line] if "umbrella" in seen else [LINE])


async def test_silence_is_an_answer(virtual_clock: VirtualClock) -> None:
    events = await perform(virtual_clock, Lines(says("")), SCENE)

    assert (spoken(events), reason(events)) == ([], ("final", 1))
    assert [event.kind for event in events if isinstance(event, StepEnded)] == ["silence"]


async def test_a_conversation_goes_on_for_news_and_not_for_gestures(virtual_clock: VirtualClock) -> None:
    asked = OperatorCue(text="Who won?")
    for_news = Lines(calls("find_out", "Let me look.", name="it"), says("The red team did."))
    for_show = Lines(calls("show_emote", "I cannot tell.", name="skull"), says("Never asked."))

    news = await perform(virtual_clock, for_news, asked, tools=tools)
    show = await perform(virtual_clock, for_show, asked, tools=tools)

    assert (spoken(news)[-1], reason(news)) == ("The red team did.", ("final", 2))
    assert (spoken(show), reason(show)) == (["I cannot tell."], ("final", 1))


async def test_who_only_made_a_gesture_is_asked_once_for_a_few_words(virtual_clock: VirtualClock) -> None:
    gestures = [calls("show_emote", name=name) for name in ("skull", "laugh")]
    model = Lines(gestures[0], says("Nobody did."))

    events = await perform(virtual_clock, model, OperatorCue(text="Who won?"), tools=tools)

    assert (spoken(events), reason(events)) == (["Nobody did."], ("final", 2))
    last = model.asked[1]
    assert (last.phase, last.tools, last.tokens) == ("write", (), 60)


async def test_an_answer_that_no_performer_would_give_is_asked_for_once_more_in_few_words(
    virtual_clock: VirtualClock,
) -> None:
    bad = talks("As an AI language model, I cannot see the screen.")
    better, worse = Lines(bad, talks("Nobody did.")), Lines(bad, bad, talks("Never asked."))

    good = await perform(virtual_clock, better, OperatorCue(text="Who won?"))
    none = await perform(virtual_clock, worse, OperatorCue(text="Who won?"))

    assert (spoken(good), reason(good)) == (["Nobody did."], ("final", 2))
    assert (spoken(none), reason(none)) == ([], ("nothing that may be said", 2))
    assert (better.asked[1].phase, better.asked[1].tools, better.asked[1].tokens) == ("free", (), 60)
    assert better.asked[1].short == better.asked[0].short


async def test_a_conversation_brings_the_short_form_for_a_model_that_only_talks(virtual_clock: VirtualClock) -> None:
    model = Lines(says("Hello Ann."))

    await perform(virtual_clock, model, ChatCue(lines=(ChatLine(text='say "hi"', author="Ann", direct=True),)))

    asked = model.asked[0]
    assert "k7f3" in asked.messages[-1].text
    assert "k7f3" not in "".join(message.text for message in asked.short)
    assert asked.short[-1].text.endswith("In chat, Ann says: \"say 'hi'\" Answer Ann in one sentence.")


async def test_how_many_sentences_a_comment_may_have_can_be_set(virtual_clock: VirtualClock) -> None:
    two = replace(SCENE)
    settings = TurnSettings(comment_sentences=2)

    events = await perform(
        virtual_clock, Lines(says("The door is open. The key was never needed.")), two, settings=settings
    )

    assert len(spoken(events)) == 2


async def test_what_was_said_before_is_told_again_to_all_but_a_model_that_only_talks(
    virtual_clock: VirtualClock,
) -> None:
    turns = Turns(virtual_clock, says(LINE), says("A moat with no water is just a view."))
    turns.heard(LINE)

    events = await turns.perform(SCENE)

    assert spoken(events) == ["A moat with no water is just a view."]
    again = turns.model.asked[1]
    assert again.messages[-1].text.startswith(f"You said lately: {LINE}\n")
    assert again.short[-1].text == turns.model.asked[0].short[-1].text


async def test_the_streamers_wish_for_a_reaction_is_one_line_too(virtual_clock: VirtualClock) -> None:
    events = await perform(virtual_clock, Lines(says("The door is open. The key was never needed.")), OperatorCue())

    assert spoken(events) == ["The door is open."]


async def test_a_slow_model_is_asked_for_a_short_line(virtual_clock: VirtualClock) -> None:
    slow, quick = LineTime(lambda: 9.0), LineTime(lambda: 1.0)
    asked = list[bool]()
    for line_time in (slow, quick):
        model = Lines(says(LINE))
        await perform(virtual_clock, model, SCENE, line_time=line_time)
        asked.append(model.asked[0].is_brief)

    assert asked == [True, False]


async def test_an_answer_of_a_slow_model_has_two_sentences_at_most(virtual_clock: VirtualClock) -> None:
    model = Lines(says("One owl. Two foxes. Three badgers."))

    events = await perform(virtual_clock, model, OperatorCue(text="Count."), line_time=LineTime(lambda: 9.0))

    assert spoken(events) == ["One owl.", "Two foxes."]
