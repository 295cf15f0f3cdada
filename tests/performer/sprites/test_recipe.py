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


def test_one_that_was_kept_by_another_version_is_drawn_all_the_same() -> None:
    old = Recipe(seed=3, thing="basilisk", colours=("ultramarine", "red"), looks=("moody",))

    assert old.palette.body == "red"
    assert old.body().clay
