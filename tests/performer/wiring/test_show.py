"""The whole show, built from engines that need nothing: everything is in its place, and nothing is set on it later."""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from typing import Any, Final

import pytest

from docs.generate.operations import names
from performer.chats.command_table import COMMANDS
from performer.chats.tool_words import describe_tool
from performer.config.config import Config
from performer.config.run_options import RunOptions
from performer.core.clock import SystemClock
from performer.core.errors import ToolRefusedError
from performer.core.events.stream import EventStream
from performer.core.files.home import CHECKOUT, PAGE, Home
from performer.core.plain_console import make_plain_console
from performer.core.show import Show
from performer.guard.runtime import build_runtime
from performer.memory.memory import open_memory
from performer.models.driver.server_quirks import ServerQuirks
from performer.stage.server.lately import Lately
from performer.stage.server.status import Status
from performer.wiring.engines import Base, build_engines
from performer.wiring.live import build_live
from performer.wiring.operations import build_operations
from performer.wiring.parts import Parts, build_parts
from performer.wiring.show import build_show

pytestmark = pytest.mark.anyio

EVERYTHING: Final[dict[str, Any]] = {
    "model": {"spec": "ollama:tiny@http://127.0.0.1:9", "describe": "ollama:seer@http://127.0.0.1:9"},
    "guard": {"judge": "ollama:judge@http://127.0.0.1:9"},
    "frames": {"source": "arcade"},
    "voice": {"engine": "silent"},
    "mic": {"enabled": True},
    "discord": {"enabled": True},
    "agents": {"chat_reader": True},
    "prototypes": {"researcher": {"model": "ollama:helper@http://127.0.0.1:9"}},
    "mcp": {"weather": {"command": "weather-server"}},
}
"""A configuration in which no part is left out."""

HOOKS: Final = (
    "make_guard_hook",
    "make_trace_hook",
    "make_shut_hook",
    "make_rate_limit_hook",
    "drop_strays",
    "make_clamp_hook",
    "make_confirm_hook",
    "make_discord_hooks",
    "make_job_hook",
    "make_picture_hook",
    "make_exclusive_hook",
    "make_cache_hook",
    "make_retry_hook",
    "make_timeout_hook",
)


ASKED_BY_PAGE: Final = re.compile(r"""(?:ask|useAnswer)\("([\w.]+)\"""")
ORDERED: Final = re.compile(r"""(?:ask_performer|order)\("([\w.]+)\"""")


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    clock, home = SystemClock(seed=7), Home(config=tmp_path, data=tmp_path)
    home.make()
    stream, config = EventStream(clock), Config.model_validate(EVERYTHING)
    async with AsyncExitStack() as stack:
        engines = await build_engines(clock, stream, config, stack, quirks=ServerQuirks())
        database = await stack.enter_async_context(open_memory(clock, stream, home.memory_file))
        options = RunOptions(desktop=False)
        yield build_parts(
            Base(build_runtime(clock, stream, config.guard, home), config, home, options, database), engines
        )


@pytest.fixture
def played(parts: Parts) -> Show:
    return build_show(parts, make_plain_console(), begin_again=lambda: None, end=lambda: None)


def name_makers(hooks: tuple[Any, ...]) -> tuple[str, ...]:
    """Name the functions that made hooks, each once where it made several in a row."""
    names = [hook.__qualname__.partition(".")[0] for hook in hooks]
    return tuple(name for place, name in enumerate(names) if names[place - 1 : place] != [name])


async def test_every_hook_stands_around_a_call_in_its_place(parts: Parts) -> None:
    hooks = parts.tools.toolboxes.make_program_box().hooks

    assert name_makers(hooks.of_turn) == HOOKS
    unasked = ("make_rate_limit_hook", "make_confirm_hook", "make_job_hook")
    assert name_makers(hooks.of_approved) == tuple(each for each in HOOKS if each not in unasked)


async def test_every_source_of_tools_is_asked_once(parts: Parts) -> None:
    sources = [getattr(each, "func", each).__qualname__ for each in parts.tools.toolboxes.sources]
    names = [spec.name for spec in parts.tools.toolboxes.make_program_box().specs]

    assert sources == [
        "StageService.tools",
        "Sight.tools",
        "sprite_tools",
        "SubAgents.tools",
        "Memory.tools",
        "make_schedule_tools",
        "PluginTools.tools",
        "McpServers.tools",
        "make_discord_tools",
        "make_keep_tools",
    ]
    assert len(names) == len(set(names))
    assert {"overlay_text", "make_sprite", "delegate", "remember", "discord.send", "find_tools"} <= set(names), names


