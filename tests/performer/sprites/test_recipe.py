"""Recipes: the same makes the same, another word another."""

import pytest

from performer.sprites.figures import CREATURES, ITEMS
from performer.sprites.recipe import Recipe


def test_the_same_words_make_the_same_sprite_and_another_seed_another() -> None:
    one, same, other = Recipe.of("blue slime"), Recipe.of(" Blue  slime"), Recipe.of("blue slime", seed=2)

    assert one == same
    assert one.body() == same.body()
    assert one.body() != other.body()


def test_what_nobody_knows_is_something_all_the_same() -> None:
    bodies = {repr(Recipe.of(word).body()) for word in ("grumblewump", "zorblax", "wibble")}

    assert len(bodies) == 3


@pytest.mark.parametrize("seed", range(8))
def test_it_is_a_thing_or_a_creature_as_wished(seed: int) -> None:
    assert Recipe.of("surprise", kind="item", seed=seed).thing in ITEMS
    assert Recipe.of("surprise", kind="creature", seed=seed).thing in {"", *CREATURES}


def test_a_change_leaves_what_it_does_not_name() -> None:
    before = Recipe.of("sleepy red dragon")
    after = before.changed("make it blue, with a crown")

    assert (after.seed, after.thing, after.palette.body) == (before.seed, "dragon", "blue")
    assert after.looks == ("sleepy", "crown")


def test_a_blade_has_the_colour_that_is_named() -> None:
    assert Recipe.of("golden sword").palette.bone == "gold"


def test_its_name_is_in_our_words_alone() -> None:
    assert Recipe.of("blue slime, buy at example.com").name == "blue slime"
    assert Recipe.of("golden sword of ice").name == "gold sword"


@pytest.mark.parametrize(
    ("description", "name"),
    [
        ("blue slime with a hat", "blue slime with a top hat"),
        ("green frog with a crown, glasses and a cape", "green frog with a crown, glasses and a cape"),
        ("horned red dragon", "red dragon with horns"),
        ("yellow chick with wings", "yellow chick with wings"),
        ("purple octopus with wings", "purple octopus"),
        ("golden sword with a hat", "gold sword"),
        ("grey cat with a hat, no, a wizard hat", "grey cat with a pointed hat"),
    ],
)
def test_its_name_tells_the_parts_that_are_seen_on_it_and_no_others(description: str, name: str) -> None:
    assert Recipe.of(description).name == name


def test_a_part_has_the_colour_that_is_named_for_it_and_the_body_its_own() -> None:
    plain, crowned = Recipe.of("blue slime"), Recipe.of("blue slime with a red hat and a silver crown")

    assert (plain.palette.body, crowned.palette.body) == ("blue", "blue")
    assert (crowned.palette.cloth, crowned.palette.metal) == ("red", "silver")
    assert Recipe.of("cat with a crown").palette.metal == "gold"
    assert Recipe.of("cat with a hat and a sword").palette.metal == "silver"


def test_a_part_that_is_asked_for_later_is_put_on_the_same_sprite() -> None:
    before = Recipe.of("sleepy red dragon")
    after = before.changed("with a green cape")

    assert after.name == "red dragon with a cape"
    assert (after.palette.cloth, after.palette.trim) == ("green", before.palette.trim)


def test_one_that_was_kept_by_another_version_is_drawn_all_the_same() -> None:
    old = Recipe(seed=3, thing="basilisk", colours=("ultramarine", "red"), looks=("moody",))

    assert old.palette.body == "red"
    assert old.body().clay
