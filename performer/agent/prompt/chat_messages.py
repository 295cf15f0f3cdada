"""The conversation before: what is remembered of a channel, as messages in which people and the performer take turns.

They begin with people, and never has one side two messages in a row: many models' templates take nothing else.

A cue in words: what the model reads of the reason to act.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, assert_never

from performer.agent.prompt.answer_length import AnswerLength
from performer.core import cues
from performer.core.prompt_files import load_prompt
from performer.core.remembered_conversation import Recollection, RememberedMessage
from performer.core.untrusted_text import Prompt, QuoteMarks, join_prompts, repeat_own_words, state_to_model
from performer.models.model import AssistantMessage, ChatMessage, UserMessage

_CHAT_LINE_CHARS: Final = 560
"""A name, a colon, a line to the performer, and how many pictures it has."""
_ORDER_CHARS: Final = 2000
_NAME_CHARS: Final = 32
_CALL_CHARS: Final = 500
_ANSWER_CHARS: Final = 2000


def format_cue(cue: cues.Cue, quotes: QuoteMarks, length: AnswerLength) -> Prompt:  # noqa: C901  one case a cue, nothing else
    """Write why a turn begins: the streamer's words as they stand, everybody else's between marks."""
    ask, reminder = length.ask(), length.remind()
    match cue:
        case cues.SayCue(text=text, is_own=False):
            return quotes.quote(text)
        case cues.SayCue(text=text):
            return state_to_model(text, _ORDER_CHARS)
        case cues.OperatorCue(text=""):
            return load_prompt("cues/react")
        case cues.OperatorCue(text=text, author=""):
            return load_prompt("cues/operator", text=state_to_model(text, _ORDER_CHARS), reminder=reminder)
        case cues.OperatorCue(text=text, author=author):
            name = state_to_model(author, _NAME_CHARS)
            return load_prompt("cues/streamer", author=name, text=state_to_model(text, _ORDER_CHARS), reminder=reminder)
        case cues.StreamerCue(text=text, author=author, is_addressed=True):
            words = quotes.quote(text, most=_CHAT_LINE_CHARS)
            return load_prompt("cues/spoken", who=name_streamer(author), text=words, reminder=reminder)
        case cues.StreamerCue(text=text, author=author):
            words = quotes.quote(text, most=_CHAT_LINE_CHARS)
            return load_prompt("cues/overheard", who=name_streamer(author), text=words, length=ask)
        case cues.ChatCue(lines=lines):
            told = quotes.quote(*map(_format_chat_line, lines), most=_CHAT_LINE_CHARS)
            return load_prompt("cues/chat", lines=told, reminder=reminder)
        case cues.AnswerCue(tool=tool, arguments=arguments, text=text):
            call = quotes.quote(f"{tool} {arguments}", most=_CALL_CHARS)
            return load_prompt("cues/answer", call=call, text=quotes.quote(text, most=_ANSWER_CHARS), length=ask)
        case cues.ScheduleCue(text=text, is_own=False):
            return load_prompt("cues/planned", text=quotes.quote(text, most=_ORDER_CHARS), length=ask)
        case cues.ScheduleCue(text=text):
            return load_prompt("cues/schedule", text=state_to_model(text, _ORDER_CHARS), length=ask)
        case cues.GameCue(text=text):
            return load_prompt("cues/game", text=quotes.quote(text), length=ask)
        case cues.SceneCue():
            return load_prompt("cues/scene")
        case cues.SilenceCue(idle_s=idle_s):
            return load_prompt("cues/silence", idle_s=round(idle_s))
        case _:
            assert_never(cue)


def name_streamer(author: str) -> Prompt:
    """Write who speaks, at the beginning of a sentence; `author` is empty when the settings have no name."""
    if not author:
        return load_prompt("scene/streamer")
    return load_prompt("scene/streamer_named", author=state_to_model(author, _NAME_CHARS))


def _format_chat_line(line: cues.ChatLine) -> str:
    pictures = f" [{line.pictures} picture{'s' if line.pictures > 1 else ''}]" if line.pictures else ""
    return f"{line.author}: {line.text}{pictures}"


_LINE_CHARS: Final = 500
"""A name, a colon, and what of a message still matters later."""
_SUMMARY_CHARS: Final = 1000
_NOTE_CHARS: Final = 300
_OWN_CHARS: Final = 1000


def build_conversation(before: Recollection, quotes: QuoteMarks) -> tuple[tuple[ChatMessage, ...], Prompt]:
    """Return the messages, and what was written since the performer's last word: it belongs to what is asked now."""
    names = {said.message: "you" if said.role == "assistant" else said.author for said in before.lines if said.message}
    messages: list[ChatMessage] = []
    unheard = list(_format_known(before, quotes))
    for is_own, group in groupby(before.lines, key=lambda said: said.role == "assistant"):
        if is_own:
            messages.append(UserMessage(text=join_prompts(*unheard) or load_prompt("scene/earlier")))
            messages.append(
                AssistantMessage(text=repeat_own_words("\n".join(said.text[:_OWN_CHARS] for said in group)))
            )
            unheard = []
        else:
            unheard.append(_format_heard(list(group), names, quotes))
    return tuple(messages), join_prompts(*unheard)


def _format_known(before: Recollection, quotes: QuoteMarks) -> Iterator[Prompt]:
    if before.summary:
        yield load_prompt("scene/before", summary=quotes.quote(before.summary, most=_SUMMARY_CHARS))
    if before.notes:
        yield load_prompt("scene/notes", notes=quotes.quote(*before.notes, most=_NOTE_CHARS))


def _format_heard(lines: Sequence[RememberedMessage], names: dict[str, str], quotes: QuoteMarks) -> Prompt:
    return load_prompt(
        "scene/heard", lines=quotes.quote(*(_format_remembered_line(said, names) for said in lines), most=_LINE_CHARS)
    )


def _format_remembered_line(said: RememberedMessage, names: dict[str, str]) -> str:
    """Write a line with who wrote it, and to whom it was an answer; of a tool what it was asked and what came of it."""
    if said.role == "tool":
        return f"(you called {said.tool} {said.arguments}: {said.result or said.text})"
    to = f" (to {names[said.reply_to]})" if said.reply_to in names else ""
    pictures = f" [{said.pictures} picture{'s' if said.pictures > 1 else ''}]" if said.pictures else ""
    return f"{said.author}{to}: {said.text}{pictures}"
