"""The Discord part of the show: all that listens and writes there."""

from datetime import timedelta
from functools import partial

from performer.chats.discord.approvals import DiscordApprovals
from performer.chats.discord.chat.chat import DiscordChat
from performer.chats.discord.commands.command import ShowAccess
from performer.chats.discord.commands.registry import CommandRegistry, make_app_commands
from performer.chats.discord.link import DiscordLink
from performer.chats.discord.mirror.mirror import DiscordMirror
from performer.chats.discord.permissions import People
from performer.chats.port import ChatInbox
from performer.core.process.supervisor import Serve
from performer.core.remembered_conversation import KeyValueStore, MessageMemory
from performer.tools.approvals.queue import ApprovalQueue


class DiscordService:
    """All that listens and writes at Discord.

    A channel is read back as far as `reach`. The inbox takes the lines, and has those that wait while people take them
    back or change them; `queue` has the calls that wait for a yes, and `show` what commands may ask for, as on the
    control socket.
    """

    def __init__(
        self,
        link: DiscordLink,
        *,
        memory: MessageMemory,
        keeps: KeyValueStore,
        reach: timedelta,
        inbox: ChatInbox,
        queue: ApprovalQueue,
        show: ShowAccess,
    ) -> None:
        runtime, settings, io, people = link.runtime, link.settings, link.io, People.of(link.settings, keeps)
        self._hub = link.hub
        self._inbox = inbox
        self._chat = DiscordChat(
            runtime,
            settings,
            io,
            pictures=link.pictures,
            people=people,
            memory=memory,
            inbox=inbox,
            keeps=keeps,
            reach=reach,
        )
        commands = make_app_commands(runtime, io, settings, show, people.monitored)
        self._commands = CommandRegistry(runtime, io, commands, people.rights)
        self._mirror = DiscordMirror(
            runtime, io, stage_channel=settings.stage_channel, find=show.find_picture, kept=link.kept
        )
        self._approvals = DiscordApprovals(
            runtime,
            settings,
            io,
            queue=queue,
            rights=people.rights,
            catch_up=self._mirror.catch_up,
            shares_bot=keeps if settings.io else None,
        )

    def services(self) -> dict[str, Serve]:
        """Return what has to run beside the show, the link last: readers have to be there before it."""
        readers = (self._chat.hear, self._approvals.hear, self._commands.hear, self._mirror.hear)
        return {
            "discord chat": partial(self._chat.run, self._inbox.put),
            "discord approvals": self._approvals.run,
            "discord commands": self._commands.run,
            "discord mirror": self._mirror.run,
            "discord": partial(self._hub.run, *readers),
        }

    async def farewell(self) -> None:
        """Write what is left, for two seconds at most; the link goes down after it."""
        await self._mirror.farewell()
