"""`/schedule add|list|remove`: what the performer is to bring up at its time."""

from collections.abc import Sequence
from typing import Final

from performer.chats.discord.commands.command import AppCommand, Asked, Choice, Reply, fitting, only
from performer.chats.discord.commands.places import HERE, place_asked
from performer.chats.discord.commands.words import Words, listed
from performer.chats.discord.io import DiscordIO
from performer.chats.discord.lines import channel_id_of, channel_of
from performer.chats.discord.rights import Right
from performer.chats.discord.wire.calls import Command, Option
from performer.errors import ConfigError
from performer.schedule.plan import MOST_PROMPT, Plan, Wish
from performer.schedule.timetable import Timetable
from performer.schedule.when import MOST_CHARS

_MOST_HERE: Final = 20
"""Plans that are not an owner's, in one channel."""
_OFF: Final = "\nNothing is brought up now: schedule.enabled is off."


def schedule_commands(io: DiscordIO, timetable: Timetable, words: Words) -> list[AppCommand]:
    """Make the three commands. An owner's plan is in the streamer's own words; a moderator's is in somebody's."""
    return [_add(io, timetable, words), _list(timetable, words), _remove(timetable, words)]


def _add(io: DiscordIO, timetable: Timetable, words: Words) -> AppCommand:
    async def run(asked: Asked) -> Reply:
        channel = await place_asked(io, asked)
        wish = Wish(
            when=asked.text("when"),
            prompt=asked.text("what"),
            channel=channel_of(channel.channel_id),
            by_id=asked.person_id,
            by_name=asked.use.person.name,
            is_own=asked.may(Right.OWN),
            catches_up=not asked.flag("skip_if_missed"),
        )
        plan, when = await timetable.add(wish, most_here=_MOST_HERE)
        text = f"Plan {plan.number}, {words.of(when)}: {words.of(plan.prompt, MOST_PROMPT)}{_off(timetable)}"
        return Reply(text=text, is_private=channel.channel_id != asked.use.channel_id)

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


def _list(timetable: Timetable, words: Words) -> AppCommand:
    async def run(_asked: Asked) -> Reply:
        lines = [f"**{plan.number}** {_told(plan, timetable, words)}" for plan in await timetable.plans()]
        return Reply(text=f"{listed(lines) or 'Nothing is planned.'}{_off(timetable)}")

    declared = Command(name="schedule list", description="Tell what is planned, the soonest first")
    return AppCommand(declared=declared, right=Right.MODERATE, run=run)


def _remove(timetable: Timetable, words: Words) -> AppCommand:
    async def run(asked: Asked) -> Reply:
        number = _number(asked.text("plan"))
        plan = next((each for each in await timetable.plans() if each.number == number), None)
        if plan is not None and not _may_remove(asked, plan):
            return Reply(text=only(Right.OWN, "remove what an owner has planned"))
        await timetable.remove(number)
        is_elsewhere = plan is None or plan.channel != asked.channel
        what = f": {words.of(plan.prompt)}" if plan else ""
        return Reply(text=f"Plan {number} is removed{what}", is_private=is_elsewhere)

    async def choices(asked: Asked) -> Sequence[Choice]:
        plans = [each for each in await timetable.plans() if _may_remove(asked, each)]
        return fitting(
            [(f"{plan.number}: {words.plain(plan.prompt, 90)}", str(plan.number)) for plan in plans], asked.typed
        )

    plan = Option(name="plan", description="its number", offers_choices=True, max_length=20)
    declared = Command(name="schedule remove", description="Let go of something that is planned", options=(plan,))
    return AppCommand(declared=declared, right=Right.MODERATE, run=run, choices=choices)


def _may_remove(asked: Asked, plan: Plan) -> bool:
    return asked.may(Right.OWN) or not plan.is_own


def _told(plan: Plan, timetable: Timetable, words: Words) -> str:
    number = channel_id_of(plan.channel)
    where = f"in <#{number}>" if number else "on the stage"
    who = f", by {words.of(plan.by_name, 60)}" if plan.by_name else ""
    return f"{words.of(timetable.shown(plan))}, {where}{who}: {words.of(plan.prompt, 120)}"


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 15:
        raise ConfigError("Expected a plan's number, such as 3. /schedule list tells them.")
    return int(text)


def _off(timetable: Timetable) -> str:
    return "" if timetable.settings.enabled else _OFF
