"""Near misses are offered, far ones are not."""

from performer.core.text import find_nearest, format_near_miss


def test_a_typo_finds_its_name() -> None:
    assert find_nearest("luagh", ["laugh", "wow", "cry"])[0] == "laugh"


def test_without_a_near_name_the_whole_choice_is_told() -> None:
    assert format_near_miss("zzzz", ["wow", "cry"]) == "Known are cry, wow."
