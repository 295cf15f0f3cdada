"""Asking for a yes at Discord: a message with two buttons for each call that waits, kept true until it is decided."""

import logging
import math
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import KW_ONLY
from typing import Final

import anyio
from anyio.abc import TaskGroup, TaskStatus

from performer.chats.discord.approval_message import make_approval_card, make_buttons, parse_button
from performer.chats.discord.channels import parse_channel_id
from performer.chats.discord.hub import DiscordFailed, DiscordIO
from performer.chats.discord.permissions import Right, Rights
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import Answer, Edit, Send
from performer.chats.discord.wire.values import DiscordEvent, Interaction, LinkChanged
from performer.core import events
from performer.core.errors import PerformerError
from performer.core.recent_dict import RecentDict
from performer.core.remembered_conversation import KeyValueStore
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.tools.approvals.approval import ApprovalStatus, Decider, State
from performer.tools.approvals.queue import ApprovalQueue

_log = logging.getLogger(__name__)

_AGAIN_S: Final = 30.0
_MOST_TRIES: Final = 5
_MOST_SHOWN: Final = 100
_MOST_PRESSES: Final = 50
"""Presses that may be answered at once; whoever presses more is not answered."""
_STORED_AS: Final = "discord.asker"
_NOT_YOURS: Final = "Only the owners, and those who hold an approver role, may decide of this."
_OUT_OF_DATE: Final = "This question is out of date: nothing runs by it."


async def _wait_for_nothing(_channel: str) -> None:
    pass


