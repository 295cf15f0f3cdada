"""What is understood of a description."""

import pytest

from performer.sprites.figures import FIGURES
from performer.sprites.words import traits_of, understood


@pytest.mark.parametrize(
    ("description", "thing", "colours"),
    [
        ("blue slime", "slime", ("blue",)),
        ("A RED dragon!", "dragon", ("red",)),
        ("dragon egg", "egg", ()),
        ("a slime with a golden crown", "slime", ()),
        ("a slime with golden spots", "slime", ("gold",)),
        ("a red hat", "hat", ("red",)),
        ("sword of fire", "sword", ("red",)),
        ("two black kittens", "cat", ("black",)),
        ("with a cat", "cat", ()),
        ("ruby sword", "sword", ("red",)),
        ("an orange and white fox", "fox", ("orange", "white")),
        ("gibberish of the highest order", "", ()),
        ("", "", ()),
    ],
)
def test_a_description_says_what_it_is_and_in_which_colours(
    description: str, thing: str, colours: tuple[str, ...]
) -> None:
    said = understood(description)

    assert (said.thing, said.colours) == (thing, colours)


@pytest.mark.parametrize("name", FIGURES)
def test_everything_is_known_by_its_own_name(name: str) -> None:
    assert understood(f"a purple {name}").thing == name


def test_it_says_how_it_looks() -> None:
    assert traits_of(understood("angry king slime with wings").looks) == {
        "eyes": "angry",
        "mouth": "fangs",
        "has_cheeks": False,
        "has_crown": True,
        "wings": "feathers",
    }


def test_a_thing_is_not_its_own_look() -> None:
    assert understood("golden crown").looks == ()


@pytest.mark.parametrize(
    ("description", "dyes"),
    [
        ("a slime with a golden crown", {"metal": "gold"}),
        ("a blue cat with a red hat and a silver sword", {"cloth": "red", "metal": "silver"}),
        ("white dragon wearing a big green wizard hat", {"cloth": "green"}),
        ("dragon with pink wings", {"trim": "pink"}),
        ("red winged dragon", {}),
        ("a golden crown", {}),
        ("cat with red glasses", {}),
    ],
)
def test_a_colour_behind_the_thing_is_that_of_the_part_it_stands_before(description: str, dyes: dict[str, str]) -> None:
    assert understood(description).dyes == dyes


@pytest.mark.parametrize(
    ("description", "looks"),
    [("slime with a top hat", ("tophat",)), ("a wizard hat", ()), ("owl in sun glasses", ("sunglasses",))],
)
def test_two_words_may_name_one_part(description: str, looks: tuple[str, ...]) -> None:
    assert understood(description).looks == looks


@pytest.mark.parametrize(
    ("description", "others"),
    [
        ("a blue slime with a hat", 0),
        ("a slime with a jetpack", 1),
        ("dragon egg", 1),
        ("zorblax of the wild wastes", 3),
        ("cat with red glasses", 1),
        ("", 0),
    ],
)
def test_words_that_say_nothing_known_are_counted(description: str, others: int) -> None:
    assert understood(description).others == others


def test_a_flood_of_words_is_read_no_further() -> None:
    assert understood("very " * 100_000 + "blue slime").thing == ""
