"""Commands with the real client on a Discord of our own: they are offered once, and each use is answered in time."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.chats.discord.bot.bot import DiscordBot
from performer.chats.discord.channels import MonitoredChannels
from performer.chats.discord.commands.command import AppCommand, ShowAccess
from performer.chats.discord.commands.registry import CommandRegistry, make_app_commands
from performer.chats.discord.hub import DiscordHub
from performer.chats.discord.permissions import Rights
from performer.core.clock import SystemClock
from performer.core.events.stream import EventStream
from performer.core.files.atomic import write_atomically
from performer.core.operations import Operation
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.tools.toolbox import Toolbox
from tests.fakes.discord.interaction import Use
from tests.fakes.discord.server import FakeDiscord
from tests.performer.chats.discord.bot.standing import HURRY, MemoryKeeps, settings

pytestmark = pytest.mark.anyio

GUARD = Guard()


class Impatient(SystemClock):
    """Sleeps a twentieth of what it is told, so that answers are deferred at once."""

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds / 20)


class Square:
    """A server with an owner, a moderator and a stranger, and a performer whose show does what it is told."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.discord = FakeDiscord()
        self.guild = self.discord.guild()
        self.channel = self.discord.channel(self.guild)
        moderates = self.discord.role(self.guild, "mod")
        self.moderator = self.discord.person("Mod", self.guild, roles=[moderates])
        self.stranger = self.discord.person("Mallory", self.guild)
        self.role_id = moderates.id
        self.keeps = MemoryKeeps()
        self.told: list[dict[str, Any]] = []
        self.held: anyio.Event | None = None

    @asynccontextmanager
    async def performer(self, *, without: str = "") -> AsyncIterator[None]:
        """Have a performer be there; `without` a command."""
        clock = Impatient(seed=7)
        stream = EventStream(clock)
        owners, moderators = (self.discord.owner.id,), (self.role_id,)
        chosen = settings(self.discord, owners=owners, moderator_roles=moderators, stage_channel="")
        token_file = self.home / "discord.token"
        write_atomically(token_file, f"{self.discord.token}\n".encode())
        bot = DiscordBot(clock, chosen, token_file, self.keeps, HURRY)
        monitored, runtime = MonitoredChannels(chosen, self.keeps), Runtime(clock, stream, GUARD)
        commands: list[AppCommand] = make_app_commands(
            runtime, bot, chosen, ShowAccess(self.operations, Toolbox, lambda _digest: None), monitored
        )
        offered = [each for each in commands if each.declared.name != without]
        registry = CommandRegistry(runtime, bot, offered, Rights(chosen))
        hub = DiscordHub(clock, stream, bot)
        puts = len(self.puts)
        async with anyio.create_task_group() as tasks:
            await tasks.start(registry.run)
            with anyio.fail_after(15):
                await tasks.start(hub.run, registry.hear)
            if not puts or without:
                await self.discord.wait_for(lambda _: len(self.puts) > puts)
            yield
            tasks.cancel_scope.cancel()

    @property
    def puts(self) -> list[Any]:
        return self.discord.asked("PUT", "/commands")

    @property
    def operations(self) -> dict[str, Operation]:
        def operation(name: str, answer: Any) -> Operation:
            async def run(arguments: Mapping[str, Any]) -> Any:
                self.told.append({"op": name, **arguments})
                if self.held:
                    await self.held.wait()
                return answer

            return run

        return {name: operation(name, answer) for name, answer in ANSWERS.items()}

    async def uses(self, person: Any, command: str, /, **options: Any) -> Use:
        return await self.discord.answered(self.discord.use(person, self.channel, command, **options))


PLAN = {"number": 1, "text": "drink", "when": "soon", "channel": "", "by": "", "is_own": False}
STATE = {"pauses": {}, "speaking": False, "turn": None, "down": {}, "roles": [], "endpoints": []}
ANSWERS: dict[str, Any] = {
    "say": "it will be said next",
    "hush": "silent",
    "pause": "paused",
    "resume": "resumed",
    "persona": "it plays Pip",
    "react": "it will look next",
    "status": STATE,
    "config.get": True,
    "config.set": "mascot.mood is saved in /home/ann/config.toml. It holds now.",
    "memory.notes": [],
    "memory.forget": "forgotten: 1 message, 0 notes",
    "schedule.add": {"number": 1, "understood": "once, in 10 min"},
    "schedule.list": [PLAN],
    "schedule.remove": "plan 1 is gone",
}


