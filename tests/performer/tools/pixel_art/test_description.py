"""What is understood of a description."""

import pytest

from performer.tools.pixel_art.description import find_near_names, understand


def thing(description: str) -> str:
    return next(iter(understand(description).choices), "")


@pytest.mark.parametrize(
    ("description", "name", "colours"),
    [
        ("blue slime", "slime", ("blue",)),
        ("A RED dragon!", "dragon", ("red",)),
        ("a slime with a golden crown", "slime", ()),
        ("a red hat", "top hat", ("red",)),
        ("sword of fire", "broadsword", ("red",)),
        ("two black kittens", "cat face", ("black",)),
        ("with a cat", "cat", ()),
        ("an orange and white fox", "fox", ("orange", "white")),
        ("red rose", "rose", ("red",)),
        ("an orange", "orange", ()),
        ("skull and crossbones", "skull and crossbones", ()),
        ("pile of gold", "coins pile", ()),
        ("ice cream", "soft ice cream", ()),
        ("a red slightly smiling face", "slightly smiling face", ("red",)),
        ("ein roter Drache mit Krone", "dragon", ("red",)),
        ("Goldschwert", "broadsword", ("gold",)),
        ("un dragón azul", "dragon", ("blue",)),
        ("cofre del tesoro", "chest", ()),
        ("couronne d'or", "crown", ("gold",)),
        ("красный дракон", "dragon", ("red",)),
        ("青いドラゴン", "dragon", ("blue",)),
        ("the meaning of life", "", ()),
        ("a rude draggon", "", ()),
        ("", "", ()),
    ],
)
def test_a_description_says_what_it_is_and_in_which_colours(
    description: str, name: str, colours: tuple[str, ...]
) -> None:
    assert (thing(description), understand(description).colours) == (name, colours)


def test_it_says_how_it_looks() -> None:
    assert understand("angry king slime with wings").looks == ("angry", "crown", "wings")
    assert understand("a tired cat in sun glasses").looks == ("sleepy", "sunglasses")


def test_a_thing_is_not_its_own_look() -> None:
    assert understand("golden crown").looks == ()
    assert understand("a wizard hat").looks == ()


@pytest.mark.parametrize(
    ("description", "dyes"),
    [
        ("a slime with a golden crown", {"metal": "gold"}),
        ("a blue cat with a red hat and a silver sword", {"cloth": "red", "metal": "silver"}),
        ("white dragon wearing a big green wizard hat", {"cloth": "green"}),
        ("dragon with pink wings", {"trim": "pink"}),
        ("red winged dragon", {}),
        ("cat with red glasses", {}),
    ],
)
def test_a_colour_behind_the_thing_is_that_of_the_part_it_stands_before(description: str, dyes: dict[str, str]) -> None:
    assert understand(description).dyes == dyes


@pytest.mark.parametrize(
    ("description", "held"),
    [
        ("frog with a guitar", ("guitar",)),
        ("a frog playing the guitar and a drum", ("drum", "guitar")),
        ("frog with a broken heart", ("broken heart",)),
        ("a frog", ()),
    ],
)
def test_a_thing_behind_a_with_is_held(description: str, held: tuple[str, ...]) -> None:
    assert set(understand(description).held) == set(held)


@pytest.mark.parametrize(
    ("description", "others"),
    [
        ("a blue slime with a hat", 0),
        ("a slime with a zorblax", 1),
        ("zorblax of the wibble wobbles", 3),
        ("cat with red glasses", 1),
        ("", 0),
    ],
)
def test_words_that_say_nothing_known_are_counted(description: str, others: int) -> None:
    assert understand(description).others == others


@pytest.mark.parametrize(
    ("description", "is_open"), [("", True), ("surprise me", True), ("something blue", True), ("zorblax", False)]
)
def test_it_may_ask_for_nothing_in_particular(description: str, is_open: bool) -> None:
    assert understand(description).is_open is is_open


def test_of_what_is_known_already_a_part_is_no_other_thing() -> None:
    said = understand("add a hat", is_known=True)

    assert (said.choices, said.looks) == ((), ("hat",))


def test_names_that_are_written_alike_are_near() -> None:
    assert "dragon" in find_near_names("a draggon")
    assert find_near_names("xq") == []
