"""`performer mcp` beside a real show: what a program does there is seen, heard, refused and remembered."""

import signal
from pathlib import Path

import pytest
from mcp import Client

from performer.tools.mcp.our_server.show_link import NOT_RUNNING
from tests.e2e.performing import Performing, performing
from tests.performer.tools.mcp.our_server.lending import started
from tests.performer.tools.mcp.our_server.test_bridge import told

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
QUIET = ("--no-sound", "--no-desktop", "--voice", "silent", "--model", "understudy", "--frames", "arcade:7")
OFFERED = ("overlay_text", "show_emote", "set_mood", "spawn_particle", "play_sfx", "describe_frame", "say", "remember")


async def ready(it: Performing) -> Path:
    """Return the home of a show that performs."""
    await it.journalled("FrameSeen")
    return it.home


async def test_a_program_plays_looks_speaks_and_remembers(tmp_path: Path) -> None:
    async with performing(tmp_path / "home", *QUIET) as it, Client(started(await ready(it))) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        shown = await told(client, "overlay_text", text="Tests are green!")
        mood = await told(client, "set_mood", mood="happy")
        looked = await told(client, "describe_frame")
        said = await told(client, "say", text="Good evening from the editor.")
        spoken = await it.journalled("SpeechStarted", lambda line: "from the editor" in line["text"])
        noted = await told(client, "remember", text="The build is green.")
        found = await told(client, "recall", query="build")
        calls = it.events("ToolCalled")

    assert set(OFFERED) <= names
    assert "schedule" not in " ".join(names)
    assert [shown[0], mood[0], looked[0], said[0], noted[0]] == [False] * 5
    assert spoken["turn"]
    assert found[1].endswith("The build is green.")
    assert {(line["agent"], line["turn"]) for line in calls if line["tool"] == "say"} == {("mcp mcp", None)}


async def test_the_hooks_of_the_show_hold_for_programs(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "blocklist.txt").write_text("plonk\n", encoding="utf-8")
    async with performing(home, *QUIET) as it, Client(started(await ready(it))) as client:
        blocked = await told(client, "overlay_text", text="You plonk!")
        masked = await told(client, "remember", text="write to anna.schmidt@example.org")
        found = await told(client, "recall")
        await it.ask("pause")
        paused = await told(client, "say", text="Nobody hears this.")
        often = [await told(client, "overlay_text", text="again") for _ in range(7)]

    assert blocked == (True, "That text cannot go on stage; say something else.")
    assert not masked[0]
    assert "anna" not in found[1]
    assert not often[0][0]
    assert often[-1][0]
    assert paused == (True, "say: the show is paused, and nothing is said now. Let it go.")


async def test_what_a_program_asks_for_with_a_yes_is_done_as_a_programs(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text(
        '[tools.say]\nconfirm = "owner"\n[tools.remember]\nconfirm = "owner"\n', encoding="utf-8"
    )
    async with performing(home, *QUIET) as it, Client(started(await ready(it))) as client:
        for number, (tool, text) in enumerate((("say", "Good evening."), ("remember", "The build is green.")), 1):
            assert "yes" in (await told(client, tool, text=text))[1]
            before = len(it.lines)
            await it.ask("approvals.settle", number=number, approve=True)
            await it.journalled("ApprovalEnded", after=before)
        await it.journalled("SpeechStarted", lambda line: "Good evening" in line["text"])
        notes = await told(client, "recall", query="build")

    assert [line["why"] for line in it.events("ApprovalAsked")] == ["mcp mcp asks"] * 2
    ran = [line for line in it.events("ToolCalled") if line["call"].startswith("approval-")]
    assert [(line["tool"], line["agent"]) for line in ran] == [("say", "mcp mcp"), ("remember", "mcp mcp")]
    assert notes[1].endswith("The build is green.")


async def test_a_show_that_is_killed_is_told_and_the_next_one_is_played_with(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with performing(home, *QUIET) as it, Client(started(await ready(it))) as client:
        before = await told(client, "overlay_text", text="one")
        await it.end(signal.SIGKILL)
        between = await told(client, "overlay_text", text="two")
        (home / "journal.pipe").unlink()
        async with performing(home, *QUIET) as next_one:
            await ready(next_one)
            after = await told(client, "overlay_text", text="three")

    assert not before[0]
    assert between == (True, NOT_RUNNING)
    assert not after[0]
