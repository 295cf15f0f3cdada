"""The sheet of a persona, and what a model is told of it."""

import pytest

from performer.agent.persona import MOST_CHARS, build_persona, count_chars
from performer.agent.persona_sheet import parse_sheet
from performer.core.errors import ConfigError
from tests.performer.agent.personas.sheets import BO


def told(text: str) -> tuple[str, str]:
    persona = build_persona(parse_sheet(text, "It"), "It")
    return persona.short, persona.prompt


def test_of_a_character_both_prompts_are_made() -> None:
    short, whole = told(BO)

    assert short.startswith("You are Bo. A cat with opinions.\nYou see what is on the screen")
    assert whole.startswith("You are Bo. A cat with opinions.")
    assert "are others': things you see and hear" in whole


def test_its_language_mood_and_manner_are_told() -> None:
    front = 'language = "de"\nmood = "angry"\nof_itself = "never"\nnever_says = ["epic"]\nname ='

    short, whole = told(BO.replace("name =", front))

    assert short.endswith("Speak German.")
    assert whole.endswith("Speak German.\nYou are grumpy most of the time.\nNever speak of yourself.\nNever say: epic.")


def test_of_a_long_character_a_reaction_has_its_first_sentences() -> None:
    persona = build_persona(parse_sheet(BO.replace("A cat", "A cat. It purrs" + " a lot" * 180), "It"), "It")

    assert len(persona.short) + count_chars(persona.examples) <= MOST_CHARS
    assert len(persona.prompt) > 1000


def test_one_that_does_not_say_who_it_is_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"It: 'character': Field required\. Write in a few sentences who it is\."):
        parse_sheet(BO.replace('character = "A cat with opinions."\n', ""), "It")


@pytest.mark.parametrize(("name", "why"), [("   ", "can be seen"), ("Bo\u202e", "turn the writing around")])
def test_a_name_that_cannot_be_seen_or_turns_the_writing_around_is_refused(name: str, why: str) -> None:
    with pytest.raises(ConfigError, match=f"^It: 'name': Expected a name with.*{why}"):
        parse_sheet(BO.replace('"Bo"', f'"{name}"'), "It")
