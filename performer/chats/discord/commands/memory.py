"""`/forget` and `/notes`: what is remembered here, and having it forgotten; of oneself anybody may."""

from collections.abc import Sequence
from typing import Any, Final

from performer.chats.discord.commands.command import (
    Choice,
    CommandUse,
    GuardedText,
    Handler,
    Reply,
    ShowAccess,
    format_list,
    format_right,
    make_sentence,
)
from performer.chats.discord.permissions import Right
from performer.chats.discord.settings import DiscordSettings
from performer.core.errors import ConfigError
from performer.core.own_text import join_own, own
from performer.core.remembered_conversation import STAGE

_NOT_THEIRS: Final = format_right(
    Right.MODERATE, own("have others' memory forgotten. /forget with yourself as the person forgets what you said")
)


def make_memory_handlers(show: ShowAccess, settings: DiscordSettings, words: GuardedText) -> dict[str, Handler]:
    """Return what answers the two commands."""

    async def forget(asked: CommandUse) -> Reply:
        note, person = asked.read_text("note"), asked.read_text("person")
        if note and person:
            raise ConfigError(own("Give a person or a note, not both."))
        if note:
            return await _forget_note(show, asked)
        if person:
            return await _forget_person(show, asked, person)
        return await _forget_channel(show, settings, asked)

    async def choices(asked: CommandUse) -> Sequence[Choice]:
        return asked.filter_choices(words.number_choices(await _list_notes(show, asked)))

    async def notes(asked: CommandUse) -> Reply:
        lines = [_format_note(each, asked, words) for each in await _list_notes(show, asked)]
        more = own("To have one forgotten: /forget note")
        return Reply(text=join_own("\n", (format_list(lines), more)) if lines else own("There is no note."))

    return {"forget": Handler(forget, choices), "notes": Handler(notes)}


async def _forget_channel(show: ShowAccess, settings: DiscordSettings, asked: CommandUse) -> Reply:
    """Forget the channel; with the stage's, what was heard on the stage, for it is the same."""
    if not asked.may(Right.MODERATE):
        return Reply(text=_NOT_THEIRS)
    forgotten = await show.call("memory.forget", channel=asked.channel)
    if asked.use.channel_id == settings.stage_channel:
        of_stage = await show.call("memory.forget", channel=STAGE)
        forgotten = own("{forgotten}; of the stage, {of_stage}", forgotten=forgotten, of_stage=of_stage)
    return Reply(text=own("Of this channel, {forgotten}.", forgotten=forgotten), is_private=False)


async def _forget_person(show: ShowAccess, asked: CommandUse, person: str) -> Reply:
    if person != asked.person_id and not asked.may(Right.MODERATE):
        return Reply(text=_NOT_THEIRS)
    whose = own("you") if person == asked.person_id else own("that person")
    forgotten = await show.call("memory.forget", person=person)
    return Reply(text=own("Of {whose}, {forgotten}.", whose=whose, forgotten=forgotten))


async def _forget_note(show: ShowAccess, asked: CommandUse) -> Reply:
    """Forget a note: one's own, as a moderator one of this channel, as an owner any."""
    number = asked.read_number("note", "/notes")
    if not asked.may(Right.OWN) and number not in {each["number"] for each in await _list_notes(show, asked)}:
        raise ConfigError(
            own("There is no note {number} that you may have forgotten. /notes tells which there are.", number=number)
        )
    return Reply(text=make_sentence(await show.call("memory.forget", note=number)))


async def _list_notes(show: ShowAccess, asked: CommandUse) -> list[dict[str, Any]]:
    """Return the notes that somebody may see: their own everywhere, and a moderator those of the channel."""
    found = list(await show.call("memory.notes", person=asked.person_id))
    if asked.may(Right.MODERATE):
        found += await show.call("memory.notes", channel=asked.channel)
    return list({each["number"]: each for each in found}.values())


def _format_note(note: dict[str, Any], asked: CommandUse, words: GuardedText) -> str:
    is_theirs = note["person_id"] and note["person_id"] != asked.person_id
    of = own("of {person}", person=words.escape(note["person"], 60)) if is_theirs else ""
    told = join_own(": ", (of, words.escape(note["text"])))
    return own("**{number:d}** {told}", number=note["number"], told=told)
