"""The understudy: performs without a model, from picture statistics, chat and prepared lines; calls the real tools."""

import re
import tomllib
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from string import Template
from typing import Any, Final

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
    StreamerCue,
    choose_answered_line,
)
from performer.core.made_late import compile_late
from performer.core.prompt_files import load_prompt_lines
from performer.models.builtin.picture_stats import PictureStats, measure_picture
from performer.models.model import FinalAnswer, OnText, Step, StepRequest, ToolCalls, ToolMessage
from performer.tools.tool import ToolCall, ToolSpec

_CHANCE: Final = 0.4
"""The share of lines that come with a gesture."""
_APART_S: Final = 45.0
"""Seconds before the very same call is made again: what it showed may still be on stage."""


def _make_pattern(word: str) -> str:
    return re.escape(word.replace("-", " ")).replace(r"\*", r"\w*")


_TABLE: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_WISHES: Final[dict[str, dict[str, dict[str, str]]]] = {name: each for name, each in _TABLE.items() if name != "reads"}
"""The gestures by tool, argument and moment."""
_READS: Final = {
    name: compile_late(rf"\b(?:{'|'.join(map(_make_pattern, words.split()))})(?!\w)", re.IGNORECASE)
    for name, words in _TABLE["reads"].items()
}
"""What words mean."""
_MOOD_TOOL: Final = "set_mood"

_SILENCE_CHANCE: Final = 0.25
"""The share of turns in which it says nothing; the more a moment matters, the less."""
_QUIET_CHANCE: Final = 0.3
"""The share of remarks on the silence itself when nobody has said anything for a while."""
_NOT_AGAIN: Final = 32
"""Lines before one of them may come again: a few more than the show itself holds against it."""
_OPENERS_APART: Final = 3
_MOMENTS_APART: Final = 3
"""Lines after which the same remarkable thing may be remarked upon again."""


