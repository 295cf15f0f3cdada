"""A persona: read from its file, found in the streamer's folder first, and shortened where its prompt is long."""

from collections.abc import Sequence
from math import ceil
from pathlib import Path

import pytest

from performer.agent.persona import AROUND_CHARS, MOST_CHARS, Persona, load_built_in_persona, load_persona, read_persona
from performer.agent.prompt.short_form import build_opening, build_reaction
from performer.core.cues import SilenceCue
from performer.core.errors import ConfigError
from performer.core.untrusted_text import Prompt
from performer.guard.speakable.folding import split_words
from performer.models.driver.reaction import make_reaction
from performer.models.model import ChatMessage, StepRequest, UserMessage
from performer.models.settings import Way
from performer.models.toolcalls.actions import name_actions
from tests.performer.agent.expression.offered import FUN_TOOLS

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
    file.write_text(f"+++\n{front}+++\nYou are Bo, a cat with opinions.\n", encoding="utf-8")
    return file


def test_the_front_matter_is_the_short_form_and_the_rest_the_long_one(tmp_path: Path) -> None:
    persona = read_persona(written(tmp_path))

    assert (persona.name, persona.short) == ("Bo", "You are Bo, a cat. Say one line.")
    assert persona.prompt == "You are Bo, a cat with opinions."
    assert [(each.seen, each.say, each.do) for each in persona.examples] == [("a mouse", "Lunch.", "party")]


def test_a_file_of_an_editor_of_windows_is_read_as_any_other(tmp_path: Path) -> None:
    file = written(tmp_path)
    plain = file.read_text(encoding="utf-8")
    persona = read_persona(file)

    file.write_text(plain, encoding="utf-8", newline="\r\n")

    assert read_persona(file) == persona


def test_of_what_an_example_sees_short_parts_may_be_said_by_chance(tmp_path: Path) -> None:
    front = FRONT.replace('"a mouse"', "'a mouse on the moon; text \"GAME OVER\"'")

    assert read_persona(written(tmp_path, front)).examples[0].scenes == ("a mouse on the moon",)


def test_the_one_that_ships_is_short_and_its_gestures_are_there() -> None:
    persona = load_built_in_persona()

    told = [persona.short, *(word for each in persona.examples for word in (each.seen, each.say))]
    assert len(" ".join(told).split()) < 110
    assert {each.do for each in persona.examples} <= {"none", *name_actions(FUN_TOOLS)}
    assert len({each.say.split()[0] for each in persona.examples}) == len(persona.examples)


def test_no_example_is_near_a_scene_that_games_have() -> None:
    usual = """hero knight wolf bat slime boss dragon monster enemy chest treasure gold coin key door heart lava score
    level game over castle sword lantern light wave lap goal race kart car ball win won lost dead fire bridge village"""
    told = {word for each in load_built_in_persona().examples for word in split_words(f"{each.seen} {each.say}")}

    assert told.isdisjoint(split_words(usual))


def test_the_streamers_own_folder_comes_first(tmp_path: Path) -> None:
    written(tmp_path, name="pip")

    assert load_persona("pip", tmp_path).name == "Bo"
    assert load_persona("pip").name == "Pip"


