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
        ("a slime with a golden crown", "slime", ("gold",)),
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


def test_a_flood_of_words_is_read_no_further() -> None:
    assert understood("very " * 100_000 + "blue slime").thing == ""
