"""What of a cue may be put before a model: others' words, few, short and plain, and past the guard."""

from dataclasses import replace
from typing import Final

from performer.cue_queue import fair_choice
from performer.cues import AnswerCue, ChatCue, ChatLine, Cue, GameCue, ScheduleCue
from performer.guard import Drop, Guard
from performer.untrusted import LINE_CHARS, plain, without_tokens

MOST_LINES: Final = 12
"""Of a chat, in one turn."""
NAME_CHARS: Final = 32
DIRECT_CHARS: Final = 500
"""Of a line to the performer itself: a question may need more words than a shout."""
PLAN_CHARS: Final = 500
ANSWER_CHARS: Final = 2000
_LEFT_OUT: Final = "(what came of it is left out)"
_NOBODY: Final = "viewer"
"""Who wrote, when the name is none to be read."""


def admitted(cue: Cue, guard: Guard) -> Cue | None:
    """Give the cue as a model may read it; None when nothing is left that could be answered.

    What the guard finds is masked; a line about what no answer can be good to is left out, as its log tells.
    """
    match cue:
        case ChatCue(lines=lines):
            read = tuple(filter(None, (_line(each, guard) for each in fair_choice(lines, MOST_LINES))))
            return ChatCue(lines=read) if read else None
        case GameCue(text=text):
            told = _passed(text, LINE_CHARS, guard, "game")
            return replace(cue, text=told) if told else None
        case ScheduleCue(text=text, is_own=False):
            told = _passed(text, PLAN_CHARS, guard, "schedule")
            return replace(cue, text=told) if told else None
        case AnswerCue():
            return _answer(cue, guard)
        case _:
            return cue


def _answer(cue: AnswerCue, guard: Guard) -> AnswerCue:
    return replace(
        cue,
        tool=_passed(cue.tool, NAME_CHARS, guard, "tool"),
        arguments=_passed(cue.arguments, ANSWER_CHARS, guard, "tool"),
        text=_passed(cue.text, ANSWER_CHARS, guard, "tool") or _LEFT_OUT,
    )


def _line(line: ChatLine, guard: Guard) -> ChatLine | None:
    most = DIRECT_CHARS if line.direct else LINE_CHARS
    text = _passed(line.text, most, guard, "chat")
    author = _passed(line.author, NAME_CHARS, guard, "chat")
    written = plain(line.text, most), plain(line.author, NAME_CHARS)
    is_whole = (text, author) == written and without_tokens(line.text) == line.text
    return replace(line, text=text, author=author or _NOBODY, is_whole=is_whole) if text else None


def _passed(text: str, most: int, guard: Guard, where: str) -> str:
    verdict = guard.check(plain(text, most), limit=most, where=where)
    return "" if isinstance(verdict, Drop) else verdict.text
