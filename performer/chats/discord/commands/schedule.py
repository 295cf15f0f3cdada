"""`/schedule add|list|remove`: what the performer is to bring up at its time."""

from collections.abc import Sequence
from typing import Any, Final

from performer.chats.discord.channels import channel_id_of, channel_of
from performer.chats.discord.commands.command import AppCommand, Asked, Choice, Reply, fitting, only
from performer.chats.discord.commands.orders import Orders
from performer.chats.discord.commands.places import HERE, place_asked
from performer.chats.discord.commands.words import Words, listed
from performer.chats.discord.io import DiscordIO
from performer.chats.discord.rights import Right
from performer.chats.discord.wire.calls import Command, Option
from performer.errors import ConfigError
from performer.schedule.plan import MOST_PROMPT
from performer.schedule.when import MOST_CHARS

_MOST_HERE: Final = 20
"""Plans that are not an owner's, in one channel."""
_NAME_CHARS: Final = 80
_OFF: Final = "\nNothing is brought up now: schedule.enabled is off."


def schedule_commands(orders: Orders, io: DiscordIO, words: Words) -> list[AppCommand]:
    """Make the three commands. An owner's plan is in the streamer's own words; a moderator's is in somebody's."""
    return [_add(orders, io, words), _list(orders, words), _remove(orders, words)]


def _add(orders: Orders, io: DiscordIO, words: Words) -> AppCommand:
    async def run(asked: Asked) -> Reply:
        place = await place_asked(io, asked)
        channel = channel_of(place.channel_id)
        if not asked.may(Right.OWN):
            await _check_room(orders, channel)
        added = await orders.give(
            "schedule.add",
            when=asked.text("when"),
            text=asked.text("what"),
            channel=channel,
            by=words.plain(asked.use.person.name, _NAME_CHARS),
            by_id=asked.person_id,
            is_own=asked.may(Right.OWN),
            missed="skip" if asked.flag("skip_if_missed") else "once",
        )
        what = words.of(asked.text("what"), MOST_PROMPT)
        text = f"Plan {added['number']}, {words.of(added['understood'])}: {what}{await _off(orders)}"
        return Reply(text=text, is_private=place.channel_id != asked.use.channel_id)

    options = (
        Option(
            name="when", description="in 10 minutes, tomorrow 9:00, every friday 20:00, or cron", max_length=MOST_CHARS
        ),
        Option(name="what", description="what it is to bring up", max_length=MOST_PROMPT),
        HERE,
        Option(
            name="skip_if_missed",
            description="let it be when the performer was off at that time, instead of doing it later",
            type="flag",
            is_required=False,
        ),
    )
    declared = Command(
        name="schedule add", description="Have the performer bring something up in time", options=options
    )
    return AppCommand(declared=declared, right=Right.MODERATE, run=run)


def _list(orders: Orders, words: Words) -> AppCommand:
    async def run(_asked: Asked) -> Reply:
        lines = [_told(plan, words) for plan in await orders.give("schedule.list")]
        return Reply(text=f"{listed(lines) or 'Nothing is planned.'}{await _off(orders)}")

    declared = Command(name="schedule list", description="Tell what is planned, the soonest first")
    return AppCommand(declared=declared, right=Right.MODERATE, run=run)


def _remove(orders: Orders, words: Words) -> AppCommand:
    async def run(asked: Asked) -> Reply:
        number = _number(asked.text("plan"))
        plan = next((each for each in await orders.give("schedule.list") if each["number"] == number), None)
        if plan is not None and not _may_remove(asked, plan):
            return Reply(text=only(Right.OWN, "remove what an owner has planned"))
        gone = str(await orders.give("schedule.remove", number=number))
        is_elsewhere = plan is None or plan["channel"] != asked.channel
        what = f": {words.of(plan['text'], MOST_PROMPT)}" if plan else ""
        return Reply(text=f"{gone.capitalize()}{what}", is_private=is_elsewhere)

    async def choices(asked: Asked) -> Sequence[Choice]:
        plans = [each for each in await orders.give("schedule.list") if _may_remove(asked, each)]
        shown = [(f"{each['number']}: {words.plain(each['text'], 90)}", str(each["number"])) for each in plans]
        return fitting(shown, asked.typed)

    plan = Option(name="plan", description="its number", offers_choices=True, max_length=20)
    declared = Command(name="schedule remove", description="Let go of something that is planned", options=(plan,))
    return AppCommand(declared=declared, right=Right.MODERATE, run=run, choices=choices)


def _may_remove(asked: Asked, plan: dict[str, Any]) -> bool:
    return asked.may(Right.OWN) or not plan["is_own"]


async def _check_room(orders: Orders, channel: str) -> None:
    plans = await orders.give("schedule.list")
    if sum(plan["channel"] == channel and not plan["is_own"] for plan in plans) >= _MOST_HERE:
        raise ConfigError(f"{_MOST_HERE} things are planned in that channel already: remove one first.")


def _told(plan: dict[str, Any], words: Words) -> str:
    channel_id = channel_id_of(plan["channel"])
    where = f"in <#{channel_id}>" if channel_id else "on the stage"
    who = f", by {words.of(plan['by'], 60)}" if plan["by"] else ""
    return f"**{plan['number']}** {words.of(plan['when'])}, {where}{who}: {words.of(plan['text'], 120)}"


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 15:
        raise ConfigError("Expected a plan's number, such as 3. /schedule list tells them.")
    return int(text)


async def _off(orders: Orders) -> str:
    return "" if await orders.give("config.get", key="schedule.enabled") else _OFF
