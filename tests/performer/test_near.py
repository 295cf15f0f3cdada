"""Near misses are offered, far ones are not."""

from performer.near import near_miss, nearest


def test_a_typo_finds_its_name() -> None:
    assert nearest("luagh", ["laugh", "wow", "cry"])[0] == "laugh"


def test_without_a_near_name_the_whole_choice_is_told() -> None:
    assert near_miss("zzzz", ["wow", "cry"]) == "Known are cry, wow."
