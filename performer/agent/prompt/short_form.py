"""The short form: all that a small model is told of a moment, in some two hundred tokens.

Who it is, three examples as turns that went before, and last what is seen and asked now. What changes stands last, so
that a server which keeps what it has read reads only that. What others wrote stands without marks, which small models
read out; so a turn told in this form may do no more than play.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from performer.agent.listening.talk import UnsaidRest
from performer.agent.persona import Persona
from performer.agent.persona_sheet import Example
from performer.agent.prompt.answer_length import AnswerLength
from performer.core import cues
from performer.core.prompt_files import load_prompt
from performer.core.remembered_conversation import Recollection
from performer.core.untrusted_text import Prompt, join_prompts, repeat_own_words, show_to_model
from performer.models.driver.reaction import ACT
from performer.models.model import AssistantMessage, ChatMessage, SystemMessage, UserMessage
from performer.tools.tool import ToolCall

MOST_SAID: Final = 3
"""Own lines that a reaction is told. A model that only talks is told of none: small ones repeat such a list instead of
avoiding it (of 25 lines 6 or 7 were said before with it, 1 without; qwen2.5-coder:0.5b)."""
_MOST_UNWANTED: Final = 2
"""Lines of which the streamer wants less that a reaction is told; the like of all of them is dropped afterwards."""
_MOST_FACTS: Final = 2
"""Facts of what is seen: with two, 22 of 25 lines could be said, and more named what was there than with four."""
_LAST_TURN_CHARS: Final = 240
"""Characters of a reaction's last turn, some 60 tokens: with the longest persona all stays below 300 tokens."""
_SEEN_CHARS: Final = 120
_GAME_CHARS: Final = 80
"""Characters of what the game says; with what is seen they fill the last turn."""
_SAID_CHARS: Final = 80
_ASKED_CHARS: Final = 300
_NAME_CHARS: Final = 32
_BEFORE: Final = 4
"""Lines of a conversation that a model which only talks is told."""


def build_opening(persona: Persona) -> tuple[ChatMessage, ...]:
    """Return how every prompt in the short form begins: who it is, and its examples as turns."""
    turns: list[ChatMessage] = [SystemMessage(text=persona.short)]
    for number, each in enumerate(persona.examples):
        turns += [UserMessage(text=_on_screen(each.seen)), _example(number, each)]
    return tuple(turns)


def build_reaction(
    cue: cues.Cue,
    seen: str,
    said: Sequence[str] = (),
    unwanted: Sequence[str] = (),
    *,
    heard: Sequence[str] = (),
    has_picture: bool,
) -> Prompt:
    """Return the last turn of a reaction: what is seen now, and before it what not to say, as far as there is room.

    That is first of all what the streamer said aloud last, then what is unwanted, and then what was said lately.
    """
    now = join_prompts(_write_heard(heard), _now(cue, seen, has_picture=has_picture), by="\n")
    room = _LAST_TURN_CHARS - len(now)
    less = _choose_newest(unwanted, _MOST_UNWANTED, room)
    lately = _choose_newest(said, MOST_SAID, room - sum(map(len, less)))
    return join_prompts(_list_lines("reaction/unwanted", less), _list_lines("reaction/said", lately), now, by="\n")


def _write_heard(heard: Sequence[str]) -> Prompt:
    """Write what the streamer said aloud last; empty for nothing."""
    return load_prompt("reaction/streamer", text=show_to_model(heard[-1], _SAID_CHARS)) if heard else Prompt("")


def _choose_newest(lines: Sequence[str], most: int, room: int) -> list[Prompt]:
    """Return the newest lines, shortened, that fit in so many characters."""
    newest = [show_to_model(line, _SAID_CHARS) for line in lines[-most:]]
    while newest and sum(map(len, newest)) > room:
        newest.pop(0)
    return newest


def _list_lines(prompt: str, lines: Sequence[Prompt]) -> Prompt:
    return load_prompt(prompt, lines=join_prompts(*lines, by=" / ")) if lines else Prompt("")