def test_one_whose_file_windows_takes_for_a_device_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"'scene\.persona' has value 'nul'\. Windows takes .* such as 'my-nul'\."):
        load_persona("nul", tmp_path)


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
        ("You are Bo.", "has no front matter: write name, character and [[examples]] between two +++."),
        ("+++\nname = 'Bo'\n", "has no front matter: write name, character and [[examples]] between two +++."),
        ("+++\nname = Bo\n+++\n", "its front matter is no TOML: "),
        ('+++\nname = "Bo"\n+++\n', "'examples': Field required."),
        (f"+++\n{FRONT}tone = 'dry'\n+++\n", "'examples.0.tone': Extra inputs are not permitted."),
        ('+++\nname = "Bo"\nshort = "x"\nexamples = []\n+++\n', "'examples': Tuple should have at least 1 item"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_its_name(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "bo.md"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(ConfigError) as caught:
        read_persona(file)

    assert str(caught.value).startswith(f"The persona {file}")
    assert fault in str(caught.value)


def test_one_that_is_no_text_is_told_of(tmp_path: Path) -> None:
    file = tmp_path / "bo.md"
    file.write_bytes(b"+++\xff\xfe")

    with pytest.raises(ConfigError, match="cannot be read: line 1 is not UTF-8: save it as UTF-8"):
        read_persona(file)
    with pytest.raises(ConfigError, match="cannot be read: it is a folder"):
        read_persona(tmp_path)


def test_a_folder_of_its_name_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "personas" / "bo.md").mkdir(parents=True)

    with pytest.raises(ConfigError, match=r"bo\.md cannot be read: it is a folder"):
        load_persona("bo", tmp_path)


@pytest.mark.parametrize("front", ["a = " + "[" * 5000 + "]" * 5000, f"a = {'9' * 5000}"])
def test_front_matter_that_takes_a_reader_apart_is_told_of(tmp_path: Path, front: str) -> None:
    (tmp_path / "bo.md").write_text(f"+++\n{front}\n+++\nYou are Bo.", encoding="utf-8")

    with pytest.raises(ConfigError, match=r"its front matter is no TOML: (it is nested|a number)"):
        read_persona(tmp_path / "bo.md")


def own(prompt: str) -> Persona:
    return load_built_in_persona().with_prompt(Prompt(prompt))


def test_without_a_prompt_of_the_streamers_own_it_stays_as_it_is() -> None:
    persona = load_built_in_persona()

    assert persona.with_prompt(None) is persona
    assert persona.with_prompt(persona.prompt) is persona


def test_a_short_prompt_of_the_streamers_own_takes_the_place_of_who_it_is() -> None:
    persona = own("You are Bo, a cat.")

    who, rules = persona.short.split("\n")
    assert (persona.prompt, who) == ("You are Bo, a cat.", "You are Bo, a cat.")
    assert rules.startswith("You see what is on the screen and say ONE short")
    assert persona.examples == load_built_in_persona().examples


def test_of_a_long_one_a_reaction_has_its_first_sentences_only_and_the_rules() -> None:
    prompt = "You are Bo, a cat. " + "You purr at dragons and hiss at doors.\n" * 40

    persona = own(prompt)

    who, rules = persona.short.split("\n")
    assert persona.prompt == prompt
    assert who.startswith("You are Bo, a cat. You purr at dragons and hiss at doors.")
    assert who.endswith("hiss at doors.")
    assert rules == own("You are Bo.").short.split("\n")[1]
    assert 1 <= len(persona.examples) <= 3
    assert length(persona) <= MOST_CHARS


@pytest.mark.parametrize("prompt", ["w" * 2000, "word " * 400, "あ" * 900, "猫だ。" * 300, "You are Bo. " + "x" * 900])
@pytest.mark.parametrize("short", ["Only one sentence of rules, that is long " + "and longer " * 20, "A. B."])
def test_whatever_the_prompt_of_the_streamers_own_the_short_form_stays_in_its_bound(
    tmp_path: Path, short: str, prompt: str
) -> None:
    front = f"name = 'Bo'\nshort = '{short}'\n" + example("s" * 20, "w" * 20) * 2

    persona = read_persona(written(tmp_path, front)).with_prompt(Prompt(prompt))

    assert length(persona) <= MOST_CHARS
    assert persona.short.startswith(prompt[:3])


def example(seen: str, say: str, do: str = "sad trombone") -> str:
    return f"[[examples]]\nseen = '{seen}'\nsay = '{say}'\ndo = '{do}'\n"


def length(persona: Persona) -> int:
    return len(persona.short) + sum(len(each.seen) + len(each.say) + AROUND_CHARS for each in persona.examples)


def as_long_as_can_be(folder: Path, examples: int, *, longer: int = 0) -> Persona:
    told = example("s" * 20, 'w" ' * 10) * examples
    short = "r" * (MOST_CHARS - examples * (20 + 40 + AROUND_CHARS) + longer)
    return read_persona(written(folder, f"name = 'Bo'\nshort = '{short}'\n{told}"))


def test_a_short_form_that_is_too_long_is_refused_with_its_length_and_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        as_long_as_can_be(tmp_path, 3, longer=1)

    assert str(caught.value) == (
        f"The persona {tmp_path / 'personas' / 'bo.md'}: its short form has 681 characters, 85 more an example counted "
        "in. At most 680 are read soon enough: shorten 'short', 'seen' and 'say', or leave an example out."
    )


def tokens(messages: Sequence[ChatMessage]) -> int:
    """Count four characters a token, and what a chat template puts around each message and before the answer."""
    return sum(ceil(len(message.text) / 4) + 5 for message in messages) + 3


LAST_TURN = build_reaction(SilenceCue(idle_s=30), "s" * 83, ["l" * 34] * 3, has_picture=False)
"""Three lines said lately and what is seen, in 60 tokens."""


@pytest.mark.parametrize("way", ["talk", "soft", "constrained"])
@pytest.mark.parametrize("examples", [1, 3, 4])
def test_the_longest_persona_is_read_in_300_tokens_in_any_way_of_asking(
    tmp_path: Path, examples: int, way: Way
) -> None:
    messages = (*build_opening(as_long_as_can_be(tmp_path, examples)), UserMessage(text=LAST_TURN))
    request = StepRequest(messages=messages, tools=FUN_TOOLS, phase="react")

    assert len(LAST_TURN) == 4 * 60
    assert tokens(make_reaction(request, way).messages) <= 300
