"""A dictionary of the newest entries."""

from performer.core.recent_dict import RecentDict


def test_the_oldest_entry_goes_when_there_is_one_too_many() -> None:
    recent = RecentDict[str, int](2)
    for number, name in enumerate("abc"):
        recent[name] = number

    assert dict(recent) == {"b": 1, "c": 2}


def test_an_entry_that_is_set_again_is_the_newest() -> None:
    recent = RecentDict[str, int](2)
    for name in "abac":
        recent[name] = 0

    assert list(recent) == ["a", "c"]


def test_reading_and_removing_change_no_order() -> None:
    recent = RecentDict[str, int](2)
    recent["a"] = recent["b"] = 1
    assert recent["a"] == 1
    recent["c"] = recent.pop("b")

    assert list(recent) == ["a", "c"]
