"""The app commands of a show, and the registry that offers them at Discord and answers each use of one."""

import logging
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

import anyio
from anyio.abc import TaskGroup, TaskStatus

from performer.chats.command_table import COMMANDS
from performer.chats.discord.channels import MonitoredChannels
from performer.chats.discord.commands.command import (
    MOST_CHOICES,
    AppCommand,
    Choice,
    CommandUse,
    GuardedText,
    Handler,
    Reply,
    ShowAccess,
    format_right,
    make_sentence,
)
from performer.chats.discord.commands.memory import make_memory_handlers
from performer.chats.discord.commands.monitored_channels import make_monitor_handlers
from performer.chats.discord.commands.schedule import make_schedule_handlers
from performer.chats.discord.commands.show import make_setting_handlers, make_show_handlers
from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.permissions import Right, Rights
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import MOST_CONTENT, Answer, Command, SyncCommands
from performer.chats.discord.wire.values import DiscordEvent, Interaction, LinkChanged
from performer.core.errors import PerformerError
from performer.core.own_text import OwnText, own
from performer.core.plain_reason import make_plain_reason
from performer.core.process.supervisor import run_contained
from performer.guard.runtime import Runtime

_log = logging.getLogger(__name__)

_AGAIN_S: Final = 60.0
_LONGEST_S: Final = 60.0
"""How long a command may take; the person sees after two seconds that it is being done."""
_CHOICES_S: Final = 1.8
"""Choices that come later are not shown any more."""
_MOST_AT_ONCE: Final = 50
"""Uses by people who may not moderate; whoever comes on top is told to come again, as many at once."""
_MOST_OF_ONE: Final = 5
_TOO_MANY: Final = own(
    "Five commands of yours are still being done, so this one was left out. Use it again when one is answered."
)
_CROWDED: Final = own("Too many people use commands right now, so this one was left out. Use it again in a minute.")
_TOO_LONG: Final = own("That took too long, and was given up.")
_BROKE: Final = own("That went wrong; it is in the log.")
_GONE: Final = own("There is no such command any more. Discord will have noticed in a minute.")


