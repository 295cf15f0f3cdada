import copy
import pickle
from dataclasses import KW_ONLY, FrozenInstanceError, InitVar, asdict, field, fields, is_dataclass, replace
from threading import Thread
from typing import ClassVar

import pytest

from performer.core.values import dataclass


@dataclass(frozen=True)
class Place:
    """A value with all that fields can be."""

    name: str
    value: int = 3
    _: KW_ONLY
    parts: list[str] = field(default_factory=list)
    doubled: int = field(init=False, compare=False)
    factor: InitVar[int] = 2
    kind: ClassVar[str] = "place"

    def __post_init__(self, factor: int) -> None:
        object.__setattr__(self, "doubled", self.value * factor)


def _has_methods(cls: type) -> bool:
    return "__eq__" in vars(cls)


def test_nothing_is_written_before_the_first_value() -> None:
    @dataclass(frozen=True)
    class Point:
        x: int

    before = _has_methods(Point)
    Point(1)

    assert not before
    assert _has_methods(Point)


def test_a_value_is_that_of_any_dataclass() -> None:
    place = Place("here", value=4, factor=3)

    assert (place.name, place.value, place.parts, place.doubled) == ("here", 4, [], 12)
    assert repr(place) == "Place(name='here', value=4, parts=[], doubled=12)"
    assert place == Place("here", 4)
    assert asdict(place) == {"name": "here", "value": 4, "parts": [], "doubled": 12}


def test_a_frozen_value_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Place("here").value = 5  # type: ignore[misc]  # that is the test


def test_a_replaced_field_leaves_the_others() -> None:
    assert replace(Place("here", 4), name="there", factor=2) == Place("there", 4)


def test_copies_and_pickled_values_are_equal() -> None:
    place = Place("here", parts=["a"])

    assert copy.deepcopy(place) == place
    assert pickle.loads(pickle.dumps(place)) == place


def test_fields_are_known_before_the_first_value() -> None:
    @dataclass
    class Point:
        x: int

    assert is_dataclass(Point)
    assert [each.name for each in fields(Point)] == ["x"]


def test_a_class_that_inherits_has_the_fields_of_both() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Near(Place):
        distance: float

    near = Near(name="here", distance=1.5)

    assert near.doubled == 6
    assert [each.name for each in fields(near)] == ["name", "value", "parts", "doubled", "distance"]


def test_a_class_that_inherits_without_fields_of_its_own_makes_values() -> None:
    @dataclass
    class Point:
        x: int

    class Corner(Point):
        pass

    assert Corner(2).x == 2


def test_a_missing_argument_is_named_with_its_class() -> None:
    with pytest.raises(TypeError, match=r"Place\.__init__\(\) missing 1 required positional argument: 'name'"):
        Place()  # type: ignore[call-arg]  # that is the test


def test_the_parts_of_a_value_match_by_position() -> None:
    match Place("here", 4):
        case Place(name, value):
            assert (name, value) == ("here", 4)


def test_a_class_with_slots_has_them_at_once() -> None:
    @dataclass(slots=True)
    class Point:
        x: int

    assert vars(Point)["__slots__"] == ("x",)


def test_an_init_of_its_own_stays() -> None:
    @dataclass
    class Point:
        x: int

        def __init__(self) -> None:
            self.x = 7

    assert Point().x == 7


def test_values_made_in_many_threads_at_once_are_all_whole() -> None:
    for _ in range(50):

        @dataclass(frozen=True)
        class Point:
            x: int
            y: int = 2

        made: list[Point] = []
        threads = [Thread(target=lambda cls=Point, to=made: to.append(cls(1))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert made == [Point(1, 2)] * 4
