"""The arguments of an order: what does not fit is refused, and its value repeated no further than it helps."""

from collections.abc import Callable

import pytest

from performer import arguments
from performer.errors import ConfigError

READERS: dict[str, Callable[[arguments.Arguments], object]] = {
    "a text": lambda given: arguments.text(given, "it"),
    "a number": lambda given: arguments.number(given, "it"),
    "a share": lambda given: arguments.share(given, "it", 0.5),
    "a flag": lambda given: arguments.flag(given, "it"),
    "one of": lambda given: arguments.one_of(given, "it", ["low", "high"], "low"),
    "some of": lambda given: arguments.some_of(given, "it", ["low", "high"]),
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_a_wrong_value_is_repeated_no_further_than_it_helps(read: Callable[[arguments.Arguments], object]) -> None:
    with pytest.raises(ConfigError, match="The argument 'it' ") as refused:
        read({"it": [["x" * 60_000]]})

    assert len(str(refused.value)) < 250
