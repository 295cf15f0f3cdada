"""A set-up for tests: the commands of a show whose director, plans, memory and settings are real, in virtual time."""

import itertools
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import anyio

from performer.agent.operations import ShowOperations
from performer.agent.schedule.operations import ScheduleOperations
from performer.agent.schedule.plan import ScheduleSettings
from performer.agent.schedule.scheduler import Scheduler
from performer.chats.discord.channels import MonitoredChannels
from performer.chats.discord.commands.command import ShowAccess
from performer.chats.discord.commands.registry import CommandRegistry, make_app_commands
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.permissions import Rights
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import Answer, ChannelInfo
from performer.chats.discord.wire.values import Channel, Interaction, Person
from performer.config.changes import ConfigChanges
from performer.config.config import Config
from performer.config.file import ConfigFile
from performer.config.in_force import SettingsInForce
from performer.config.operations import ConfigOperations
from performer.core.clock import VirtualClock
from performer.core.operations import Operation
from performer.core.status import Role
from performer.core.storage import Store
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.memory.messages import MessageStore
from performer.memory.notes import Notes
from performer.memory.operations import MemoryOperations
from performer.stage.server.status import Status
from performer.tools.tool import Tool
from performer.tools.toolbox import Toolbox
from tests.performer.agent.director.scripted_show import Rehearsal
from tests.performer.chats.discord.given import LittleLink, LittleMemory
from tests.performer.memory.inline import InlineStore

OWNER = Person(id="5", name="Ann")
MODERATOR = Person(id="6", name="Mo_d", role_ids=("44",))
STRANGER = Person(id="7", name="Mallory")
GUARD = Guard(words=["badword"])
HERE, STAGE, OTHER, CATEGORY, ABROAD = "300", "301", "302", "303", "304"
"""Channels; the last is of another server."""
DENIED = DiscordFailed("denied", "The channel 999 is in discord.denied_channels.", "discord.channel.info")


class CommandSetup:
    """Where people use commands."""

    def __init__(self, home: Path, clock: VirtualClock, store: Store, **settings: Any) -> None:
        self.clock = clock
        self.it = Rehearsal(clock)
        self.moods: list[str] = []
        self.link = LittleLink(**{ChannelInfo.__name__: _info})
        self.messages, self.notes = MessageStore(clock, store), Notes(clock, store)
        self.timetable = Scheduler(
            clock,
            self.it.stream,
            ScheduleSettings(zone="UTC"),
            store,
            give=self.it.inbox.put,
            room=lambda: 10,
        )
        chosen = DiscordSettings(owners=("5",), moderator_roles=("44",), stage_channel=STAGE, **settings)
        self.monitored = MonitoredChannels(chosen, LittleMemory())
        self.models: list[str] | None = ["gemma3:4b", "new:4b", "plain:latest"]
        """Those that the lead's server has; None: it keeps no list."""
        self.operations: dict[str, Operation] = {}
        runtime = Runtime(clock, self.it.stream, GUARD)
        show = ShowAccess(self.operations, _toolbox, lambda _digest: None)
        commands = make_app_commands(runtime, self.link, chosen, show, self.monitored)
        self.registry = CommandRegistry(runtime, self.link, commands, Rights(chosen))
        self.operations |= self._all_operations(home)
        self._numbers = itertools.count(900)

    def tell(self, person: Person, kind: Any, name: str, asked: str = "", /, *, where: str, **options: Any) -> None:
        """Have somebody use a command or type an option of it."""
        self.registry.hear(
            Interaction(
                interaction_id=str(next(self._numbers)),
                kind=kind,
                name=name,
                asked=asked,
                options=options,
                person=person,
                channel_id=where,
                guild_id="100",
            )
        )

    async def set(self, key: str, value: object) -> None:
        """Have a setting be another from now on."""
        await self.operations["config.set"]({"key": key, "value": value})

    async def use(self, person: Person, name: str, /, *, where: str = HERE, **options: Any) -> Answer:
        """Use a command, and wait for the answer."""
        return await self._answered(person, "command", name, where=where, **options)

    async def says(self, person: Person, name: str, /, *, where: str = HERE, **options: Any) -> str:
        """Use a command, and read the answer."""
        return (await self.use(person, name, where=where, **options)).content

    async def types(self, person: Person, name: str, option: str, text: str = "") -> list[str]:
        """Type an option, and read the choices."""
        answer = await self._answered(person, "choices", name, option, where=HERE, **{option: text})
        return [shown for shown, _ in answer.choices or ()]

    async def _answered(self, person: Person, kind: Any, name: str, asked: str = "", /, **more: Any) -> Answer:
        before = len(self.link.asked_for(Answer))
        self.tell(person, kind, name, asked, **more)
        await self.link.until_asked(Answer, before + 1)
        return self.link.asked_for(Answer)[-1]

    def _all_operations(self, home: Path) -> dict[str, Operation]:
        async def feel(mood: str) -> None:
            self.moods.append(mood)

        status = Status(self.it.stream, GUARD, roles=lambda: _ROLES, show=self.it.turns)
        in_force = SettingsInForce(Config(), {"mascot.mood": feel, **_TAKEN_UP})
        changes = ConfigChanges(in_force, ConfigFile(home / "config.toml", environ={}))

        async def models(_arguments: Mapping[str, Any]) -> list[str] | None:
            return self.models

        show = ShowOperations(self.clock, self.it.director, GUARD, show_scene=lambda _name: None)
        return {
            "models.names": models,
            **show.by_name(),
            **ConfigOperations(changes, status, lambda _roles: None).by_name(),
            **MemoryOperations(self.messages, self.notes, no_copies).by_name(),
            **ScheduleOperations(self.timetable, GUARD).by_name(),
        }


async def no_copies() -> str:
    """Have nothing to make anew: there are no copies of what is in the machine's memory."""
    return ""


async def _take_up(_value: object) -> None:
    """Have a setting hold at once that a real show takes up when it starts."""


_TAKEN_UP = dict.fromkeys(("model.spec", "models", "schedule.enabled"), _take_up)
_ROLES = (
    Role(part="brain", plays="qwen3-vl:8b at http://192.168.7.9:11434", why="the first that sees"),
    Role(part="stage", plays="http://127.0.0.1:8766/stage?token=abc"),
)


def _info(call: ChannelInfo) -> Channel | DiscordFailed:
    if call.channel_id == "999":
        return DENIED
    kind: Any = "category" if call.channel_id == CATEGORY else "text"
    guild = "101" if call.channel_id == ABROAD else "100"
    return Channel(channel_id=call.channel_id, guild_id=guild, name=f"room {call.channel_id}", type=kind)


def _toolbox() -> Toolbox:
    async def show_emote(name: str) -> str:
        """Show an emote. It stays for 3 s."""
        return name

    async def send_post(text: str) -> str:
        """Send `posts` to @everyone."""
        return text

    async def swear() -> str:
        """Say badword. It is rude."""
        return "done"

    return Toolbox([Tool.of(show_emote), Tool.of(send_post, privilege="outside"), Tool.of(swear)], may_ask=True)


@asynccontextmanager
async def command_setup(home: Path, clock: VirtualClock, **settings: Any) -> AsyncIterator[CommandSetup]:
    with closing(InlineStore()) as store:
        at = CommandSetup(home, clock, store, **settings)
        async with anyio.create_task_group() as tasks:
            await tasks.start(at.registry.run)
            yield at
            tasks.cancel_scope.cancel()