class Understudy:
    """Stands in for a model; the same seed and the same show give the same lines.

    It chooses its line and its gesture at once; where a tool is to be picked first, it keeps the line until then.
    """

    name = "understudy"
    sees = True

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._look: PictureStats | None = None
        self._said: deque[str] = deque(maxlen=_NOT_AGAIN)
        self._remarked: deque[str] = deque(maxlen=_MOMENTS_APART)
        self._calls = 0
        self._called_s: dict[tuple[str, str], float] = {}
        """When each call was made last, by tool and value."""
        self._kept: tuple[Cue | None, str] | None = None
        """The line that is to be said when it is asked for, with its cue."""

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Perform one prepared line that fits, sometimes with a tool; after a tool's answer the turn is over."""
        match request.phase:
            case "pick":
                return await self._pick(request)
            case "write" if self._kept and self._kept[0] is request.cue:
                words, self._kept = self._kept[1], None
                on_text(words)
                return FinalAnswer(text=words)
            case _ if isinstance(request.messages[-1], ToolMessage):
                return FinalAnswer(text="")
            case _:
                return await self._perform(request, on_text)

    async def _pick(self, request: StepRequest) -> Step:
        """Make the gesture that goes with the line, once."""
        if self._kept and self._kept[0] is request.cue:
            return FinalAnswer(text="")
        words: list[str] = []
        step = await self._perform(request, words.append)
        self._kept = request.cue, "".join(words)
        return replace(step, preface="") if isinstance(step, ToolCalls) else FinalAnswer(text="")

    async def _perform(self, request: StepRequest, on_text: OnText) -> Step:
        has_picture = await self._look_at_picture(request)
        if request.cue is None:
            return self._state_facts(on_text)
        if self._clock.chance.random() < _SILENCE_CHANCE * (1 - _weigh(request.cue)):
            return FinalAnswer(text="")
        moment, line = self._choose(self._list_moments(request.cue, has_picture=has_picture))
        words = self._fill(line, request.cue, moment)
        on_text(words)
        call = self._choose_call(moment, words, request.tools)
        return ToolCalls(calls=(call,), preface=words) if call else FinalAnswer(text=words)

    def _choose_call(self, moment: str, words: str, tools: tuple[ToolSpec, ...]) -> ToolCall | None:
        """Choose a tool that fits and is really offered, with a value it really has; None: no gesture now."""
        offered = [
            (spec.name, argument, wish)
            for spec in tools
            for argument, wishes in _WISHES.get(spec.name, {}).items()
            if (wish := _find_wish(spec.name, wishes, moment, words))
            and wish in spec.parameters["properties"][argument].get("enum", ())
        ]
        now_s = self._clock.now()
        new = [each for each in offered if now_s >= self._called_s.get((each[0], each[2]), -_APART_S) + _APART_S]
        if not new or self._clock.chance.random() > _CHANCE:
            return None
        name, argument, wish = self._clock.chance.choice(new)
        self._calls += 1
        self._called_s[name, wish] = now_s
        return ToolCall(id=f"understudy-{self._calls}", name=name, arguments={argument: wish})

    def _state_facts(self, on_text: OnText) -> Step:
        """Answer a question about a picture, which comes without a cue, by what can be measured."""
        words = self._look.words() if self._look else "no picture"
        on_text(words)
        return FinalAnswer(text=words)

    async def _look_at_picture(self, request: StepRequest) -> bool:
        """Measure the picture in any case, to know what moves next time; return whether there is one."""
        if request.pictures:
            # The game's comes first, then what people put to their lines.
            self._look = await anyio.to_thread.run_sync(measure_picture, request.pictures[0], self._look)
        return bool(request.pictures)

    def _list_moments(self, cue: Cue, *, has_picture: bool) -> tuple[str, ...]:
        """Return the moments whose lines fit, the best first."""
        seen = self._look.moments if has_picture and self._look else ("calm",)
        match cue:
            case ChatCue(lines=lines):
                return ("chat",) if choose_answered_line(lines).is_whole else ("marred",)
            case OperatorCue(text=words) if words:
                return ("asked",)
            case AnswerCue() | StreamerCue():
                return ("asked",)
            case ScheduleCue(is_own=is_own):
                return ("schedule",) if is_own else ("planned",)
            case GameCue(text=text):
                return ("good", "game", *seen) if is_good_news(text) else ("game", *seen)
            case SilenceCue() if self._clock.chance.random() < _QUIET_CHANCE:
                return ("silence", *seen)
            case _:
                return seen

    def _choose(self, moments: Sequence[str]) -> tuple[str, str]:
        """Choose a line that fits and was not said of late; the same thing is not remarked upon all the time."""
        for moment in moments:
            line = self._choose_new_line(moment)
            if line and (moment == moments[-1] or moment not in self._remarked):
                break
        else:
            moment = moments[-1]
            # All were said of late: the one that was said longest ago.
            line = min(load_prompt_lines(f"understudy/{moment}"), key=list(self._said).index)
            self._said.remove(line)
        self._said.append(line)
        self._remarked.append(moment)
        return moment, line

    def _choose_new_line(self, moment: str) -> str:
        """Choose a line that was not said of late, and if possible begins unlike the last; empty: there is none."""
        openers = {_get_opener(line) for line in list(self._said)[-_OPENERS_APART:]}
        new = [line for line in load_prompt_lines(f"understudy/{moment}") if line not in self._said]
        fresh = [line for line in new if _get_opener(line) not in openers]
        return self._clock.chance.choice(fresh or new) if new else ""

    def _fill(self, line: str, cue: Cue, moment: str) -> str:
        look = self._look
        colour = (look.new_bar if moment == "bar" else look.colour) if look else None
        filled = Template(line).safe_substitute(
            # Of those who spoke, the one that is answered: whoever spoke to it, or else whoever spoke last.
            author=choose_answered_line(cue.lines).author if isinstance(cue, ChatCue) else "friend",
            colour=colour or "grey",
            side=look.side if look else "",
            text=cue.text if isinstance(cue, ScheduleCue) else "",
        )
        return filled[0].upper() + filled[1:]


def is_good_news(text: str) -> bool:
    """Return whether the news of a game is good, by its words; what is good and bad at once is not."""
    return bool(_READS["good"].search(text)) and not _READS["bad"].search(text)


def find_mood(line: str) -> str:
    """Return the mood that a prepared line sounds of; empty where no word tells."""
    return next((mood for mood in ("happy", "sad", "surprised", "thinking") if _READS[mood].search(line)), "")


def _find_wish(tool: str, wishes: Mapping[str, str], moment: str, words: str) -> str:
    """Return what to call a tool with; the mascot looks as the line sounds, and else as is usual at the moment."""
    usual = wishes.get(moment, "")
    return find_mood(words) or usual if tool == _MOOD_TOOL and usual else usual


def _weigh(cue: Cue) -> float:
    """Return how much a cue wants words, 0 to 1; a person always gets some."""
    match cue:
        case SceneCue(importance=importance) | GameCue(importance=importance):
            return importance
        case SilenceCue():
            return 0.0
        case _:
            return 1.0


def _get_opener(line: str) -> str:
    return " ".join(line.split()[:2]).casefold()
