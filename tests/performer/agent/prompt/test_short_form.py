"""The short form: what a small model is told of a moment, and what there is no room for."""

from datetime import UTC, datetime

from performer.agent.persona import load_built_in_persona
from performer.agent.prompt.answer_length import ONE_SENTENCE
from performer.agent.prompt.short_form import (
    MOST_SAID,
    build_conversation_turn,
    build_opening,
    build_reaction,
    build_retry,
)
from performer.core.cues import ChatCue, ChatLine, GameCue, SceneCue, SilenceCue
from performer.core.remembered_conversation import Recollection, RememberedMessage
from performer.core.untrusted_text import Prompt
from performer.models.model import AssistantMessage, SystemMessage, UserMessage

SEEN = "two hearts; a red boss bar, half full; snow; a cave."
SCENE = SceneCue(change=1.0, importance=0.5)


def test_the_persona_and_its_examples_stand_first_as_turns_that_went_before() -> None:
    persona = load_built_in_persona()
    system, *turns = build_opening(persona)

    assert isinstance(system, SystemMessage)
    assert system.text == persona.short
    assert [type(each) for each in turns] == [UserMessage, AssistantMessage] * len(persona.examples)


def test_a_reaction_has_the_first_facts_and_the_last_lines() -> None:
    told = build_reaction(SCENE, SEEN, ["one", "two", "three", "four"], has_picture=False)

    assert "two hearts; a red boss bar, half full" in told
    assert "snow" not in told
    assert "one" not in told
    assert sum(word in told for word in ("two", "three", "four")) >= MOST_SAID


def test_where_there_is_no_room_the_oldest_lines_go_first() -> None:
    told = build_reaction(SCENE, "x" * 120, ["a" * 80, "b" * 80], has_picture=False)

    assert "aaaa" not in told


def test_the_newest_unwanted_lines_stand_first_and_what_was_said_lately_has_the_room_that_is_left() -> None:
    told = build_reaction(SCENE, SEEN, ["said " * 20], ["old", "slimes " * 9, "bats " * 12], has_picture=False)

    first, *rest = told.splitlines()
    assert first.startswith("Nothing like: slimes")
    assert "bats" in first
    assert "old" not in told
    assert len(rest) == 1


def test_a_picture_stands_for_its_facts_and_a_game_says_its_own_words() -> None:
    assert "hearts" not in build_reaction(SilenceCue(idle_s=1.0), SEEN, (), has_picture=True)
    assert "boss down" in build_reaction(GameCue(text="boss down", importance=1.0), "", (), has_picture=False)


def test_of_what_was_said_before_a_second_try_is_told_in_its_last_turn() -> None:
    first = (SystemMessage(text=Prompt("be short")), UserMessage(text=Prompt("What now?")))

    *before, last = build_retry(first, "Mind the gap.")

    assert before == [first[0]]
    assert isinstance(last, UserMessage)
    assert "Mind the gap." in last.text
    assert last.text.endswith("What now?")
    assert build_retry(first[:1], "Mind the gap.") == first[:1]


def test_of_a_line_of_chat_its_author_and_words_are_told() -> None:
    cue = ChatCue(lines=(ChatLine(text="what boss is this?", author="ada"),))

    told = build_conversation_turn(cue, SEEN, Recollection(), ONE_SENTENCE)

    assert "ada" in told
    assert "what boss is this?" in told
    assert "two hearts" in told


def test_what_was_said_before_has_no_lines_without_words() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    said = [RememberedMessage(role="assistant", text=text, at=at) for text in ("Red skies.", "Blue seas.")]
    calls = [RememberedMessage(role="tool", text="", at=at, tool="act", arguments="{}", result="done")] * 4
    before = Recollection(lines=(*said, *calls))

    told = build_conversation_turn(ChatCue(lines=(ChatLine(text="hm?"),)), "", before, ONE_SENTENCE)

    assert told.splitlines()[0] == "Said before: you: Red skies. / you: Blue seas."
