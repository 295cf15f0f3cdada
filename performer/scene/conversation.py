"""The conversation before: what is remembered of a channel, as messages in which people and the performer take turns.

They begin with people, and never has one side two messages in a row: many models' templates take nothing else.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from performer.models.model import AssistantMessage, ChatMessage, UserMessage
from performer.prompts import prompt
from performer.recollection import Recollection, Said
from performer.untrusted import Prompt, Quotes, joined, own

_LINE_CHARS: Final = 500
"""A name, a colon, and what of a message still matters later."""
_SUMMARY_CHARS: Final = 1000
_NOTE_CHARS: Final = 300
_OWN_CHARS: Final = 1000


def conversation(before: Recollection, quotes: Quotes) -> tuple[tuple[ChatMessage, ...], Prompt]:
    """Give the messages, and what was written since the performer's last word: it belongs to what is asked now."""
    names = {said.message: "you" if said.role == "assistant" else said.author for said in before.lines if said.message}
    messages: list[ChatMessage] = []
    unheard = list(_known(before, quotes))
    for is_own, group in groupby(before.lines, key=lambda said: said.role == "assistant"):
        if is_own:
            messages.append(UserMessage(text=joined(*unheard) or prompt("scene/earlier")))
            messages.append(AssistantMessage(text=own("\n".join(said.text[:_OWN_CHARS] for said in group))))
            unheard = []
        else:
            unheard.append(_heard(list(group), names, quotes))
    return tuple(messages), joined(*unheard)


def _known(before: Recollection, quotes: Quotes) -> Iterator[Prompt]:
    if before.summary:
        yield prompt("scene/before", summary=quotes.quote(before.summary, most=_SUMMARY_CHARS))
    if before.notes:
        yield prompt("scene/notes", notes=quotes.quote(*before.notes, most=_NOTE_CHARS))


def _heard(lines: Sequence[Said], names: dict[str, str], quotes: Quotes) -> Prompt:
    return prompt("scene/heard", lines=quotes.quote(*(_line(said, names) for said in lines), most=_LINE_CHARS))


def _line(said: Said, names: dict[str, str]) -> str:
    """Write a line with who wrote it, and to whom it was an answer; of a tool what it was asked and what came of it."""
    if said.role == "tool":
        return f"(you called {said.tool} {said.arguments}: {said.result or said.text})"
    to = f" (to {names[said.reply_to]})" if said.reply_to in names else ""
    pictures = f" [{said.pictures} picture{'s' if said.pictures > 1 else ''}]" if said.pictures else ""
    return f"{said.author}{to}: {said.text}{pictures}"