@dataclass(eq=False)
class DiscordApprovals:
    """Asks in a channel, and takes the answers of those who may give them: one press, one call.

    Only the very message that asks counts, by its number: an older one, of a memory that is gone, decides of nothing.
    """

    runtime: Runtime
    settings: DiscordSettings
    io: DiscordIO
    _: KW_ONLY
    queue: ApprovalQueue
    rights: Rights
    catch_up: Callable[[str], Awaitable[None]] = _wait_for_nothing
    """Waits until what was said before stands in a channel: why it asks is read before what it asks."""
    shares_bot: KeyValueStore | None = None
    """Keeps this brain's name, where other brains may ask by the same bot: their buttons are theirs. None: none do."""

    def __post_init__(self) -> None:
        asked = events.ApprovalAsked, events.ApprovalSettled, events.ApprovalEnded
        self._name = ""
        self._reader = self.runtime.stream.whole("discord approvals", *asked)
        self._outdated: Counter[int] = Counter()
        """The calls whose message does not show their state, and how often an update of it was tried."""
        self._shown: RecentDict[int, State] = RecentDict(_MOST_SHOWN)
        """The states that the newest messages show, by the numbers of their calls."""
        self._answering: set[int] = set()
        """The calls whose message is changed by the answer to a press."""
        self._pressing = 0
        self._tasks: TaskGroup | None = None
        self._posting = anyio.Lock()
        self._wake = anyio.Event()

    def hear(self, event: DiscordEvent) -> None:
        """Receive presses of the buttons, and that the link is up again; never waits."""
        match event:
            case LinkChanged(is_up=True):
                self._outdated = Counter(dict.fromkeys(self._outdated, 0))
                self._wake.set()
            case Interaction(kind="button", name=name) if (pressed := parse_button(name)) and self._tasks:
                if pressed.asker in ("", self._name) and self._pressing < _MOST_PRESSES:
                    self._pressing += 1
                    self._tasks.start_soon(self._answer_press, event, pressed.number, pressed.approves)
            case _:
                pass

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Post questions, and keep the messages true, until cancelled; none of an earlier run is posted again."""
        self._name = await self._load_name() if self.shares_bot else ""
        self._outdated.update({each.number: 0 for each in self.queue.waiting if not each.asked_as})
        try:
            async with anyio.create_task_group() as self._tasks:
                self._tasks.start_soon(self._follow_queue)
                task_status.started()
                while True:
                    self._wake = anyio.Event()
                    for number in [each for each in self._outdated if each not in self._answering]:
                        await self._update(number)
                    with self.runtime.clock.move_on_after(_AGAIN_S if self._outdated else math.inf):
                        await self._wake.wait()
        finally:
            self._tasks = None

    async def _load_name(self) -> str:
        """Return the name by which this brain knows its own buttons, which is made up once."""
        name = await self.shares_bot.kept(_STORED_AS) if self.shares_bot else ""
        if self.shares_bot and not name:
            name = secrets.token_hex(4)
            await self.shares_bot.keep(_STORED_AS, name)
        return name

    async def _follow_queue(self) -> None:
        async for published in self._reader:
            if isinstance(published.event, events.ApprovalAsked | events.ApprovalSettled | events.ApprovalEnded):
                self._mark_outdated(published.event.approval)

    def _mark_outdated(self, number: int) -> None:
        self._outdated[number] = 0
        self._wake.set()

    async def _update(self, number: int) -> None:
        """Make a call's message show the call's state; what cannot be done now is tried again a few times."""
        tries = self._outdated.pop(number, 0) + 1
        try:
            fate = await self.queue.fate(number)
            if fate.state == "pending" and not fate.parked.asked_as:
                async with self._posting:
                    await self._ask(fate)
            elif fate.parked.asked_as and self._shown.get(number) != fate.state:
                edit = Edit(
                    channel_id=fate.parked.asked_in,
                    message_id=fate.parked.asked_as,
                    cards=(make_approval_card(fate, self.runtime.guard),),
                    buttons=make_buttons(number, self._name) if fate.state == "pending" else (),
                )
                await self.io.call(edit)
                self._shown[number] = fate.state
        except DiscordFailed as failure:
            if failure.retry and tries < _MOST_TRIES:
                self._outdated.setdefault(number, tries)
            else:
                _log.warning("Discord does not show call number %d, which asks for a yes: %s", number, failure)
        except PerformerError:
            pass  # it is not known any longer, so there is nothing to be shown

    async def _ask(self, fate: ApprovalStatus) -> None:
        own, number = parse_channel_id(fate.parked.channel), fate.parked.number
        channel = self.settings.approvals_channel or own or self.settings.stage_channel
        if channel:
            question = Send(
                channel_id=channel,
                cards=(make_approval_card(fate, self.runtime.guard),),
                buttons=make_buttons(number, self._name),
                is_silent=False,
            )
            await self.catch_up(channel)
            message = await self.io.call(question)
            await self.queue.asked(number, channel, message.message_id)
            self._shown[number] = fate.state

    async def _answer_press(self, press: Interaction, number: int, approve: bool) -> None:
        who = Decider(name=press.person.name, id=press.person.id, where="discord")
        try:
            is_theirs = self.rights.may(press.person, press.guild_id, Right.APPROVE)
            if not is_theirs or not await self._is_asking(number, press.message_id):
                await self.queue.refuse(number, who)
                await self._reply(press, _OUT_OF_DATE if is_theirs else _NOT_YOURS, updates_message=is_theirs)
            else:
                await self._settle(press, number, who, approve=approve)
        except DiscordFailed as failure:
            _log.info("A press on call number %d could not be answered: %s", number, failure)
        finally:
            self._pressing -= 1

    async def _is_asking(self, number: int, message: str | None) -> bool:
        """Return whether this message is the one that asks about a call."""
        async with self._posting:  # one that is being posted can be pressed before it is known here
            try:
                fate = await self.queue.fate(number)
            except PerformerError:
                return False
        return bool(message) and fate.parked.asked_as == message

    async def _settle(self, press: Interaction, number: int, who: Decider, *, approve: bool) -> None:
        self._answering.add(number)
        try:
            fate = await self.queue.settle(number, approve=approve, who=who)
            card = make_approval_card(fate, self.runtime.guard)
            await self.io.call(Answer(interaction_id=press.interaction_id, cards=(card,), updates_message=True))
            self._shown[number] = fate.state
        except DiscordFailed:
            raise
        except PerformerError as error:
            await self._reply(press, str(error))
        finally:
            self._answering.discard(number)
            self._mark_outdated(number)  # it may be done by now

    async def _reply(self, press: Interaction, sentence: str, *, updates_message: bool = False) -> None:
        answer = Answer(interaction_id=press.interaction_id, content=sentence, updates_message=updates_message)
        await self.io.call(answer)
