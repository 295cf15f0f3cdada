"""What does not fit, in words."""

from performer.models.toolcalls.text.schema.misfit import (
    format_value,
    make_kind_misfit,
    make_member_misfit,
    make_missing_misfit,
)


def test_a_misfit_says_where_it_lies() -> None:
    misfit = make_kind_misfit("many", "a whole number").within("[2]").within("counts")

    assert str(misfit) == "'counts[2]' is 'many', not a whole number"


def test_few_members_are_all_named_and_of_many_the_nearest() -> None:
    assert str(make_member_misfit("dance", ["wave", "wow"])) == "is 'dance'; it must be one of wave, wow"
    assert "horn19" in str(make_member_misfit("horm19", [f"horn{number}" for number in range(20)]))


def test_missing_keys_are_named_with_the_unknown_ones() -> None:
    assert str(make_missing_misfit(["a", "b"], ["c"])) == "'a' and 'b' are missing, and 'c' is none of its arguments"


def test_a_value_is_shown_shortened() -> None:
    values: list[object] = [{}, [], None, True, 10**50, "x" * 50]
    shown = [format_value(each) for each in values]

    assert shown == ["an object", "a list", "null", "true", "a huge number", f"'{'x' * 40}'…"]
