from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from performer.core.errors import ToolRefusedError
from performer.tools.hooks.arguments import make_clamp_hook
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox

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


class Point(BaseModel):
    x: float = 0
    y: Annotated[float, Field(ge=0)] = 1


async def draw(points: list[Point], size: Point | None = None, shades: list[Any] | None = None) -> str:
    """Draw."""
    return " ".join([*(f"{each.x:g},{each.y:g}" for each in [*points, *([size] if size else [])]), str(shades)])


async def told(narrow: dict[str, tuple[float, float]] | None = None, tool: str = "play", **arguments: Any) -> list[str]:
    box = Toolbox([Tool.of(play), Tool.of(must), Tool.of(draw)], [make_clamp_hook(lambda _call: narrow or {})])
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
    with pytest.raises(ToolRefusedError, match="must: argument 'volume': Input should be"):
        await told(tool="must", volume=float("nan"))


async def test_numbers_within_objects_and_lists_are_brought_too_and_told_by_their_place() -> None:
    rule = {"points[].x": (0.0, 9.0), "size.x": (1.0, 64.0), "shades[]": (0.0, 3.0)}
    points = [{"x": 50, "y": -1}, {"x": "10"}, {"x": 5}, {"y": -2}, {"x": -1}]

    assert await told(rule, "draw", points=points, size={"x": 99}, shades=[1, 5, 6]) == [
        "9,0 9,1 5,1 0,0 0,1 64,1 [1, 3, 3]",
        "points[].x was brought to 9: it can be 0 to 9.",
        "points[].x was brought to 0: it can be 0 to 9.",
        "points[].y was brought to 0: it can be at least 0.",
        "size.x was brought to 64: it can be 1 to 64.",
        "shades[] was brought to 3: it can be 0 to 3.",
    ]
    assert points[0] == {"x": 50, "y": -1}


async def test_within_an_object_what_is_no_number_is_left_out_and_in_a_list_it_stays() -> None:
    rule = {"points[].x": (0.0, 9.0), "shades[]": (0.0, 3.0)}

    assert await told(rule, "draw", points=[{"x": float("nan")}]) == [
        "0,1 None",
        "points[].x was no number, and was left out: it can be 0 to 9.",
    ]
    assert await told(rule, "draw", points=[], shades=[5, float("nan")]) == [
        "[3, nan]",
        "shades[] was brought to 3: it can be 0 to 3.",
    ]


async def test_where_a_place_leads_nowhere_nothing_is_brought() -> None:
    rule = {"points.x": (1.0, 2.0), "size.x.deep": (1.0, 2.0), "none.x": (1.0, 2.0), "size[]": (1.0, 2.0)}

    assert await told(rule, "draw", points=[{"x": 50}], size={"x": 7}) == ["50,1 7,1 None"]
