"""The understudy: performs without a model, from picture statistics, chat and prepared lines; calls the real tools."""

from collections import deque
from string import Template

import anyio

from performer.clock import Clock
from performer.cues import ChatCue, Cue, OperatorCue
from performer.models.model import Final, OnText, Step, StepRequest, ToolCalls, ToolMessage, UserMessage
from performer.models.picture import Look, look_at
from performer.prompts import prompt_lines
from performer.tools import ToolCall, ToolSpec

_TOOL_CHANCE = 0.4
_SILENCE_CHANCE = 0.25
_NOT_AGAIN = 40
_EMOTES = {
    "dark": "sleepy",
    "bright": "cool",
    "moving": "wow",
    "colour": "love",
    "calm": "think",
    "chat": "laugh",
    "asked": "cool",
}
_SOUNDS = {"moving": "boing", "calm": "crickets", "chat": "applause"}
_MOODS = {
    "dark": "sad",
    "bright": "happy",
    "moving": "surprised",
    "colour": "happy",
    "calm": "thinking",
    "chat": "happy",
    "asked": "happy",
}
_SHAPES = {"chat": "hearts", "colour": "sparks", "asked": "confetti"}
_WISHES = {
    "show_emote": ("name", _EMOTES),
    "play_sfx": ("name", _SOUNDS),
    "set_mood": ("mood", _MOODS),
    "spawn_particle": ("shape", _SHAPES),
}
"""By tool: the argument to fill, and with what at which moment."""


class Understudy:
    """Stands in for a model; the same seed and the same show give the same lines."""

    name = "understudy"
    sees = True

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._look: Look | None = None
        self._said: deque[str] = deque(maxlen=_NOT_AGAIN)
        self._calls = 0

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Say one prepared line that fits, sometimes with a tool; after a tool's answer the turn is over."""
        if any(isinstance(message, ToolMessage) for message in request.messages):
            return Final(text="")
        moment = await self._moment(request)
        if request.cue is None:
            return self._facts(on_text)
        if not _is_asked(request.cue) and self._clock.chance.random() < _SILENCE_CHANCE:
            return Final(text="")
        line = self._line(moment, request.cue)
        on_text(line)
        call = self._call(moment, request.tools)
        return ToolCalls(calls=(call,), preface=line) if call else Final(text=line)

    def _facts(self, on_text: OnText) -> Step:
        """Answer a question about a picture, which comes without a cue, by what can be measured."""
        words = self._look.words() if self._look else "no picture"
        on_text(words)
        return Final(text=words)

    async def _moment(self, request: StepRequest) -> str:
        """Name the list of lines that fits; the picture is looked at in any case, to know what moves next time."""
        pictures = [picture for each in request.messages if isinstance(each, UserMessage) for picture in each.pictures]
        if pictures:
            self._look = await anyio.to_thread.run_sync(look_at, pictures[-1], self._look)
        match request.cue:
            case ChatCue():
                return "chat"
            case OperatorCue():
                return "asked"
            case _:
                return self._look.mood if pictures and self._look else "calm"

    def _line(self, moment: str, cue: Cue | None) -> str:
        lines = prompt_lines(f"understudy/{moment}")
        new = [line for line in lines if line not in self._said] or list(lines)
        line = self._clock.chance.choice(new)
        self._said.append(line)
        author = cue.lines[-1].author if isinstance(cue, ChatCue) else "friend"
        colour = (self._look.colour if self._look else None) or "grey"
        filled = Template(line).safe_substitute(author=author, colour=colour)
        return filled[0].upper() + filled[1:]

    def _call(self, moment: str, tools: tuple[ToolSpec, ...]) -> ToolCall | None:
        """Think of a tool that fits and is really offered, with a value it really has."""
        offered = [
            (spec.name, argument, wish)
            for spec in tools
            for argument, wishes in [_WISHES.get(spec.name, ("", {}))]
            if (wish := wishes.get(moment)) and wish in spec.parameters["properties"][argument].get("enum", ())
        ]
        if not offered or self._clock.chance.random() > _TOOL_CHANCE:
            return None
        name, argument, wish = self._clock.chance.choice(offered)
        self._calls += 1
        return ToolCall(id=f"understudy-{self._calls}", name=name, arguments={argument: wish})


def _is_asked(cue: Cue | None) -> bool:
    return isinstance(cue, ChatCue | OperatorCue)
