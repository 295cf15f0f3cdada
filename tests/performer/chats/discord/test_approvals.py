"""Asking for a yes at Discord: where, of whom, and that one press of one message decides."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.chats.discord.approvals import DiscordApprovals
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.permissions import Rights
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import Answer, Edit, Send
from performer.chats.discord.wire.values import Interaction, LinkChanged, Message, Person
from performer.core.clock import Clock, SystemClock, VirtualClock
from performer.core.events.speech import ApprovalEnded, ApprovalSettled
from performer.guard.runtime import Runtime
from performer.tools.approvals.approval import Decider
from tests.performer.chats.discord.bot.standing import MemoryKeeps
from tests.performer.chats.discord.given import LittleLink, message
from tests.performer.tools.approvals.running import Office, office, opening

pytestmark = pytest.mark.anyio
OWNER = Person(id="5", name="Ann")
STRANGER = Person(id="6", name="Mallory")
SETTINGS = DiscordSettings(owners=("5",), approver_roles=("44",), stage_channel="9")


class AskedChannel:
    """The queue of calls, and the channel at Discord where it asks."""

    def __init__(self, it: Office, link: LittleLink, approvals: DiscordApprovals) -> None:
        self.it = it
        self.link = link
        self.approvals = approvals

    def use(self, button: str, person: Person = OWNER, *, under: str = "80", number: int = 900) -> None:
        """Press a button."""
        self.approvals.hear(
            Interaction(
                interaction_id=str(number),
                kind="button",
                name=button,
                person=person,
                channel_id="7",
                guild_id="100",
                message_id=under,
            )
        )

    async def press(self, person: Person, button: str = "tool:ok:1", *, under: str = "80") -> Answer:
        """Press a button, and wait for the answer."""
        pressed = len(self.link.asked_for(Answer))
        self.use(button, person, under=under, number=900 + pressed)
        await self.link.until_asked(Answer, pressed + 1)
        return self.link.asked_for(Answer)[-1]

    async def asked(self) -> Send:
        await self.link.until_asked(Send)
        return self.link.asked_for(Send)[-1]


def posted(_send: Send) -> Message:
    return message(number=80)


async def stands_already(_channel: str) -> None:
    """Wait for nothing."""


@asynccontextmanager
async def asked_channel(
    clock: Clock,
    settings: DiscordSettings = SETTINGS,
    file: Path | None = None,
    *,
    catch_up: Callable[[str], Awaitable[None]] = stands_already,
    shares_bot: MemoryKeeps | None = None,
    **more: Any,
) -> AsyncIterator[AskedChannel]:
    link = LittleLink(**{"Send": posted, **more})
    async with office(clock, file) as it, anyio.create_task_group() as tasks:
        runtime = Runtime(clock, it.stream, it.guard)
        approvals = DiscordApprovals(
            runtime,
            settings,
            link,
            queue=it.desk,
            rights=Rights(settings),
            catch_up=catch_up,
            shares_bot=shares_bot,
        )
        await tasks.start(approvals.run)
        yield AskedChannel(it, link, approvals)
        tasks.cancel_scope.cancel()


async def test_it_asks_in_the_turns_channel_with_everything_that_is_to_run(clock: SystemClock) -> None:
    async with asked_channel(clock) as at:
        await at.it.box.call(opening())
        asked = await at.asked()

        assert (asked.channel_id, [(each.id, each.label) for each in asked.buttons]) == (
            "7",
            [("tool:ok:1", "Approve"), ("tool:no:1", "Cancel")],
        )
        (shown,) = asked.cards
        assert (shown.title, shown.text) == ("door: may I?", '```json\n{\n  "room": "red"\n}\n```')
        assert dict(shown.fields)["Whose tool"] == "doors"
        assert dict(shown.fields)["Why"] == "```\nann wrote: open the red door\n```"


async def test_the_buttons_of_another_brain_of_the_same_bot_are_left_to_it(clock: SystemClock) -> None:
    keeps = MemoryKeeps()
    async with asked_channel(clock, shares_bot=keeps) as at:
        await at.it.box.call(opening())
        own = (await at.asked()).buttons[0].id
        at.use("tool:ok:1:0123abcd", under="81")
        await anyio.wait_all_tasks_blocked()
        of_another = list(at.link.asked_for(Answer))
        await at.press(OWNER, own)
        await at.it.heard(ApprovalEnded)

    assert own == f"tool:ok:1:{await keeps.kept('discord.asker')}"
    assert of_another == []
    assert at.it.opened == ["red"]


async def test_it_asks_below_what_was_said_before_in_that_channel(clock: SystemClock) -> None:
    waited_for: list[str] = []
    stands = anyio.Event()

    async def catch_up(channel: str) -> None:
        waited_for.append(channel)
        await stands.wait()

    async with asked_channel(clock, catch_up=catch_up) as at:
        await at.it.box.call(opening())
        await anyio.wait_all_tasks_blocked()
        before = list(at.link.asked_for(Send))
        stands.set()
        asked = await at.asked()

    assert (waited_for, before, asked.channel_id) == (["7"], [], "7")


@pytest.mark.parametrize(
    ("settings", "where"), [({"approvals_channel": "8"}, "8"), ({"stage_channel": "9", "approvals_channel": ""}, "7")]
)
async def test_a_channel_for_approvals_goes_before_the_turns(
    clock: SystemClock, settings: dict[str, str], where: str
) -> None:
    async with asked_channel(clock, SETTINGS.model_copy(update=settings)) as at:
        await at.it.box.call(opening())

        assert (await at.asked()).channel_id == where


async def test_a_press_that_is_quicker_than_the_answer_to_its_message_counts(clock: SystemClock) -> None:
    is_answered = anyio.Event()

    async def posted_late(send: Send) -> Message:
        await is_answered.wait()
        return posted(send)

    async with asked_channel(clock, Send=posted_late) as at, anyio.create_task_group() as tasks:
        await at.it.box.call(opening())
        await at.asked()
        tasks.start_soon(at.press, OWNER)
        await anyio.wait_all_tasks_blocked()
        is_answered.set()
        await at.it.heard(ApprovalEnded)

        assert at.it.opened == ["red"]


async def test_the_owners_press_lets_it_run_once_and_the_message_tells_who(clock: SystemClock) -> None:
    async with asked_channel(clock) as at:
        await at.it.box.call(opening())
        await at.asked()
        answer = await at.press(OWNER)
        await at.it.heard(ApprovalEnded)
        await at.link.until_asked(Edit)

        assert (answer.updates_message, answer.cards[0].title) == (True, "door: approved")
        assert answer.cards[0].footer == "number 1, decided by Ann"
        done = at.link.asked_for(Edit)[-1]
        assert done.cards is not None
        assert (done.message_id, done.buttons, done.cards[0].title) == ("80", (), "door: approved, and done")
        assert at.it.opened == ["red"]


async def test_strangers_are_refused_alone_and_the_audit_keeps_it(clock: SystemClock) -> None:
    async with asked_channel(clock) as at:
        await at.it.box.call(opening())
        await at.asked()
        answer = await at.press(STRANGER)

        assert (answer.is_private, answer.updates_message) == (True, False)
        assert answer.content.startswith("Only the owners")
        newest, *_ = await at.it.desk.audit()
        assert (newest.what, newest.name, newest.id) == ("refused", "Mallory", "6")
        assert len(at.it.desk.waiting) == 1


async def test_who_holds_an_approver_role_may_cancel(clock: SystemClock) -> None:
    async with asked_channel(clock) as at:
        await at.it.box.call(opening())
        await at.asked()
        answer = await at.press(Person(id="8", name="Mod", role_ids=("44",)), "tool:no:1")

        assert answer.cards[0].title == "door: cancelled"
        assert (at.it.opened, at.it.dropped) == ([], [(3, "the owner said no to door")])


async def test_a_second_press_decides_nothing_and_shows_how_it_stands(clock: SystemClock) -> None:
    async with asked_channel(clock) as at:
        await at.it.box.call(opening())
        await at.asked()
        await at.press(OWNER, "tool:no:1")
        answer = await at.press(OWNER, "tool:ok:1")

        assert (answer.cards[0].title, at.it.opened) == ("door: cancelled", [])


async def test_only_the_message_that_asks_counts(clock: SystemClock) -> None:
    async with asked_channel(clock) as at:
        await at.it.box.call(opening())
        await at.asked()
        for button, under in (("tool:ok:1", "79"), ("tool:ok:2", "80")):
            answer = await at.press(OWNER, button, under=under)
            assert answer.content.startswith("This question is out of date")

        assert len(at.it.desk.waiting) == 1


async def test_what_was_asked_before_a_restart_is_answered_by_the_same_message(
    clock: SystemClock, tmp_path: Path
) -> None:
    async with asked_channel(clock, file=tmp_path / "memory.db") as at:
        await at.it.box.call(opening())
        await at.asked()
    async with asked_channel(clock, file=tmp_path / "memory.db") as at:
        await at.press(OWNER)
        await at.it.heard(ApprovalEnded)

        assert (at.it.opened, at.link.asked_for(Send)) == (["red"], [])


async def test_a_yes_elsewhere_and_the_end_of_its_time_take_the_buttons_off(virtual_clock: VirtualClock) -> None:
    async with asked_channel(virtual_clock) as at:
        await at.it.box.call(opening())
        await at.asked()
        await at.it.box.call(opening("blue"))
        await at.link.until_asked(Send, 2)
        await at.it.desk.settle(1, approve=False, who=Decider(name="the streamer", where="console"))
        await at.link.until_asked(Edit)
        first = at.link.asked_for(Edit)[-1]
        await virtual_clock.advance(601)
        await at.link.until_asked(Edit, 2)
        second = at.link.asked_for(Edit)[-1]

        assert [each.cards and each.cards[0].footer for each in (first, second)] == [
            "number 1, decided by the streamer (console)",
            "number 2",
        ]
        assert (first.buttons, second.buttons) == ((), ())


async def test_it_asks_once_discord_is_there_again(clock: SystemClock) -> None:
    failures = [DiscordFailed("link", "Discord is not there.", "discord.send")]

    def send(_send: Send) -> Any:
        return failures.pop() if failures else message(number=80)

    async with asked_channel(clock, Send=send) as at:
        await at.it.box.call(opening())
        await at.asked()
        at.approvals.hear(LinkChanged(is_up=True))
        await at.link.until_asked(Send, 2)

        assert (await at.press(OWNER)).cards[0].title == "door: approved"


@pytest.mark.expects_log
async def test_where_it_may_not_write_it_asks_no_more_and_the_others_still_can_answer(clock: SystemClock) -> None:
    denied = DiscordFailed("denied", "The bot may not write there.", "discord.send")
    async with asked_channel(clock, Send=lambda _send: denied) as at:
        await at.it.box.call(opening())
        await at.asked()
        await at.it.desk.settle(1, approve=True, who=Decider(name="the streamer", where="console"))

        assert (await at.it.heard(ApprovalSettled)).outcome == "approved"
