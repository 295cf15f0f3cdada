"""The operation that lists all tools."""

import pytest

from performer.tools.operations import ToolOperations
from performer.tools.tool import Tool
from performer.tools.toolbox import Toolbox


async def wave() -> str:
    """Wave."""
    return "waved"


@pytest.mark.anyio
async def test_every_tool_is_told_with_whose_it_is_and_how_far_it_reaches() -> None:
    box = Toolbox([Tool.of(wave, is_read_only=True), Tool.of(open_door, privilege="outside", server="house")])

    told = await ToolOperations(lambda: box).by_name()["tools.list"]({})

    facts = ("name", "server", "description", "privilege", "is_read_only")
    assert [tuple(each[fact] for fact in facts) for each in told] == [
        ("wave", "", "Wave.", "fun", True),
        ("open_door", "house", "Open the door.", "outside", False),
    ]


async def open_door() -> str:
    """Open the door."""
    return "open"