@pytest.fixture
async def square(tmp_path: Path) -> AsyncIterator[Square]:
    it = Square(tmp_path)
    async with it.discord:
        yield it


async def test_each_command_is_answered_to_owners_moderators_and_strangers(square: Square) -> None:
    given: dict[str, dict[str, Any]] = {
        "/monitor add": {"channel": square.channel},
        "/monitor list": {},
        "/monitor remove": {"channel": square.channel.id},
        "/say": {"text": "hello"},
        "/react": {},
        "/hush": {},
        "/pause": {"reason": "tea"},
        "/resume": {},
        "/mood": {"mood": "happy"},
        "/schedule add": {"when": "in 10 minutes", "what": "drink", "skip_if_missed": True},
        "/schedule list": {},
        "/schedule remove": {"plan": "1"},
        "/forget": {"person": square.moderator},
        "/notes": {},
        "/model": {},
        "/status": {},
        "/persona": {},
        "/tools": {},
    }
    async with square.performer():
        for command, options in given.items():
            for person in (square.discord.owner, square.moderator):
                use = await square.uses(person, command, **options)
                assert use.text, command
                assert not use.text.startswith("Only"), command
            refused = await square.uses(square.stranger, command, **options)
            assert refused.is_private, command
            assert refused.text.startswith("Only") is (
                command not in {"/notes", "/model", "/status", "/persona", "/tools"}
            )

    assert not [use for use in square.discord.callbacks.uses.values() if use.is_too_late]
    assert {"op": "memory.forget", "person": square.moderator.id} in square.told


async def test_choices_are_offered_while_an_option_is_typed(square: Square) -> None:
    async with square.performer():
        typed = square.discord.type_option(square.moderator, square.channel, "/mood", mood="hap")
        plans = square.discord.type_option(square.moderator, square.channel, "/schedule remove", plan="")
        strangers = square.discord.type_option(square.stranger, square.channel, "/mood", mood="hap")
        for use in (typed, plans, strangers):
            await square.discord.answered(use)

    assert [use.choices for use in (typed, plans, strangers)] == [
        [{"name": "happy", "value": "happy"}],
        [{"name": "1: drink", "value": "1"}],
        [],
    ]


async def test_what_takes_longer_is_deferred_and_answered_later_for_the_person_alone(square: Square) -> None:
    async with square.performer():
        square.held = anyio.Event()
        use = square.discord.use(square.moderator, square.channel, "/pause")
        await square.discord.wait_for(lambda _: use.is_loading)
        square.held.set()
        await square.discord.answered(use)

    assert use.text.startswith("Paused: as Mod asked")
    assert use.is_private


async def test_a_set_that_is_the_same_is_put_up_once_and_another_one_again(square: Square) -> None:
    for _ in range(2):
        async with square.performer():
            assert (await square.uses(square.moderator, "/hush")).text == "Silent."
    assert len(square.puts) == 1

    async with square.performer(without="persona"):
        assert len(square.puts) == 2
        square.discord.gateway.abort()
        await square.discord.connected()
        assert (await square.uses(square.moderator, "/hush")).text == "Silent."
    assert len(square.puts) == 2


async def test_an_answer_pings_nobody(square: Square) -> None:
    async with square.performer():
        use = await square.uses(square.moderator, "/pause", reason=f"@everyone <@{square.stranger.id}> discord.gg/abc")

    assert "@everyone" not in use.text
    assert "discord.gg/" not in use.text
    assert use.callbacks[0]["data"]["allowed_mentions"]["parse"] == []


async def test_whoever_uses_a_sixth_command_while_five_are_done_is_told_so(tmp_path: Path) -> None:
    square = Square(tmp_path)
    square.held = anyio.Event()
    async with square.discord, square.performer():
        five = [square.discord.use(square.stranger, square.channel, "/status") for _ in range(5)]
        await square.discord.wait_for(lambda _: len(square.told) == 5)
        sixth = await square.uses(square.stranger, "/status")
        square.held.set()
        for use in five:
            await square.discord.answered(use)

    assert sixth.text.startswith("Five commands of yours are still being done")
    assert sixth.is_private
    assert [use.text for use in five] == ["Waiting for something worth a line."] * 5