def build_retry(messages: Sequence[ChatMessage], said: str) -> tuple[ChatMessage, ...]:
    """Return what a reaction is told that would have said something again: that it has been said."""
    *before, last = messages
    if not isinstance(last, UserMessage):
        return tuple(messages)
    told = load_prompt("reaction/said", lines=show_to_model(said, _SAID_CHARS))
    return (*before, replace(last, text=join_prompts(told, last.text, by="\n")))


def build_conversation_turn(
    cue: cues.Cue,
    seen: str,
    before: Recollection,
    length: AnswerLength,
    *,
    heard: Sequence[str] = (),
    rest: UnsaidRest | None = None,
) -> Prompt:
    """Return the last turn of a conversation with a model that only talks: what was said before, seen, and asked."""
    said = [each for each in before.lines if each.text][-_BEFORE:]
    lines = [show_to_model(f"{each.author or 'you'}: {each.text}", _SAID_CHARS) for each in said]
    earlier = load_prompt("talk/before", lines=join_prompts(*lines, by=" / ")) if lines else Prompt("")
    scene = _on_screen(seen) if seen else Prompt("")
    unsaid = load_prompt("talk/unsaid", unsaid=show_to_model(rest.unsaid, _SAID_CHARS)) if rest else Prompt("")
    return join_prompts(earlier, scene, _write_heard(heard), unsaid, _asked(cue, length.ask_briefly()), by="\n")


def _on_screen(seen: str) -> Prompt:
    return load_prompt("reaction/scene", seen=_end_sentence(seen))


def _now(cue: cues.Cue, seen: str, *, has_picture: bool) -> Prompt:
    in_words = _end_sentence(seen) if seen else load_prompt("reaction/nothing_seen")
    told = load_prompt("reaction/picture") if has_picture else in_words
    match cue:
        case cues.GameCue(text=text):
            return load_prompt("reaction/game", text=show_to_model(text, _GAME_CHARS), seen=told)
        case cues.SilenceCue():
            return load_prompt("reaction/silence", seen=told)
        case _:
            return load_prompt("reaction/scene", seen=told)


def _asked(cue: cues.Cue, length: Prompt) -> Prompt:
    match cue:
        case cues.ChatCue(lines=lines):
            line = cues.choose_answered_line(lines)
            text, author = show_to_model(line.text, _ASKED_CHARS), show_to_model(line.author, _NAME_CHARS)
            return load_prompt("talk/chat", author=author, text=text, length=length)
        case cues.OperatorCue(text=text, author=""):
            return load_prompt("talk/operator", text=show_to_model(text, _ASKED_CHARS), length=length)
        case cues.OperatorCue(text=text, author=author):
            name = show_to_model(author, _NAME_CHARS)
            return load_prompt("talk/streamer", author=name, text=show_to_model(text, _ASKED_CHARS), length=length)
        case cues.StreamerCue(text=text):  # of whom it is told the name, a small model speaks instead of to them
            return load_prompt("talk/operator", text=show_to_model(text, _ASKED_CHARS), length=length)
        case cues.ScheduleCue(text=text):
            return load_prompt("talk/schedule", text=show_to_model(text, _ASKED_CHARS), length=length)
        case cues.AnswerCue(text=text):
            return load_prompt("talk/answer", text=show_to_model(text, _ASKED_CHARS), length=length)
        case _:
            return Prompt("")


def _example(number: int, example: Example) -> AssistantMessage:
    call = ToolCall(id=f"example-{number}", name=ACT, arguments={"do": example.do})
    return AssistantMessage(text=repeat_own_words(example.say), calls=(call,))


def _end_sentence(seen: str) -> Prompt:
    """Return the first facts of what is seen, without the full stop, which the sentence around it has."""
    seen = "; ".join(seen.split("; ")[:_MOST_FACTS])
    return Prompt(show_to_model(seen, _SEEN_CHARS, in_quotes=False).rstrip("."))
