"""The offer of a turn: few tools, in the same order, what its cue is about, and what was found."""

import pytest

from performer.core.cues import AnswerCue, ChatCue, ChatLine, Cue, OperatorCue, SceneCue, ScheduleCue, StreamerCue
from performer.tools.find import FIND_TOOLS
from performer.tools.names import DISCORD
from performer.tools.offer import AT_DISCORD, ToolOffer
from performer.tools.tool import Privilege, Tool, ToolSpec
from performer.tools.toolbox import Toolbox


def tool(name: str, privilege: Privilege = "fun") -> Tool:
    spec = ToolSpec(name=name, description="", parameters={"type": "object", "properties": {}})
    return Tool(spec=spec, run=FIND_TOOLS.run, privilege=privilege)


def box(count: int, *more: Tool) -> Toolbox:
    return Toolbox([*(tool(f"t{number}") for number in range(count)), *more])


def names(offer: ToolOffer, may: Privilege = "fun") -> list[str]:
    return [spec.name for spec in offer.specs(may)]


def numbered(*numbers: int) -> list[str]:
    return [f"t{number}" for number in numbers]


def test_as_many_as_may_be_named_need_no_finding() -> None:
    assert names(ToolOffer(box(12, FIND_TOOLS), "fun")) == numbered(*range(12))


def test_of_more_the_first_are_named_and_the_way_to_find_the_others() -> None:
    assert names(ToolOffer(box(13, FIND_TOOLS), "fun")) == [*numbered(*range(11)), "find_tools"]


def test_where_nothing_can_be_found_as_many_as_may_be_are_named() -> None:
    assert names(ToolOffer(box(13), "fun")) == numbered(*range(12))


def test_those_that_are_wanted_first_stand_first_and_unknown_ones_do_no_harm() -> None:
    offer = ToolOffer(box(13, FIND_TOOLS), "fun", most=4, first=["t12", "gone", "t5", "t12", "find_tools"])

    assert names(offer) == [*numbered(12, 5, 0), "find_tools"]


def test_a_beginning_and_a_star_stand_for_all_that_begin_so() -> None:
    offer = ToolOffer(box(3, tool("mcp.b.one"), tool("mcp.b.two"), FIND_TOOLS), "fun", most=4, first=["mcp.b.*"])

    assert names(offer) == ["mcp.b.one", "mcp.b.two", "t0", "find_tools"]


def test_what_was_found_pushes_out_the_last_and_the_others_keep_their_places() -> None:
    offer = ToolOffer(box(20, FIND_TOOLS), "fun", most=6)

    offer.found(numbered(15, 17))

    assert names(offer) == [*numbered(0, 1, 2, 15, 17), "find_tools"]


def test_what_is_named_already_stays_where_it_is_and_is_not_pushed_out_by_what_was_found_with_it() -> None:
    offer = ToolOffer(box(20, FIND_TOOLS), "fun", most=6)

    offer.found(numbered(1))
    assert names(offer) == [*numbered(0, 1, 2, 3, 4), "find_tools"]

    offer.found(numbered(4, 15))
    assert names(offer) == [*numbered(0, 1, 2, 15, 4), "find_tools"]


def test_of_more_finds_than_there_is_room_for_the_newest_are_named() -> None:
    offer = ToolOffer(box(20, FIND_TOOLS), "fun", most=4)

    offer.found(numbered(10, 11))
    offer.found(numbered(12, 13))

    assert names(offer) == [*numbered(11, 12, 13), "find_tools"]


def test_what_is_not_there_cannot_be_found() -> None:
    offer = ToolOffer(box(20, tool("door", "outside"), FIND_TOOLS), "fun", most=4)

    offer.found(["door", "nonsense", "find_tools"])

    assert names(offer) == [*numbered(0, 1, 2), "find_tools"]


def test_what_the_turn_may_not_use_any_more_falls_out_and_none_moves_up() -> None:
    doors = [tool(f"door{number}", "outside") for number in range(2)]
    offer = ToolOffer(Toolbox([*doors, *(tool(f"t{number}") for number in range(9)), FIND_TOOLS]), "outside", most=5)

    assert names(offer, "outside") == ["door0", "door1", *numbered(0, 1), "find_tools"]
    assert names(offer, "fun") == [*numbered(0, 1), "find_tools"]


