"""Why a call is made, in one line for whoever decides of it."""

from typing import assert_never

from performer.cues import (
    AnswerCue,
    ChatCue,
    Cue,
    GameCue,
    OperatorCue,
    SayCue,
    SceneCue,
    ScheduleCue,
    SilenceCue,
    answered,
)
from performer.tools import ToolCall


def why_called(call: ToolCall) -> str:
    """Tell who makes a call and what its turn is about; it holds others' words, which nobody has looked at yet."""
    if call.agent and call.cue is None:
        return f"{call.agent} asks"
    return f"{call.agent} asks: {why(call.cue)}" if call.agent else why(call.cue)


def why(cue: Cue | None) -> str:  # noqa: C901  one case a cue, nothing else
    """Tell what a turn is about."""
    match cue:
        case None:
            return "nobody asked for it"
        case AnswerCue(tool=tool, origin=None):
            return f"it goes on after {tool}"
        case AnswerCue(tool=tool, origin=first):
            return f"{why(first)} (it goes on after {tool})"
        case OperatorCue(text=""):
            return "the streamer wanted a reaction"
        case SayCue(text=text, is_own=False):
            return f"a program wanted it said: {text}"
        case OperatorCue(text=text) | SayCue(text=text):
            return f"the streamer asked: {text}"
        case ChatCue(lines=lines):
            asked = answered(lines)
            return f"{asked.author} wrote: {asked.text}"
        case ScheduleCue(text=text):
            return f"it was planned: {text}"
        case GameCue(text=text):
            return f"the game says: {text}"
        case SceneCue():
            return "the picture changed"
        case SilenceCue():
            return "nothing had been said for a while"
        case _:
            assert_never(cue)
