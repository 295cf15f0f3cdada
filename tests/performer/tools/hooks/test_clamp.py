from typing import Annotated, Any

import pytest
from pydantic import Field

from performer.errors import ToolRefused
from performer.tools import Tool, Toolbox, ToolCall
from performer.tools.hooks import clamp

pytestmark = pytest.mark.anyio

Level = Annotated[int, Field(ge=1, le=9)]


async def play(
    volume: Annotated[float, Field(ge=0, le=1)] = 0.7, level: Level = 3, speed: float = 1.0, name: str = "ding"
) -> str:
    """Play."""
    return f"{name} {volume} {level} {speed}"


async def must(volume: Annotated[float, Field(ge=0, le=1)]) -> str:
    """Must."""
    return str(volume)


async def told(narrow: dict[str, tuple[float, float]] | None = None, tool: str = "play", **arguments: Any) -> list[str]:
    box = Toolbox([Tool.of(play), Tool.of(must)], [clamp(lambda _call: narrow or {})])
    return (await box.call(ToolCall(id="1", name=tool, arguments=arguments))).text.split("\n")


@pytest.mark.parametrize(
    ("arguments", "came"),
    [
        ({"volume": 5}, ["ding 1.0 3 1.0", "volume was brought to 1: it can be 0 to 1."]),
        ({"volume": "-5.5"}, ["ding 0.0 3 1.0", "volume was brought to 0: it can be 0 to 1."]),
        ({"level": 10**400}, ["ding 0.7 9 1.0", "level was brought to 9: it can be 1 to 9."]),
        ({"level": float("-inf")}, ["ding 0.7 1 1.0", "level was brought to 1: it can be 1 to 9."]),
        ({"volume": "inf"}, ["ding 1.0 3 1.0", "volume was brought to 1: it can be 0 to 1."]),
        ({"volume": float("nan")}, ["ding 0.7 3 1.0", "volume was no number, and was left out: it can be 0 to 1."]),
        ({"volume": 0.5, "level": "4", "speed": 1e9}, ["ding 0.5 4 1000000000.0"]),
        ({"name": "99"}, ["99 0.7 3 1.0"]),
    ],
)
async def test_a_number_is_brought_into_the_range_of_its_tool_and_the_model_is_told(
    arguments: dict[str, Any], came: list[str]
) -> None:
    assert await told(**arguments) == came


async def test_a_rule_makes_the_range_smaller_and_never_larger() -> None:
    rule = {"volume": (0.2, 0.5), "level": (0.0, 99.0), "speed": (0.5, 2.0)}

    assert await told(rule, volume=1, level=10, speed=9) == [
        "ding 0.5 9 2.0",
        "volume was brought to 0.5: it can be 0.2 to 0.5.",
        "level was brought to 9: it can be 1 to 9.",
        "speed was brought to 2: it can be 0.5 to 2.",
    ]


async def test_a_needed_number_that_is_none_is_for_the_tool_to_refuse() -> None:
    with pytest.raises(ToolRefused, match="must: argument 'volume': Input should be"):
        await told(tool="must", volume=float("nan"))
