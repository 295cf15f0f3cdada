"""Recipes: the same makes the same, another word another, and what is unknown none."""

import pytest
from pydantic import TypeAdapter

from performer.tools.pixel_art.recipe import Recipe, Wish


def made(description: str, seed: int = 0, kind: Wish = "any") -> Recipe:
    recipe = Recipe.of(description, seed=seed, kind=kind)
    assert recipe is not None
    return recipe


def test_the_same_words_make_the_same_sprite_and_another_seed_another() -> None:
    assert made("blue dragon") == made(" Blue  dragon")
    assert made("blue dragon").icon != made("blue dragon", seed=1).icon


def test_what_nobody_knows_is_nothing() -> None:
    assert Recipe.of("zorblax") is None
    assert Recipe.of("a zorblax with a hat") is None


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("kind", ["creature", "item"])
def test_a_surprise_is_a_thing_or_a_creature_as_wished(seed: int, kind: Wish) -> None:
    assert made("surprise", seed, kind).icon.is_creature == (kind == "creature")


def test_a_word_that_means_both_is_what_is_wished() -> None:
    assert made("mouse").icon.is_creature
    assert made("bat", kind="creature").icon.is_creature
    assert not made("bat", kind="item").icon.is_creature


def test_a_change_leaves_what_it_does_not_name() -> None:
    before = made("sleepy red dragon")
    after = before.changed("make it blue, with a crown")

    assert (after.seed, after.thing, after.colours) == (before.seed, "dragon", ("blue",))
    assert after.looks == ("sleepy", "crown")
    assert after.changed("a cat").thing == "cat"


@pytest.mark.parametrize(
    ("description", "name"),
    [
        ("blue slime, buy at example.com", "blue slime"),
        ("blue slime with a hat", "blue slime with a top hat"),
        ("green frog with a crown, glasses and a cape", "green frog with a crown, glasses and a cape"),
        ("horned red dragon", "red dragon with horns"),
        ("grey cat with a hat, no, a wizard hat", "grey cat with a pointed hat"),
        ("golden sword with a hat", "gold broadsword with a top hat"),
        ("frog with a guitar", "frog with a guitar"),
        ("castle", "castle"),
    ],
)
def test_its_name_is_in_our_words_and_tells_what_is_seen_on_it(description: str, name: str) -> None:
    assert made(description).name == name


def test_a_part_has_the_colour_that_is_named_for_it_and_the_body_its_own() -> None:
    recipe = made("blue slime with a red hat and silver wings")

    assert recipe.colours == ("blue",)
    assert {part.name: part.hue for part in recipe.parts} == {"a top hat": "red", "wings": "silver"}


def test_one_that_was_kept_by_an_older_version_is_drawn_all_the_same() -> None:
    kept = (
        '{"seed": 3892305188, "thing": "bunny", "kind": "any", "colours": ["blue"], "looks": ["angry", "tophat"], '
        '"dyes": {"cloth": "red"}, "pixels": 32}'
    )
    recipe = TypeAdapter(Recipe).validate_json(kept)

    assert recipe.name == "blue rabbit with a top hat"
    assert (recipe.moods, recipe.parts[0].hue) == (("angry",), "red")
    assert Recipe(seed=3, thing="basilisk", colours=("ultramarine", "red")).colours == ("red",)
    assert Recipe(seed=3, thing="basilisk").icon.name
