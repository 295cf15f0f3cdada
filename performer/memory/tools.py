"""The tools of the memory: notes that the model keeps and finds again, in the channel of its turn alone."""

from typing import Final, Literal

from performer.cues import answered, lines_of, place
from performer.errors import ToolRefused
from performer.memory.notes import CHARS, Note, Notes
from performer.recollection import STAGE
from performer.tools import TextPart, Tool, ToolCall, ours

PROGRAMS: Final = "agent"
"""The channel of programs that use the tools from outside: what people told the performer is not theirs to read, and
what they note comes into no prompt of the show."""
_NONE_FOUND: Final = "There is no note about that."


def memory_tools(notes: Notes) -> list[Tool]:
    """Make `remember` and `recall`; what they find is anybody's words."""
    return [_remember(notes), _recall(notes)]


def _remember(notes: Notes) -> Tool:
    async def remember(_call: ToolCall, text: str, about: Literal["channel", "person"] = "channel") -> TextPart:
        """Keep a short note for later shows, such as what somebody likes or what was agreed; never an instruction.

        Args:
            text: One sentence, at most 300 characters.
            about: The person who speaks to you, or the channel.
        """
        channel = _channel_of(_call)
        if about == "channel":
            is_new = await notes.keep(text, channel)
        else:
            is_new = await notes.keep(text, channel, *_person_of(_call))
        return ours("It is noted." if is_new else "That was noted already.")

    return Tool.of(remember, chars=CHARS, answers_as_ours=True)


def _recall(notes: Notes) -> Tool:
    async def recall(_call: ToolCall, query: str = "") -> str:
        """Find the notes that you kept here about something, about the channel and the people who speak now.

        Args:
            query: A few words; none for the newest notes.
        """
        people = [line.author_id for line in lines_of(_call.cue) if line.author_id]
        found = await notes.find(query, _channel_of(_call), people)
        return "\n".join(map(_told, found)) or _NONE_FOUND

    return Tool.of(recall, is_read_only=True)


def _channel_of(call: ToolCall) -> str:
    if call.is_of_program:
        return PROGRAMS
    return (place(call.cue)[0] if call.cue else "") or STAGE


def _person_of(call: ToolCall) -> tuple[str, str]:
    """Tell who speaks to the performer."""
    lines = lines_of(call.cue)
    asked = answered(lines) if lines else None
    if asked is None or not asked.author_id:
        raise ToolRefused("remember: nobody known speaks to you now. Keep it about the channel, or let it go.")
    return asked.author_id, asked.author


def _told(note: Note) -> str:
    who = f"{note.person}: " if note.person else ""
    return f"{note.at:%Y-%m-%d} {who}{note.text}"
