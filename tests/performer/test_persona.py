"""A persona: read from its file, found in the streamer's folder first, and shortened where its prompt is long."""

from pathlib import Path

import pytest

from performer.errors import ConfigError
from performer.expression.actions import actions
from performer.persona import Persona, built_in_persona, load_persona, read_persona
from performer.untrusted import Prompt
from tests.performer.expression.offered import FUN_TOOLS

FRONT = """name = "Bo"
short = "You are Bo, a cat. Say one line."

[[examples]]
seen = "a mouse"
say = "Lunch."
do = "party"
"""


def written(folder: Path, front: str = FRONT, *, name: str = "bo") -> Path:
    file = folder / "personas" / f"{name}.md"
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"+++\n{front}+++\nYou are Bo, a cat with opinions.\n")
    return file


def test_the_front_matter_is_the_short_form_and_the_rest_the_long_one(tmp_path: Path) -> None:
    persona = read_persona(written(tmp_path))

    assert (persona.name, persona.short) == ("Bo", "You are Bo, a cat. Say one line.")
    assert persona.prompt == "You are Bo, a cat with opinions."
    assert [(each.seen, each.say, each.do) for each in persona.examples] == [("a mouse", "Lunch.", "party")]


def test_the_one_that_ships_is_short_and_its_gestures_are_there() -> None:
    persona = built_in_persona()

    told = [persona.short, *(word for each in persona.examples for word in (each.seen, each.say))]
    assert len(" ".join(told).split()) < 110
    assert {each.do for each in persona.examples} <= {"none", *actions(FUN_TOOLS)}
    assert len({each.say.split()[0] for each in persona.examples}) == len(persona.examples)


def test_the_streamers_own_folder_comes_first(tmp_path: Path) -> None:
    written(tmp_path, name="pip")

    assert load_persona("pip", tmp_path).name == "Bo"
    assert load_persona("pip").name == "Pip"


def test_one_that_is_not_there_names_its_neighbours(tmp_path: Path) -> None:
    written(tmp_path)

    with pytest.raises(ConfigError) as caught:
        load_persona("boo", tmp_path)

    said = "Config 'scene.persona' has value 'boo'. There is no such persona. "
    assert str(caught.value).startswith(said)
    assert "'bo'" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("You are Bo.", "has no front matter: write name, short and [[examples]] between two +++."),
        ("+++\nname = 'Bo'\n", "has no front matter: write name, short and [[examples]] between two +++."),
        ("+++\nname = Bo\n+++\n", "its front matter is no TOML: "),
        ('+++\nname = "Bo"\n+++\n', "'short': Field required."),
        (f"+++\n{FRONT}tone = 'dry'\n+++\n", "'examples.0.tone': Extra inputs are not permitted."),
        ('+++\nname = "Bo"\nshort = "x"\nexamples = []\n+++\n', "'examples': Tuple should have at least 1 item"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_its_name(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "bo.md"
    file.write_text(text)

    with pytest.raises(ConfigError) as caught:
        read_persona(file)

    assert str(caught.value).startswith(f"The persona {file}")
    assert fault in str(caught.value)


def test_one_that_is_no_text_is_told_of(tmp_path: Path) -> None:
    file = tmp_path / "bo.md"
    file.write_bytes(b"+++\xff\xfe")

    with pytest.raises(ConfigError, match="cannot be read: 'utf-8' codec"):
        read_persona(file)
    with pytest.raises(ConfigError, match="cannot be read"):
        read_persona(tmp_path)


def own(prompt: str) -> Persona:
    return built_in_persona().with_prompt(Prompt(prompt))


def test_without_a_prompt_of_the_streamers_own_it_stays_as_it_is() -> None:
    persona = built_in_persona()

    assert persona.with_prompt(None) is persona
    assert persona.with_prompt(persona.prompt) is persona


def test_a_short_prompt_of_the_streamers_own_takes_the_place_of_who_it_is() -> None:
    persona = own("You are Bo, a cat.")

    who, rules = persona.short.split("\n")
    assert (persona.prompt, who) == ("You are Bo, a cat.", "You are Bo, a cat.")
    assert rules.startswith("You see what is on the screen and say ONE short")
    assert persona.examples == built_in_persona().examples


def test_of_a_long_one_a_reaction_has_its_first_sentences_only() -> None:
    prompt = "You are Bo, a cat. " + "You purr at dragons and hiss at doors. " * 40

    persona = own(prompt)

    who = persona.short.split("\n")[0]
    assert persona.prompt == prompt
    assert len(who.split()) <= 80
    assert who.startswith("You are Bo, a cat.")
    assert who.endswith("hiss at doors.")
