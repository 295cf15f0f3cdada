"""What is asked for most is found, and still drawn as it was when somebody looked at it."""

from performer.tools.pixel_art.recipe import Recipe
from tests.performer.tools.pixel_art.asked_for import asked_for


def test_nine_of_ten_things_that_are_asked_for_are_recognised() -> None:
    asked = list(asked_for())
    recognised = [each for each in asked if each.is_recognised]

    assert len({each.description for each in asked}) == len(asked) >= 200
    assert len(recognised) >= 0.9 * len(asked)
    assert all(each.is_recognised or each.judged.startswith("no: ") for each in asked)


def test_each_is_drawn_as_it_was_when_it_was_judged() -> None:
    drawn = {each.description: recipe.name if (recipe := Recipe.of(each.description)) else "" for each in asked_for()}

    assert drawn == {each.description: each.name for each in asked_for()}
