"""The arguments of an order: what does not fit is refused, and its value repeated no further than it helps."""

from collections.abc import Callable

import pytest

from performer.core import operations
from performer.core.errors import ConfigError

READERS: dict[str, Callable[[operations.Arguments], object]] = {
    "a text": lambda given: operations.read_text(given, "it"),
    "a place": lambda given: operations.read_place(given, "it"),
    "a number": lambda given: operations.read_number(given, "it"),
    "a share": lambda given: operations.read_share(given, "it", 0.5),
    "a flag": lambda given: operations.read_flag(given, "it"),
    "one of": lambda given: operations.read_choice(given, "it", ["low", "high"], "low"),
    "some of": lambda given: operations.read_choices(given, "it", ["low", "high"]),
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_a_wrong_value_is_repeated_no_further_than_it_helps(read: Callable[[operations.Arguments], object]) -> None:
    with pytest.raises(ConfigError, match="The argument 'it' ") as refused:
        read({"it": [["x" * 60_000]]})

    assert len(str(refused.value)) < 250


@pytest.mark.parametrize("name", ["console", "discord:1", "discord:" + "9" * 20])
def test_a_place_is_one_that_there_can_be(name: str) -> None:
    assert operations.read_place({"channel": f" {name} "}, "channel") == name


@pytest.mark.parametrize("given", [{"channel": "stage"}, {"channel": ""}, {"channel": None}, {}])
def test_without_a_place_it_is_the_stage(given: operations.Arguments) -> None:
    assert operations.read_place(given, "channel") == ""


@pytest.mark.parametrize("name", ["general", "123", "discord:", "discord:" + "9" * 21, "discord:٣", "Stage", 0, False])
def test_what_is_no_place_is_refused_with_what_would_be(name: object) -> None:
    with pytest.raises(ConfigError, match=r"is no place\. Expected stage, console, discord:NUMBER .*, or nothing"):
        operations.read_place({"channel": name}, "channel")