class CommandRegistry:
    """Offers commands at Discord, and runs them for those who may use them."""

    def __init__(self, runtime: Runtime, io: DiscordIO, commands: Iterable[AppCommand], rights: Rights) -> None:
        self._clock = runtime.clock
        self._io = io
        self._commands = {each.declared.name: each for each in commands}
        self._rights = rights
        self._words = GuardedText(runtime.guard)
        self._tasks: TaskGroup | None = None
        self._answering: Counter[str] = Counter()
        """The number of uses that are being answered, by person."""
        self._refusing = 0
        """The number of those who are being told that their use was left out."""
        self._is_offered = True
        """Whether Discord knows the commands, as far as we can tell; nobody can be told before the link is up."""
        self._changed = anyio.Event()

    def hear(self, event: DiscordEvent) -> None:
        """Receive uses of commands, and that the link is up; never waits."""
        match event:
            case LinkChanged(is_up=is_up):
                self._is_offered = not is_up
                self._changed.set()
            case Interaction(kind="command") | Interaction(kind="choices") if self._tasks is not None:
                asked = CommandUse(use=event, rights=self._rights.list_rights(event.person, event.guild_id))
                if why_not := self._find_crowd(asked):
                    self._refuse(asked, why_not, self._tasks)
                else:
                    self._answering[asked.person_id] += 1
                    self._tasks.start_soon(self._answer, asked)
            case _:
                pass

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Answer, and keep the commands offered at Discord, until cancelled."""
        try:
            async with anyio.create_task_group() as self._tasks:
                task_status.started()
                while True:
                    self._changed = anyio.Event()
                    if not self._is_offered:
                        await self._offer()
                    with self._clock.move_on_after(math.inf if self._is_offered else _AGAIN_S):
                        await self._changed.wait()
        finally:
            self._tasks = None
            self._answering.clear()

    async def _offer(self) -> None:
        """Set the commands that Discord offers; what may go well later is tried again."""
        try:
            await self._io.call(SyncCommands(commands=tuple(each.declared for each in self._commands.values())))
            self._is_offered = True
        except DiscordFailed as failure:
            # What Discord refuses of the commands themselves, it refuses again.
            is_refused = not failure.retry or (failure.kind == "discord_error" and failure.about != "moment")
            self._is_offered = is_refused
            level = logging.WARNING if is_refused else logging.INFO
            _log.log(level, "Discord may not offer the newest commands: %s", failure)

    def _find_crowd(self, asked: CommandUse) -> OwnText:
        """Return why one more use cannot be answered; empty when it can: a crowd keeps no moderator from /hush."""
        if self._answering[asked.person_id] >= _MOST_OF_ONE:
            return _TOO_MANY
        is_crowded = self._answering.total() >= _MOST_AT_ONCE and not asked.may(Right.MODERATE)
        return _CROWDED if is_crowded else own("")

    def _refuse(self, asked: CommandUse, why_not: OwnText, tasks: TaskGroup) -> None:
        """Log that a use is left out, and tell the person; choices that are left out are not missed."""
        if asked.use.kind != "command":
            return
        own_count, count = self._answering[asked.person_id], self._answering.total()
        told = "'/%s' of person %s is left out: %d of theirs are being done, %d of all."
        _log.info(told, asked.use.name, asked.person_id, own_count, count)
        if self._refusing < _MOST_AT_ONCE:
            self._refusing += 1
            tasks.start_soon(self._tell_refusal, asked.use, why_not)

    async def _tell_refusal(self, use: Interaction, why_not: OwnText) -> None:
        try:
            await self._io.call(Answer(interaction_id=use.interaction_id, content=why_not))
        except DiscordFailed as failure:
            _log.info("'/%s' could not be answered: %s", use.name, failure)
        finally:
            self._refusing -= 1

    async def _answer(self, asked: CommandUse) -> None:
        number = asked.use.interaction_id
        try:
            if asked.use.kind == "command":
                reply = await self._make_reply(asked)
                text = self._words.pass_guard(reply.text)[:MOST_CONTENT]
                answer = Answer(interaction_id=number, content=text, is_private=reply.is_private)
            else:
                answer = Answer(interaction_id=number, choices=tuple(await self._find_choices(asked))[:MOST_CHOICES])
            await self._io.call(answer)
        except DiscordFailed as failure:
            _log.info("'/%s' could not be answered: %s", asked.use.name, failure)
        finally:
            self._answering -= Counter({asked.person_id: 1})

    async def _make_reply(self, asked: CommandUse) -> Reply:
        command = self._commands.get(asked.use.name)
        if command is None:
            return Reply(text=_GONE)
        if not asked.may(command.right):
            return Reply(text=format_right(command.right, own("use /{command}", command=command.declared.name)))
        what = f"The command '/{command.declared.name}'"
        try:
            with self._clock.move_on_after(_LONGEST_S):
                return await run_contained(what, partial(command.handler.run, asked), Reply(text=_BROKE))
        except PerformerError as error:
            sentence = OwnText.of(str(error)).map_foreign(make_plain_reason)
            return Reply(text=self._words.escape(sentence, MOST_CONTENT // 2))
        return Reply(text=_TOO_LONG)

    async def _find_choices(self, asked: CommandUse) -> Sequence[Choice]:
        command = self._commands.get(asked.use.name)
        if command is None or not asked.may(command.right):
            return ()
        what, none = f"Offering the choices of '/{command.declared.name}'", tuple[Choice, ...]()
        try:
            with self._clock.move_on_after(_CHOICES_S):
                return await run_contained(what, partial(command.handler.choices, asked), none)
        except PerformerError as error:
            _log.info("'/%s' has no choices to offer: %s", command.declared.name, error)
        return none


def make_app_commands(
    runtime: Runtime, io: DiscordIO, settings: DiscordSettings, show: ShowAccess, monitored: MonitoredChannels
) -> list[AppCommand]:
    """Return the commands; the next one is a row in `command_table.toml`, and a handler unless it only forwards."""
    words = GuardedText(runtime.guard)
    handlers = {
        **make_monitor_handlers(runtime.clock, io, settings, monitored, words),
        **make_show_handlers(show, words),
        **make_setting_handlers(show, words),
        **make_schedule_handlers(show, io, words),
        **make_memory_handlers(show, settings, words),
    }
    commands = []
    for row in (each for each in COMMANDS if each.only != "terminal"):
        declared = Command.model_validate({"name": row.name, "description": row.description, "options": row.options})
        is_forwarded = bool(row.forwards)
        handler = _make_forwarder(declared, show, words, row.forwards) if is_forwarded else handlers[declared.name]
        commands.append(AppCommand(declared, Right(row.right), handler))
    return commands


def _make_forwarder(declared: Command, show: ShowAccess, words: GuardedText, seen_by: str) -> Handler:
    """Return the handler that runs the operation of a command's name, with the options as arguments."""

    async def run(asked: CommandUse) -> Reply:
        arguments = {option.name: asked.read_text(option.name) for option in declared.options}
        answer = await show.call(declared.name, **arguments)
        return Reply(text=make_sentence(words.escape(answer)), is_private=seen_by == "private")

    return Handler(run)