async def test_a_program_may_make_as_many_calls_as_the_settings_say(parts: Parts) -> None:
    most = parts.base.config.tools.program_calls_per_min
    said = ""
    for _ in range(most + 1):
        with pytest.raises(ToolRefusedError) as refused:
            await parts.tools.programs.call("a", "nothing of the kind", {}, lambda _: None)
        said = str(refused.value)

    assert said.startswith(f"A program may make {most} calls a minute")


async def test_every_service_runs_once_and_in_its_order(played: Show) -> None:
    groups = (played.before_stage, played.before_table, played.after_table)

    assert [[service.name for service in group] for group in groups] == [
        ["status", "lately", "memory's record", "recorder", "brain", "words", "judge", "in words", "voice", "scene"],
        [
            *("speaker", "plug-ins", "own words", "settings", "unsaved settings", "beginning again", "pauses"),
            *("memory", "schedule", "kept cues"),
            *(
                "unanswered questions",
                "approvals",
                "approved calls",
                "errands",
                "work on models",
                "work on voices",
                "tool servers",
                "helper ollama:helper@http://127.0.0.1:9",
                "chat reader",
            ),
            *("discord chat", "discord approvals", "discord commands", "discord mirror", "discord", "ears", "levels"),
            *("tool rules", "budgets", "words on the screen", "costs", "log for pages", "replay", "updates"),
            "picture for pages",
        ],
        ["console", "eyes", "director", "listening", "desktop", "answers", "chat"],
    ]
    readers = {service.name for group in groups for service in group if service.is_reader}
    assert readers == {"status", "lately", "memory's record", "recorder", "console"}


async def test_every_part_can_be_asked_and_shown(played: Show, offered: set[str]) -> None:
    shown = {role.part for role in played.roles()}
    asked = {name.partition(".")[0] for name in offered}

    assert {"eyes", "brain", "voice", "ears", "judge", "memory", "reader", "chat"} <= shown, shown
    assert {"say", "config", "guard", "approvals", "memory", "models", "schedule", "errands", "mcp"} <= asked, asked


@pytest.fixture
def offered(parts: Parts) -> set[str]:
    """The names of all operations; `watch` is about the asker, and the socket's own."""
    run = parts.base.runtime
    lately = Lately(run.stream, run.guard, lambda _: None)
    live, status = build_live(parts, lambda _: None), Status(run.stream, run.guard)
    return {*build_operations(parts, live, status, lately, lambda: None, lambda: None), "watch"}


async def test_page_terminal_and_chats_ask_for_nothing_that_is_not_in_the_table(offered: set[str]) -> None:
    page, terminal = PAGE / "control", CHECKOUT / "performer" / "cli"
    asked = {name for file in page.rglob("*.mjs") for name in ASKED_BY_PAGE.findall(file.read_text("utf-8"))}
    ordered = {name for file in terminal.rglob("*.py") for name in ORDERED.findall(file.read_text("utf-8"))}
    forwarded = {row.name for row in COMMANDS if row.forwards}

    assert len(asked) > 30
    assert len(ordered) > 10
    assert (asked | ordered | forwarded) - offered == set()


async def test_every_operation_stands_in_the_reference(offered: set[str]) -> None:
    assert offered - (names() | {"watch"}) == set()


async def test_models_that_help_and_are_not_there_yet_are_not_shown_as_if_they_did(parts: Parts) -> None:
    _lead, describer, judge, helper = parts.engines.health()

    assert [each.state for each in (describer, judge, helper)] == ["loading"] * 3


async def test_nothing_is_set_on_a_part_once_it_is_built(parts: Parts) -> None:
    before = dict(list_attributes(parts))
    build_show(parts, make_plain_console(), begin_again=lambda: None, end=lambda: None)

    assert dict(list_attributes(parts)) == before
    for frozen in (parts, parts.tools, parts.tools.toolboxes.make_box()):
        with pytest.raises(FrozenInstanceError):
            setattr(frozen, fields(frozen)[0].name, None)


def list_attributes(parts: Parts) -> Iterator[tuple[str, int]]:
    """Yield each attribute of each part by its path, with the identity of its value."""
    for group in fields(parts):
        for part in fields(getattr(parts, group.name)):
            value = getattr(getattr(parts, group.name), part.name)
            for name in getattr(value, "__dict__", {}):
                yield f"{group.name}.{part.name}.{name}", id(value.__dict__[name])


async def test_no_tool_of_ours_is_described_to_people_as_to_a_model(parts: Parts) -> None:
    told = [describe_tool(spec.name, spec.description) for spec in parts.tools.toolboxes.make_box().specs]

    assert len(told) > 12
    assert [each for each in told if re.search(r"\byou(r|rself)?\b", each)] == []
