"""Tools found by the names that models print."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.tools.tool import ToolSpec

NAMES = ("play_sfx", "play_sound", "overlay_text", "discord_send", "discord_channel_messages", "mcp.time.now", "hush")


def tool(name: str, *keys: str) -> ToolSpec:
    properties = {key: {"type": "string"} for key in keys}
    return ToolSpec(name=name, description="", parameters={"type": "object", "properties": properties})


OFFERED = OfferedTools(tool(name, "text", "channel_id") for name in NAMES)
FOUND = [
    ("play_sfx", "play_sfx"),
    ("PLAY_SFX", "play_sfx"),
    ("playSfx", "play_sfx"),
    ("play sfx", "play_sfx"),
    ("functions.play_sfx", "play_sfx"),
    ("functions.play_sfx:0", "play_sfx"),
    ("multi_tool_use.functions.hush", "hush"),
    ("default_api:hush()", "hush"),
    ("play_sfx<|channel|>commentary", "play_sfx"),
    ("functions.play_sfx json", "play_sfx"),
    ("**`overlay\\_text`**", "overlay_text"),
    ('"overlay_text",', "overlay_text"),
    ('overlay_text{"text"', "overlay_text"),
    ("play_sounds", "play_sound"),
    ("overlay_tex", None),
    ("discord_chanel_mesages", "discord_channel_messages"),
    ("functions.mcp.time.now", "mcp.time.now"),
    ("mcp_time_now", "mcp.time.now"),
    ("play_song", None),
    ("discord_delete", None),
    ("discord", None),
    ("overlay_...", None),
    ("play_sfx...", None),
    ("capture_screenshot", None),
    ("", None),
    ("functions.", None),
    ("x" * 10_000, None),
]


@pytest.mark.parametrize(("printed", "name"), FOUND)
def test_a_name_is_found_however_it_is_dressed_and_never_guessed(printed: str, name: str | None) -> None:
    found = OFFERED.find(printed)

    assert (found and found.name) == name


def test_twins_in_dress_are_told_apart_exactly_or_not_at_all() -> None:
    twins = OfferedTools([tool("overlay_text"), tool("overlay-text")])

    assert twins.find("overlay-text") is not twins.find("overlay_text") is not None
    assert twins.find("overlayText") is None
    assert twins.find("overlay_texts") is None


def test_a_slip_between_two_is_none_of_them() -> None:
    assert OfferedTools([tool("play_sounds"), tool("play_soundy")]).find("play_sound") is None


def test_slips_are_not_looked_over_when_told_so() -> None:
    assert OFFERED.find("play_sounds", misspelt=False) is None
    assert OFFERED.find("PlaySound", misspelt=False) is not None


@settings(max_examples=60, deadline=None)
@given(name=st.sampled_from(NAMES), before=st.sampled_from(["", "functions.", '"', "tools."]), at=st.integers(0, 40))
def test_every_beginning_of_a_name_can_become_it(name: str, before: str, at: int) -> None:
    printed = before + name

    assert OFFERED.can_begin(printed[:at])
    assert OFFERED.can_begin(printed[:at].upper())


@pytest.mark.parametrize("prefix", ["plays_a", "overlay_texts", "The", "functions.x", "h" * 10_000])
def test_other_beginnings_cannot(prefix: str) -> None:
    assert not OFFERED.can_begin(prefix)


@pytest.mark.parametrize(
    ("text", "parted"),
    [
        ("overlay_texttext", ("overlay_text", "text")),
        ("overlay_text Text", ("overlay_text", "text")),
        ("discord_channel_messages channel_id", ("discord_channel_messages", "channel_id")),
        ("discord_channel_messageschannelId", ("discord_channel_messages", "channel_id")),
        ("overlay_text", None),
        ("overlay_textcolour", None),
        ("text", None),
    ],
)
def test_a_key_that_sticks_to_the_name_is_parted_from_it(text: str, parted: tuple[str, str] | None) -> None:
    found = OFFERED.split_glued(text)

    assert (found and (found[0].name, found[1])) == parted