def test_with_room_for_one_there_is_the_way_to_find_the_others() -> None:
    offer = ToolOffer(box(20, FIND_TOOLS), "fun", most=1)

    offer.found(numbered(3))

    assert names(offer) == ["find_tools"]


RAIN = tool("mcp.sky.rain")


def said(text: str, channel: str = "") -> ChatCue:
    return ChatCue(lines=(ChatLine(text=text, channel=channel),))


@pytest.mark.parametrize(
    "cue",
    [
        said("make it rain!"),
        OperatorCue(text="Rain, please."),
        StreamerCue(text="Pip, make it rain."),
        ScheduleCue(text="Let it rain."),
        ChatCue(lines=(ChatLine(text="make it rain", direct=True), ChatLine(text="hello"))),
    ],
)
def test_what_the_words_of_a_cue_are_about_has_the_last_place(cue: Cue) -> None:
    assert names(ToolOffer(box(20, RAIN, FIND_TOOLS), "fun", cue, most=5)) == [
        *numbered(0, 1, 2),
        RAIN.spec.name,
        "find_tools",
    ]


@pytest.mark.parametrize(
    "cue",
    [
        None,
        said("hello"),
        SceneCue(at_s=0.0, change=0.5),
        AnswerCue(tool="rain", arguments="{}", text="rain", origin=None),
        ChatCue(lines=(ChatLine(text="make it rain"), ChatLine(text="hello", author="rain", direct=True))),
    ],
)
def test_what_nobody_asked_for_changes_nothing(cue: Cue | None) -> None:
    assert names(ToolOffer(box(20, RAIN, FIND_TOOLS), "fun", cue, most=5)) == [*numbered(0, 1, 2, 3), "find_tools"]


def test_no_more_than_three_are_named_for_words_and_only_what_the_turn_may_use() -> None:
    rains = [tool(f"rain{number}") for number in range(9)]
    there = box(20, tool("door", "outside"), *rains, FIND_TOOLS)

    assert names(ToolOffer(there, "fun", said("rain"), most=6)) == [
        *numbered(0, 1),
        *(f"rain{at}" for at in range(3)),
        "find_tools",
    ]
    assert names(ToolOffer(there, "fun", said("door"), most=3)) == [*numbered(0, 1), "find_tools"]
    assert names(ToolOffer(there, "outside", said("door"), most=3), "outside") == ["t0", "door", "find_tools"]


def test_a_servers_definition_comes_by_words_only_into_a_turn_that_may_no_more_than_play() -> None:
    there = box(20, RAIN, tool("rainbow"), FIND_TOOLS)

    assert names(ToolOffer(there, "fun", said("rain"), most=4)) == ["t0", "mcp.sky.rain", "rainbow", "find_tools"]
    assert names(ToolOffer(there, "outside", OperatorCue(text="rain"), most=4)) == [
        *numbered(0, 1),
        "rainbow",
        "find_tools",
    ]


@pytest.mark.parametrize(("channel", "has"), [("discord:7", True), ("console", False), ("", False)])
def test_a_cue_from_discord_has_what_reads_and_writes_there(channel: str, has: bool) -> None:
    there = box(20, *map(tool, DISCORD), FIND_TOOLS)

    offered = names(ToolOffer(there, "fun", said("hello", channel), most=6))

    assert set(AT_DISCORD) < set(DISCORD)
    assert offered == (
        [*numbered(0, 1, 2), *AT_DISCORD, "find_tools"] if has else [*numbered(0, 1, 2, 3, 4), "find_tools"]
    )


def test_those_that_are_wanted_first_are_pushed_out_last() -> None:
    offer = ToolOffer(box(20, RAIN, FIND_TOOLS), "fun", said("rain", "discord:7"), most=4, first=["t9", "t8"])

    assert names(offer) == [*numbered(9, 8), RAIN.spec.name, "find_tools"]


def test_where_all_may_be_named_their_order_is_as_it_is() -> None:
    offer = ToolOffer(box(2, RAIN, *map(tool, ("t2", "t3")), FIND_TOOLS), "fun", said("rain", "discord:7"))

    assert names(offer) == ["t0", "t1", RAIN.spec.name, "t2", "t3"]
