"""Where an answer is written and where it is spoken: code, lists and paragraphs are for the eye, words for the ear."""

import pytest

from performer.agent.turn.settings import TurnSettings
from performer.core.clock import VirtualClock
from performer.core.cues import ChatCue, ChatLine, Cue, OperatorCue
from performer.core.events.speech import SentenceBlocked, SentenceReady, SentenceWritten
from performer.core.events.stream import Event
from performer.core.prompt_files import load_prompt_lines
from tests.performer.agent.turn.performing import Lines, kinds, perform, says, spoken

pytestmark = pytest.mark.anyio

HELLO = "Hi Ann!\n\n1. Save this.\n2. Run it.\n\n```python\nif True:\n    print('hello')\n```\n\nHave **fun**!"
OFF_STAGE, ON_STAGE = "discord:1", "discord:9"


def asked_in(channel: str) -> ChatCue:
    return ChatCue(lines=(ChatLine(text="show me a hello world", channel=channel, direct=True),))


async def answered(clock: VirtualClock, text: str, channel: str = OFF_STAGE, **how: int) -> list[Event]:
    settings = TurnSettings.model_validate(how)
    spoken_in = ("console", ON_STAGE)
    return await perform(
        clock, Lines(says(text)), asked_in(channel), settings=settings, spoken_in=spoken_in, words=["plonk"]
    )


def written(events: list[Event]) -> str:
    return "".join(event.gap + event.text for event in events if isinstance(event, SentenceWritten))[1:]


async def test_a_written_answer_keeps_its_code_its_lists_and_its_paragraphs(virtual_clock: VirtualClock) -> None:
    events = await answered(virtual_clock, HELLO)

    assert written(events) == HELLO
    assert spoken(events) == []


async def test_an_answer_that_is_spoken_too_is_written_whole_and_tells_where_the_code_is(
    virtual_clock: VirtualClock,
) -> None:
    events = await answered(virtual_clock, HELLO, ON_STAGE, sentences=5)

    assert written(events) == HELLO
    *words, of_code, last = spoken(events)
    assert words == ["Hi Ann!", "1. Save this.", "2. Run it."]
    assert of_code in load_prompt_lines("written/code")
    assert last == "Have **fun**!"
    assert all(each.only_spoken for each in events if isinstance(each, SentenceReady))


async def test_where_the_code_is_is_told_once_a_turn_and_after_the_limit_of_words_too(
    virtual_clock: VirtualClock,
) -> None:
    code = "```py\nx = 1\n```"

    events = await answered(virtual_clock, f"One. Two.\n{code}\nThree.\n{code}\nFour.", ON_STAGE, sentences=2)

    one, two, of_code = spoken(events)
    assert (one, two) == ("One.", "Two.")
    assert of_code in load_prompt_lines("written/code")
    assert written(events).count(code) == 2


async def test_what_only_the_eye_can_use_is_written_and_not_spoken(virtual_clock: VirtualClock) -> None:
    events = await answered(
        virtual_clock, "# Steps\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nThat is all.", ON_STAGE, sentences=5
    )

    assert written(events).startswith("# Steps\n\n| a | b |\n|---|---|")
    assert "That is all." in spoken(events)
    assert not any("|---" in each for each in spoken(events))


async def test_a_quotation_keeps_its_quotes_in_writing_and_is_heard_too(virtual_clock: VirtualClock) -> None:
    quotation = '"To be, or not to be."'

    events = await answered(virtual_clock, quotation, ON_STAGE)

    assert (written(events), spoken(events)) == (quotation, [quotation])


async def test_in_the_terminal_code_is_shown_and_nothing_else_written(
    virtual_clock: VirtualClock,
) -> None:
    code = "```py\nx = 1\n```"
    cue = OperatorCue(text="a hello world", channel="console")

    events = await perform(virtual_clock, Lines(says(f"Sure. With joy. It prints.\n{code}\nHave fun.")), cue)

    assert written(events).strip() == code
    *said, of_code = spoken(events)
    assert said == ["Sure.", "With joy.", "It prints."]
    assert of_code in load_prompt_lines("written/code")


