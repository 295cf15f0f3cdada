"""`/forget` and `/notes`: what is remembered here, and having it forgotten; of oneself anybody may."""

from collections.abc import Sequence
from typing import Any, Final

from performer.chats.discord.commands.command import (
    AppCommand,
    Choice,
    CommandUse,
    GuardedText,
    OperationCaller,
    Reply,
    filter_choices,
    format_list,
    format_right,
)
from performer.chats.discord.permissions import Right
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.calls import Command, Option
from performer.core.errors import ConfigError
from performer.core.remembered_conversation import STAGE

_NOT_THEIRS: Final = "have others' memory forgotten. /forget with yourself as the person forgets what you said"


def make_memory_commands(orders: OperationCaller, settings: DiscordSettings, words: GuardedText) -> list[AppCommand]:
    """Make the two commands."""
    return [_forget(orders, settings, words), _notes(orders, words)]


def _forget(orders: OperationCaller, settings: DiscordSettings, words: GuardedText) -> AppCommand:
    async def run(asked: CommandUse) -> Reply:
        note, person = asked.text("note"), asked.text("person")
        if note and person:
            raise ConfigError("Give a person or a note, not both.")
        if note:
            return await _forget_note(orders, asked, note)
        if person:
            return await _forget_person(orders, asked, person)
        return await _forget_channel(orders, settings, asked)

    async def choices(asked: CommandUse) -> Sequence[Choice]:
        notes = await _notes_for(orders, asked)
        shown = [(f"{each['number']}: {words.plain(each['text'], 90)}", str(each["number"])) for each in notes]
        return filter_choices(shown, asked.typed)

    options = (
        Option(name="person", description="all of one person, in every channel", type="person", is_required=False),
        Option(
            name="note", description="one note, by its number", is_required=False, offers_choices=True, max_length=20
        ),
    )
    declared = Command(
        name="forget", description="Have the performer forget this channel, one person, or one note", options=options
    )
    return AppCommand(declared=declared, right=Right.ANYBODY, run=run, choices=choices)


async def _forget_channel(orders: OperationCaller, settings: DiscordSettings, asked: CommandUse) -> Reply:
    """Forget the channel; with the stage's, what was heard on the stage, for it is the same."""
    if not asked.may(Right.MODERATE):
        return Reply(text=format_right(Right.MODERATE, _NOT_THEIRS))
    told = await orders.give("memory.forget", channel=asked.channel)
    if asked.use.channel_id == settings.stage_channel:
        told += f"; of the stage, {await orders.give('memory.forget', channel=STAGE)}"
    return Reply(text=f"Of this channel, {told}.", is_private=False)


async def _forget_person(orders: OperationCaller, asked: CommandUse, person: str) -> Reply:
    if person != asked.person_id and not asked.may(Right.MODERATE):
        return Reply(text=format_right(Right.MODERATE, _NOT_THEIRS))
    whose = "you" if person == asked.person_id else "that person"
    return Reply(text=f"Of {whose}, {await orders.give('memory.forget', person=person)}.")


async def _forget_note(orders: OperationCaller, asked: CommandUse, note: str) -> Reply:
    """Forget a note: one's own, as a moderator one of this channel, as an owner any."""
    if not note.isdecimal() or len(note) > 15:
        raise ConfigError("Expected a note's number, such as 3. /notes tells them.")
    number = int(note)
    if not asked.may(Right.OWN) and number not in {each["number"] for each in await _notes_for(orders, asked)}:
        raise ConfigError(f"There is no note {number} that you may have forgotten. /notes tells which there are.")
    told = await orders.give("memory.forget", note=number)
    return Reply(text=f"{told[:1].upper()}{told[1:]}.")


def _notes(orders: OperationCaller, words: GuardedText) -> AppCommand:
    async def run(asked: CommandUse) -> Reply:
        lines = [_format_note(each, asked, words) for each in await _notes_for(orders, asked)]
        return Reply(
            text=f"{format_list(lines)}\nTo have one forgotten: /forget note" if lines else "There is no note."
        )

    declared = Command(
        name="notes", description="Tell what the performer has noted of you, and moderators of the channel"
    )
    return AppCommand(declared=declared, right=Right.ANYBODY, run=run)


async def _notes_for(orders: OperationCaller, asked: CommandUse) -> list[dict[str, Any]]:
    """Give the notes that somebody may see: their own everywhere, and a moderator those of the channel."""
    found = list(await orders.give("memory.notes", person=asked.person_id))
    if asked.may(Right.MODERATE):
        found += await orders.give("memory.notes", channel=asked.channel)
    return list({each["number"]: each for each in found}.values())


def _format_note(note: dict[str, Any], asked: CommandUse, words: GuardedText) -> str:
    is_theirs = note["person_id"] and note["person_id"] != asked.person_id
    of = f"of {words.of(note['person'], 60)}: " if is_theirs else ""
    return f"**{note['number']}** {of}{words.of(note['text'])}"
