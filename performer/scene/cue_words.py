"""A cue in words: what the model reads of the reason to act."""

from typing import Final, assert_never

from performer.cues import (
    AnswerCue,
    ChatCue,
    ChatLine,
    Cue,
    GameCue,
    OperatorCue,
    SayCue,
    SceneCue,
    ScheduleCue,
    SilenceCue,
)
from performer.prompts import prompt
from performer.untrusted import Prompt, Quotes, stated

_CHAT_LINE_CHARS: Final = 560
"""A name, a colon, a line to the performer, and how many pictures it has."""
_ORDER_CHARS: Final = 2000
_CALL_CHARS: Final = 500
_ANSWER_CHARS: Final = 2000


def cue_words(cue: Cue, quotes: Quotes) -> Prompt:  # noqa: C901  one case a cue, nothing else
    """Write why a turn begins: the streamer's words as they stand, everybody else's between marks."""
    match cue:
        case SayCue(text=text, is_own=False):
            return quotes.quote(text)
        case SayCue(text=text):
            return stated(text, _ORDER_CHARS)
        case OperatorCue(text=""):
            return prompt("cues/react")
        case OperatorCue(text=text):
            return prompt("cues/operator", text=stated(text, _ORDER_CHARS))
        case ChatCue(lines=lines):
            return prompt("cues/chat", lines=quotes.quote(*map(_line, lines), most=_CHAT_LINE_CHARS))
        case AnswerCue(tool=tool, arguments=arguments, text=text):
            call = quotes.quote(f"{tool} {arguments}", most=_CALL_CHARS)
            return prompt("cues/answer", call=call, text=quotes.quote(text, most=_ANSWER_CHARS))
        case ScheduleCue(text=text, is_own=False):
            return prompt("cues/planned", text=quotes.quote(text, most=_ORDER_CHARS))
        case ScheduleCue(text=text):
            return prompt("cues/schedule", text=stated(text, _ORDER_CHARS))
        case GameCue(text=text):
            return prompt("cues/game", text=quotes.quote(text))
        case SceneCue():
            return prompt("cues/scene")
        case SilenceCue(idle_s=idle_s):
            return prompt("cues/silence", idle_s=round(idle_s))
        case _:
            assert_never(cue)


def _line(line: ChatLine) -> str:
    pictures = f" [{line.pictures} picture{'s' if line.pictures > 1 else ''}]" if line.pictures else ""
    return f"{line.author}: {line.text}{pictures}"