@pytest.mark.parametrize("items", ["- one\n- two\n", "* one\n* two\n", "1) one\n2) two\n"])
async def test_in_the_terminal_a_list_and_the_sentence_before_it_are_heard(
    virtual_clock: VirtualClock, items: str
) -> None:
    cue = OperatorCue(text="a hello world", channel="console")
    answer = f"Here it is:\n```py\nx = 1\n```\n{items}That is all."

    events = await perform(virtual_clock, Lines(says(answer)), cue, settings=TurnSettings(sentences=5))

    first, of_code, *others = spoken(events)
    assert of_code in load_prompt_lines("written/code")
    assert [first, *others] == ["Here it is.", "one", "two", "That is all."]


async def test_a_sentence_before_a_list_is_written_and_heard(virtual_clock: VirtualClock) -> None:
    text = "Take these:\n\n- a shield\n- a sword"

    events = await answered(virtual_clock, text, ON_STAGE, sentences=5)

    assert written(events) == text
    assert spoken(events) == ["Take these:", "- a shield", "- a sword"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("😀 😀\n\n🎉 🎉\n\n🔥\n\nYou won by a mile. ", ["You won by a mile."]),
        ("# Owls\n## Size\n### Snow\nThe snowy owl is large. ", ["The snowy owl is large."]),
        ("| rank | owl |\n|---|---|\n| 1 | snowy |\n\nThe snowy owl is large. ", ["The snowy owl is large."]),
    ],
)
async def test_in_the_terminal_what_nobody_hears_takes_no_sentences_place(
    virtual_clock: VirtualClock, text: str, said: list[str]
) -> None:
    events = await perform(virtual_clock, Lines(says(text)), OperatorCue(text="which is it?", channel="console"))

    assert spoken(events) == said


@pytest.mark.parametrize(
    ("cue", "long", "short"),
    [
        (asked_in(OFF_STAGE), "in writing, briefly", "in one sentence."),
        (asked_in(ON_STAGE), "in writing, briefly", "in at most 4 sentences."),
        (
            OperatorCue(text="hi", channel="console"),
            "in at most 4 sentences.",
            "in at most 4 sentences.",
        ),
        (OperatorCue(text="hi"), "in at most 4 sentences.", "in at most 4 sentences."),
    ],
)
async def test_a_prompt_asks_for_as_much_as_goes_out(
    virtual_clock: VirtualClock, cue: Cue, long: str, short: str
) -> None:
    model = Lines(says("Hi."))

    await perform(virtual_clock, model, cue, settings=TurnSettings(sentences=6), spoken_in=("console", ON_STAGE))

    [asked] = model.asked
    assert long in asked.messages[-1].text
    assert asked.short[-1].text.endswith(short)


async def test_code_is_neither_spoken_nor_promised_where_nobody_reads(virtual_clock: VirtualClock) -> None:
    events = await perform(virtual_clock, Lines(says(HELLO), says("Never asked.")), OperatorCue(text="a hello world"))

    assert "SentenceWritten" not in kinds(events)
    assert not any("code" in each or "print" in each for each in spoken(events))


@pytest.mark.parametrize("code", ["say('plonk')", "say('pl\nonk')"])
async def test_code_that_the_guard_stops_is_nowhere_and_is_not_told_of(virtual_clock: VirtualClock, code: str) -> None:
    events = await answered(virtual_clock, f"Here.\n```py\n{code}\n```\nDone.", ON_STAGE)

    assert written(events) == "Here.\nDone."
    assert spoken(events) == ["Here.", "Done."]
    assert [event.kind for event in events if isinstance(event, SentenceBlocked)] == ["guard"]


async def test_a_step_of_a_list_may_be_the_same_as_another(virtual_clock: VirtualClock) -> None:
    steps = "Do this twice:\n1. Press the big red button now.\n2. Press the big red button now."

    assert written(await answered(virtual_clock, steps)) == steps


async def test_a_block_of_code_counts_as_one_sentence(virtual_clock: VirtualClock) -> None:
    block = "```py\n" + "x = 1\n" * 20 + "```"

    assert written(await answered(virtual_clock, f"One.\n{block}\nThree. Four.", written_sentences=3)) == (
        f"One.\n{block}\nThree."
    )


async def test_a_written_answer_has_room_for_code(virtual_clock: VirtualClock) -> None:
    written_to, spoken_to = Lines(says("Hi.")), Lines(says("Hi."))

    await perform(virtual_clock, written_to, asked_in(OFF_STAGE), settings=TurnSettings(written_tokens=900))
    await perform(virtual_clock, spoken_to, OperatorCue(text="hi"))

    assert (written_to.asked[0].room, spoken_to.asked[0].room) == (900, None)
