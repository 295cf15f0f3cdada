"""Every setting that is said to hold at once does: in a show with all its parts, without a restart."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import anyio
import anyio.lowlevel
import pytest

from performer.config.changes import ConfigChanges
from performer.config.config import Config
from performer.config.keys import get_value, split_key
from performer.config.run_options import RunOptions
from performer.config.schema import describe_settings
from performer.core.clock import SystemClock
from performer.core.errors import ConfigError
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.guard.runtime import build_runtime
from performer.memory.memory import open_memory
from performer.models.driver.server_quirks import ServerQuirks
from performer.wiring.engines import Base, build_engines
from performer.wiring.live import build_live
from performer.wiring.parts import Parts, build_parts

pytestmark = pytest.mark.anyio

OTHERS: Final[dict[str, Any]] = {
    "frames.masks": [[0.0, 0.0, 1.0, 1.0]],
    "guard.own_names": ["Ann Example"],
    "pauses.scenes": ["BRB"],
    "pauses.programs": ["vault*"],
    "pauses.shortcut": "Ctrl+Alt+P",
    "schedule.zone": "Europe/Berlin",
    "sound.order": ["sfx", "page"],
    "mic.language": "de",
    "model.keep_alive": "5m",
    "tools.first": ["play_sfx"],
    "tools.confirm": ["play_sfx"],
    "stage.theme": "bold",
    "updates.address": "https://example.org/latest.json",
    "voice.pronunciation.words": {"gg": "good game"},
    "voice.languages": {"de": "espeak"},
    "voice.http.rate": 16_000,
    "voice.engine": "silent",
    "voice.fallback": ["silent"],
    "voice.command.key_variables": ["MY_KEY"],
    "frames.source": "arcade:2",
    "scene.persona": "cosy",
    "discord.keywords": ["owl"],
    "discord.approvals_channel": "12345",
    **{f"discord.{name}": ["12345"] for name in ("denied_channels", "owners", "moderator_roles", "approver_roles")},
    "keys.hush": "F13",
    "keys.pause": "F14",
    "keys.react": "F15",
    "keys.talk": "F16",
    **{
        f"layout.{board}.{name}": [0.1, 0.1, 0.2, 0.2]
        for board in ("landscape", "portrait")
        for name in ("caption", "bubble", "card", "emote", "avatar")
    },
    "listening.names": ["Birdie"],
    **{f"layout.{board}.hidden": ["card"] for board in ("landscape", "portrait")},
    **{f"layout.{board}.keep_clear": [[0.1, 0.1, 0.2, 0.2]] for board in ("landscape", "portrait")},
}
"""A value that is right and not the default, where the type alone does not tell one."""
OF_RULES: Final[dict[str, Any]] = {
    "confirm": "owner",
    "rate": "9/min",
    "person_rate": "2/min",
    "cache": 12.0,
    "cache_for": "all",
    "exclusive": "screen",
    "clamp": {"volume": [0.0, 0.5]},
    "show": "card",
}


@dataclass
class LiveShow:
    """A built show, and what changes its settings."""

    parts: Parts
    changes: ConfigChanges

    @property
    def config(self) -> Config:
        """The settings that its parts were built from."""
        return self.parts.base.config


@pytest.fixture
async def show(tmp_path: Path) -> AsyncIterator[LiveShow]:
    clock, home = SystemClock(seed=7), Home(config=tmp_path, data=tmp_path)
    home.make()
    settings = {"frames": {"source": "arcade"}, "voice": {"engine": "silent"}, "mic": {"enabled": True}}
    stream, config = EventStream(clock), Config.model_validate(settings)
    async with AsyncExitStack() as stack:
        engines = await build_engines(clock, stream, config, stack, quirks=ServerQuirks())
        database = await stack.enter_async_context(open_memory(clock, stream, home.memory_file))
        runtime = build_runtime(clock, stream, config.guard, home)
        parts = build_parts(Base(runtime, config, home, RunOptions(desktop=False), database), engines)
        yield LiveShow(parts, build_live(parts, lambda _: None).changes)


def find_other(key: str, value: Any, kind: Any) -> Any:
    """Return another value that a setting may have."""
    if key in OTHERS:
        return OTHERS[key]
    if key.startswith("tools.") and key.count(".") == 2 and split_key(key)[-1] in OF_RULES:
        return OF_RULES[split_key(key)[-1]]
    if isinstance(value, bool) or kind.get("type") == "boolean":
        return not value
    if "enum" in kind:
        return next(each for each in kind["enum"] if each != value)
    if kind.get("type") in {"number", "integer"}:
        least = kind.get("minimum", kind.get("exclusiveMinimum", 0) + 1)
        most = kind.get("maximum", 1000)
        return most if value != most else least
    return "another"


@pytest.mark.slow
async def test_every_live_setting_holds_at_once_in_the_section_that_its_part_has(show: LiveShow) -> None:
    changes = show.changes
    await changes.take_over()
    described = describe_settings(changes.file.load(), changes.in_force)
    live = [each for each in described if each["live"] and each["section"] not in {"mcp", "prototypes"}]
    wanted = {each["key"]: find_other(each["key"], each["value"], each["schema"]) for each in live}
    changes.file.set_all(wanted)
    await changes.take_over()

    assert changes.trouble == ""
    written, default = changes.file.load().config, Config()
    held = {key: get_value(show.config, split_key(key)) for key in wanted}
    assert {key for key in wanted if held[key] != get_value(written, split_key(key))} == set()
    assert {key for key in wanted if held[key] == get_value(default, split_key(key))} <= {"voice.engine"}
    assert len(live) > 250


async def see(show: LiveShow) -> int:
    """Return the brightest of the grey of the next picture."""
    frames = show.parts.engines.source.frames()
    try:
        return max((await anext(frames)).luma)
    finally:
        await frames.aclose()


async def test_a_mask_hides_from_the_next_picture_on_and_what_was_seen_before_is_forgotten(show: LiveShow) -> None:
    bright = await see(show)
    await show.changes.set("frames.masks", [[0.0, 0.0, 1.0, 1.0]])

    assert (bright > 0, await see(show)) == (True, 0)


async def test_a_tool_that_is_denied_is_gone_from_the_next_turn_on(show: LiveShow) -> None:
    def offered() -> set[str]:
        return {spec.name for spec in show.parts.tools.toolboxes.make_box().specs}

    before = offered()
    await show.changes.set("tools.spawn_particle.deny", True)
    await show.changes.set('tools."set_*".deny', True)

    assert before - offered() == {"spawn_particle", "set_mood"}


async def test_a_name_that_must_not_be_said_is_masked_at_once(show: LiveShow) -> None:
    await show.changes.set("guard.own_names", ["Ann Exampleton"])

    assert "Exampleton" not in show.parts.base.runtime.guard.passed("Ann Exampleton", limit=80, where="text")


async def test_a_scene_of_obs_that_is_listed_during_the_show_pauses_it(show: LiveShow) -> None:
    pauses = show.parts.acting.pauses
    async with anyio.create_task_group() as tasks:
        await tasks.start(pauses.run)
        pauses.show_scene("BRB")
        await show.changes.set("pauses.scenes", ["BRB"])
        with anyio.fail_after(5):
            while not show.parts.ground.turns.is_paused():
                await anyio.lowlevel.checkpoint()
        tasks.cancel_scope.cancel()


async def test_a_line_is_spoken_as_loud_as_is_set_by_then(show: LiveShow) -> None:
    await show.changes.set("sound.duck_db", 0)
    await show.changes.set("turn.steps", 2)
    await show.changes.set("director.scene_age_s", 60)

    assert (show.parts.ground.speaker.duck, show.parts.acting.performer.settings.steps) == (1.0, 2)


async def test_a_value_that_a_part_refuses_is_at_neither(show: LiveShow) -> None:
    with pytest.raises(ConfigError, match="Atlantis"):
        await show.changes.set("schedule.zone", "Sea/Atlantis")

    assert show.config.schedule.zone == ""
