"""The understudy: performs without a model, from picture statistics, chat and prepared lines; calls the real tools.

Gestures: what the understudy does beside its words, by moment.
"""

import tomllib
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from string import Template
from typing import Final

import anyio

from performer.core.clock import Clock
from performer.core.cues import (
    AnswerCue,
    ChatCue,
    Cue,
    GameCue,
    OperatorCue,
    SceneCue,
    ScheduleCue,
    SilenceCue,
    choose_answered_line,
)
from performer.core.prompt_files import load_prompt_lines
from performer.models.builtin.picture_stats import PictureStats, measure_picture
from performer.models.model import FinalAnswer as Finished
from performer.models.model import OnText, Step, StepRequest, ToolCalls, ToolMessage, UserMessage
from performer.tools.tool import ToolCall, ToolSpec

_CHANCE: Final = 0.4
"""How often a line comes with a gesture."""
_APART_S: Final = 45.0
"""Seconds before the very same call is made again: what it showed may still be on stage."""
_WISHES: Final[dict[str, dict[str, dict[str, str]]]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
"""By tool, argument and moment."""


class UnderstudyGestures:
    """Thinks of tool calls that fit."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._calls = 0
        self._called_s: dict[tuple[str, str], float] = {}
        """When each call was made last, by tool and value."""

    def choose_call(self, moment: str, tools: tuple[ToolSpec, ...]) -> ToolCall | None:
        """Think of a tool that fits and is really offered, with a value it really has."""
        offered = [
            (spec.name, argument, wish)
            for spec in tools
            for argument, wishes in _WISHES.get(spec.name, {}).items()
            if (wish := wishes.get(moment)) and wish in spec.parameters["properties"][argument].get("enum", ())
        ]
        now_s = self._clock.now()
        new = [each for each in offered if now_s >= self._called_s.get((each[0], each[2]), -_APART_S) + _APART_S]
        if not new or self._clock.chance.random() > _CHANCE:
            return None
        name, argument, wish = self._clock.chance.choice(new)
        self._calls += 1
        self._called_s[name, wish] = now_s
        return ToolCall(id=f"understudy-{self._calls}", name=name, arguments={argument: wish})


_SILENCE_CHANCE: Final = 0.25
"""How often it has nothing to say; the more a moment matters, the less."""
_QUIET_CHANCE: Final = 0.3
"""How often it remarks on the silence itself when nobody has said anything for a while."""
_NOT_AGAIN: Final = 32
"""Lines before one of them may come again: a few more than the show itself holds against it."""
_OPENERS_APART: Final = 3
_MOMENTS_APART: Final = 3
"""Lines after which the same remarkable thing may be remarked upon again."""


class Understudy:
    """Stands in for a model; the same seed and the same show give the same lines.

    It thinks of its line and of its gesture at once; where a tool is to be picked first, it keeps the line until then.
    """

    name = "understudy"
    sees = True

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._look: PictureStats | None = None
        self._said: deque[str] = deque(maxlen=_NOT_AGAIN)
        self._remarked: deque[str] = deque(maxlen=_MOMENTS_APART)
        self._gestures = UnderstudyGestures(clock)
        self._kept: tuple[Cue | None, str] | None = None
        """The line of which cue is to be said when it is asked for."""

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Say one prepared line that fits, sometimes with a tool; after a tool's answer the turn is over."""
        match request.phase:
            case "pick":
                return await self._pick(request)
            case "write" if self._kept and self._kept[0] is request.cue:
                words, self._kept = self._kept[1], None
                on_text(words)
                return Finished(text=words)
            case _ if isinstance(request.messages[-1], ToolMessage):
                return Finished(text="")
            case _:
                return await self._perform(request, on_text)

    async def _pick(self, request: StepRequest) -> Step:
        """Make the gesture that goes with the line, once."""
        if self._kept and self._kept[0] is request.cue:
            return Finished(text="")
        words: list[str] = []
        step = await self._perform(request, words.append)
        self._kept = request.cue, "".join(words)
        return replace(step, preface="") if isinstance(step, ToolCalls) else Finished(text="")

    async def _perform(self, request: StepRequest, on_text: OnText) -> Step:
        has_picture = await self._look_up(request)
        if request.cue is None:
            return self._facts(on_text)
        if self._clock.chance.random() < _SILENCE_CHANCE * (1 - _importance(request.cue)):
            return Finished(text="")
        moment, line = self._choose(self._moments(request.cue, has_picture=has_picture))
        words = self._filled(line, request.cue, moment)
        on_text(words)
        call = self._gestures.choose_call(moment, request.tools)
        return ToolCalls(calls=(call,), preface=words) if call else Finished(text=words)

    def _facts(self, on_text: OnText) -> Step:
        """Answer a question about a picture, which comes without a cue, by what can be measured."""
        words = self._look.words() if self._look else "no picture"
        on_text(words)
        return Finished(text=words)

    async def _look_up(self, request: StepRequest) -> bool:
        """Look at the picture in any case, to know what moves next time; tell whether there is one."""
        pictures = [picture for each in request.messages if isinstance(each, UserMessage) for picture in each.pictures]
        if pictures:
            # The game's comes first, then what people put to their lines.
            self._look = await anyio.to_thread.run_sync(measure_picture, pictures[0], self._look)
        return bool(pictures)

    def _moments(self, cue: Cue, *, has_picture: bool) -> tuple[str, ...]:
        """Name the lists of lines that fit, the best first."""
        seen = self._look.moments if has_picture and self._look else ("calm",)
        match cue:
            case ChatCue(lines=lines):
                return ("chat",) if choose_answered_line(lines).is_whole else ("marred",)
            case OperatorCue(text=words) if words:
                return ("asked",)
            case AnswerCue():
                return ("asked",)
            case ScheduleCue(is_own=is_own):
                return ("schedule",) if is_own else ("planned",)
            case GameCue():
                return ("game", *seen)
            case SilenceCue() if self._clock.chance.random() < _QUIET_CHANCE:
                return ("silence", *seen)
            case _:
                return seen

    def _choose(self, moments: Sequence[str]) -> tuple[str, str]:
        """Take a line that fits and was not said of late; what is remarkable is not remarked upon all the time."""
        for moment in moments:
            line = self._new_line(moment)
            if line and (moment == moments[-1] or moment not in self._remarked):
                break
        else:
            moment = moments[-1]
            line = self._oldest_line(moment)
            self._said.remove(line)
        self._said.append(line)
        self._remarked.append(moment)
        return moment, line

    def _new_line(self, moment: str) -> str:
        """Choose among the lines that were not said of late, one that begins unlike the last if possible."""
        openers = {_opener(line) for line in list(self._said)[-_OPENERS_APART:]}
        new = [line for line in load_prompt_lines(f"understudy/{moment}") if line not in self._said]
        fresh = [line for line in new if _opener(line) not in openers]
        return self._clock.chance.choice(fresh or new) if new else ""

    def _oldest_line(self, moment: str) -> str:
        """Find the line that was said longest ago, when all were said of late."""
        said = list(self._said)
        return min(load_prompt_lines(f"understudy/{moment}"), key=said.index)

    def _filled(self, line: str, cue: Cue, moment: str) -> str:
        look = self._look
        colour = (look.new_bar if moment == "bar" else look.colour) if look else None
        filled = Template(line).safe_substitute(
            author=_author(cue),
            colour=colour or "grey",
            side=look.side if look else "",
            text=cue.text if isinstance(cue, ScheduleCue) else "",
        )
        return filled[0].upper() + filled[1:]


def _importance(cue: Cue) -> float:
    """Tell how much a cue wants words, 0 to 1; a person always gets some."""
    match cue:
        case SceneCue(importance=importance) | GameCue(importance=importance):
            return importance
        case SilenceCue():
            return 0.0
        case _:
            return 1.0


def _author(cue: Cue) -> str:
    """Name who is answered: whoever spoke to it, or else whoever spoke last."""
    if not isinstance(cue, ChatCue):
        return "friend"
    return choose_answered_line(cue.lines).author


def _opener(line: str) -> str:
    return " ".join(line.split()[:2]).casefold()
