"""The probe: at most ten tiny requests show what a model can do, before it is trusted with more than words.

The abilities that a server names show little: of 75 native calls of a model with the capability `tools` its server read
none, and of 211 answers held to a JSON schema 210 were valid and a third fitted. The test is whether it says a
line, and its gesture fits a plain win, a plain loss and an idle scene, every time it is asked; the first miss decides.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from statistics import median
from typing import Final, Literal

from performer.core.prompt_files import load_prompt, load_prompt_lines
from performer.core.untrusted_text import repeat_own_words
from performer.guard.speakable.speakable import Speakable
from performer.models.http.lines import ServerError
from performer.models.model import ChatMessage, Step, StepRequest, ToolCalls, UserMessage
from performer.models.probe_result import Finding, TrialCount
from performer.models.settings import Way

_log = logging.getLogger(__name__)

Ask = Callable[[StepRequest], Awaitable[tuple[Step, float]]]
"""Asks the model once, in a pause of the show; returns the step and the seconds that it took from question to end,
without those of waiting. Raises ServiceError when it failed."""
Kind = Literal["win", "loss", "idle"]

FITTING: Final[dict[Kind, frozenset[str]]] = {
    "win": frozenset(
        "party clap fire heart love cool wow star thumbs_up laugh confetti hearts sparks airhorn applause level_up "
        "ding rimshot drumroll".split()
    ),
    "loss": frozenset("cry skull sad sweat rage wow sad_trombone record_scratch".split()),
    "idle": frozenset("sleepy think eyes none crickets sweat".split()),
}
"""Gestures that fit, by their short names, of those that ship."""
_KINDS: Final[tuple[Kind, ...]] = ("win", "loss", "idle")
_MOST: Final = 10
_TRIALS: Final[dict[Way, int]] = {"native": 2, "constrained": 3, "soft": 4}
"""Times in a row that a way must be right: a form that is enforced shows less, and a printed call is often luck."""
_NONE: Final = "none"
_BUSY: Final = (429, 503)
"""Statuses of a server that would answer the same question later."""


class Probe:
    """Probes one model by reactions: the last turn of an opening, with the tools that a gesture may be, is replaced."""

    def __init__(self, opening: StepRequest, speakable: Speakable) -> None:
        self._opening = opening
        self._speakable = speakable
        self._asked = 0

    async def run(self, ask: Ask, *, calls_tools: bool, cold_s: float, cold_tokens: int) -> Finding:
        """Probe a model whose opening has been read: so many tokens in so long when it was not known.

        Raise ServiceError when the model failed.
        """
        self._asked = 1  # the opening itself
        lines, line_s, writes = await self._try_lines(ask)
        way: Way = "talk"
        tried: dict[Way, TrialCount] = {}
        for each, most in _TRIALS.items():
            if way == "talk" and (calls_tools or each != "native"):
                tried[each] = await self._try_way(ask, each, most)
                way = each if tried[each].is_sure and tried[each].asked == most else "talk"
        return Finding(
            way=way,
            lines=lines,
            constrained=tried.get("constrained", TrialCount()),
            native=tried.get("native", TrialCount()),
            soft=tried.get("soft", TrialCount()),
            cold_s=round(cold_s, 2),
            reads_per_s=round(cold_tokens / cold_s, 1) if cold_s else 0.0,
            writes_per_s=round(writes, 1),
            line_s=round(line_s, 2),
        )

    async def _try_lines(self, ask: Ask) -> tuple[TrialCount, float, float]:
        """Return how many lines may be said, how many seconds one takes, and how many tokens a second are written."""
        good, took_s, per_s = 0, [], [0.0]
        scenes = load_prompt_lines("probe/scenes")
        for scene in scenes:
            step, line_s = await self._ask_once(ask, "talk", scene)
            took_s.append(line_s)
            good += self._has_line(step)
            usage = step.usage
            per_s += [usage.answer_tokens / usage.answer_s] if usage.answer_s else []
        return TrialCount(right=good, asked=len(scenes)), median(took_s), max(per_s)

    async def _try_way(self, ask: Ask, way: Way, most: int) -> TrialCount:
        """Ask in one way for up to so many scenes, until the first miss: no line, another gesture, or a refusal."""
        if _MOST - self._asked < most:
            return TrialCount()  # fewer would prove nothing
        right = asked = 0
        for kind, scene in _list_plain_scenes()[:most]:
            if right < asked:
                break
            asked += 1
            try:
                step, _ = await self._ask_once(ask, way, scene)
            except ServerError as error:
                if error.passes or error.status in _BUSY:
                    raise
                _log.info("Asked in the way %s it was refused: %s", way, error)
                break
            right += self._has_line(step) and _find_gesture(step) in FITTING[kind]
        return TrialCount(right=right, asked=asked)

    def _has_line(self, step: Step) -> bool:
        """Whether a step says something, and all of it may be said: a gesture without a word is no reaction."""
        text = (step.preface if isinstance(step, ToolCalls) else step.text).strip()
        return bool(text) and self._speakable.objection(text) is None

    async def _ask_once(self, ask: Ask, way: Way, scene: str) -> tuple[Step, float]:
        self._asked += 1
        asked = UserMessage(text=load_prompt("reaction/scene", seen=repeat_own_words(scene)))
        messages: tuple[ChatMessage, ...] = (*self._opening.messages[:-1], asked)
        request = replace(self._opening, messages=messages, short=messages, way=way)
        return await ask(request)


def _list_plain_scenes() -> list[tuple[Kind, str]]:
    """Return each kind's first scene, then each kind's second."""
    scenes: dict[Kind, tuple[str, ...]] = {kind: load_prompt_lines(f"probe/{kind}") for kind in _KINDS}
    longest = max(map(len, scenes.values()))
    return [(kind, each[at]) for at in range(longest) for kind, each in scenes.items() if at < len(each)]


def _find_gesture(step: Step) -> str:
    """Return the short name of the gesture that a step makes; `none` for none."""
    if not isinstance(step, ToolCalls) or not step.calls:
        return _NONE
    return str(next(iter(step.calls[0].arguments.values()), _NONE))
