"""`/schedule add|list|remove`: what the performer is to bring up at its time."""

from collections.abc import Sequence
from typing import Any, Final

from performer.chats.discord.channels import format_channel, parse_channel_id
from performer.chats.discord.commands.command import (
    Choice,
    CommandUse,
    GuardedText,
    Handler,
    Reply,
    ShowAccess,
    format_list,
    format_right,
    mention_channel,
    resolve_channel,
)
from performer.chats.discord.hub import DiscordIO
from performer.chats.discord.permissions import Right
from performer.core.cues import MOST_PROMPT
from performer.core.errors import ConfigError
from performer.core.own_text import capitalize_first, join_own, own

_MOST_HERE: Final = 20
"""Plans in one channel that are not an owner's."""
_NAME_CHARS: Final = 80
_OFF: Final = own("Nothing is brought up now: schedule.enabled is off.")


def make_schedule_handlers(show: ShowAccess, io: DiscordIO, words: GuardedText) -> dict[str, Handler]:
    """Return what answers the three commands; an owner's plan alone is in the streamer's own words."""

    async def add(asked: CommandUse) -> Reply:
        place = await resolve_channel(io, asked)
        channel = format_channel(place.channel_id)
        if not asked.may(Right.OWN):
            plans = await show.call("schedule.list")
            if sum(plan["channel"] == channel and not plan["is_own"] for plan in plans) >= _MOST_HERE:
                raise ConfigError(
                    own(
                        "{most_here} things are planned in that channel already: remove one first.",
                        most_here=_MOST_HERE,
                    )
                )
        added = await show.call(
            "schedule.add",
            when=asked.read_text("when"),
            text=asked.read_text("what"),
            channel=channel,
            by=words.clean(asked.use.person.name, _NAME_CHARS),
            by_id=asked.person_id,
            is_own=asked.may(Right.OWN),
            missed="skip" if asked.read_flag("skip_if_missed") else "once",
        )
        what = words.escape(asked.read_text("what"), MOST_PROMPT)
        understood = words.escape(added["understood"])
        plan = own("Plan {number:d}, {understood}: {what}", number=added["number"], understood=understood, what=what)
        text = join_own("\n", (plan, await _explain_off(show)))
        return Reply(text=text, is_private=place.channel_id != asked.use.channel_id)

    async def list_plans(_asked: CommandUse) -> Reply:
        lines = [_format_plan(plan, words) for plan in await show.call("schedule.list")]
        return Reply(text=join_own("\n", (format_list(lines) or own("Nothing is planned."), await _explain_off(show))))

    async def remove(asked: CommandUse) -> Reply:
        number = asked.read_number("plan", "/schedule list")
        plan = next((each for each in await show.call("schedule.list") if each["number"] == number), None)
        if plan is not None and not _may_remove(asked, plan):
            return Reply(text=format_right(Right.OWN, own("remove what an owner has planned")))
        gone = str(await show.call("schedule.remove", number=number))
        is_elsewhere = plan is None or plan["channel"] != asked.channel
        what = words.escape(plan["text"], MOST_PROMPT) if plan else ""
        return Reply(text=join_own(": ", (capitalize_first(gone), what)), is_private=is_elsewhere)

    async def choices(asked: CommandUse) -> Sequence[Choice]:
        plans = [each for each in await show.call("schedule.list") if _may_remove(asked, each)]
        return asked.filter_choices(words.number_choices(plans))

    return {
        "schedule add": Handler(add),
        "schedule list": Handler(list_plans),
        "schedule remove": Handler(remove, choices),
    }


def _may_remove(asked: CommandUse, plan: dict[str, Any]) -> bool:
    return asked.may(Right.OWN) or not plan["is_own"]


def _format_plan(plan: dict[str, Any], words: GuardedText) -> str:
    channel_id = parse_channel_id(plan["channel"])
    where = own("in {channel}", channel=mention_channel(channel_id)) if channel_id else own("on the stage")
    who = own("by {name}", name=words.escape(plan["by"], 60)) if plan["by"] else ""
    head = join_own(", ", (words.escape(plan["when"]), where, who))
    return own("**{number:d}** {head}: {what}", number=plan["number"], head=head, what=words.escape(plan["text"], 120))


async def _explain_off(show: ShowAccess) -> str:
    return "" if await show.call("config.get", key="schedule.enabled") else _OFF
