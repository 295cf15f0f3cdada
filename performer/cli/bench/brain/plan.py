"""The plan of one run of the brain bench, and the questions that a viewer asks at fixed instants of it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from performer.agent.pacing.talkativeness import Talkativeness
from performer.agent.queue.inbox import CueInbox
from performer.config.config import Config
from performer.core.clock import Clock
from performer.core.cues import ChatCue, ChatLine
from performer.core.prompt_files import load_prompt_lines
from performer.models.settings import parse_model


def spread_instants(count: int, seconds: float) -> tuple[float, ...]:
    """Spread so many questions evenly; the first comes after half of the time between two."""
    return tuple((number + 0.5) * seconds / count for number in range(count))


async def ask_questions(clock: Clock, inbox: CueInbox, count: int, seconds: float) -> None:
    """Send a viewer's questions to the inbox, each when its time has come."""
    texts = load_prompt_lines("bench/questions")
    for number, at_s in enumerate(spread_instants(count, seconds)):
        await clock.sleep(max(0.0, at_s - clock.now()))
        line = ChatLine(text=texts[number % len(texts)], author="viewer", direct=True, at_s=clock.now())
        inbox.put(ChatCue(lines=(line,)))


_KINDS: Final = ("ollama", "openai", "understudy", "scripted")


@dataclass(frozen=True, kw_only=True)
class BrainPlan:
    """The plan of a run."""

    minutes: float = 10.0
    """Of the performer beside the game, and beside the clips if there are any."""
    bare_minutes: float = 10.0
    """Of the bare prompt; 0 leaves it out."""
    seed: int = 1
    """Of the game and of the chance."""
    talkativeness: Talkativeness = "medium"
    questions: int = 5
    """How many a viewer asks in the performer's minutes beside the game, evenly spread."""
    clips: tuple[Path, ...] = ()
    """The user's own, shown one after the other once the game is over."""
    busy: int = 0
    """How many processes keep a core busy."""


def apply_plan(config: Config, plan: BrainPlan, model: str) -> Config:
    """Apply a plan, and a model if one is named, to a configuration; a ConfigError when it is no model.

    The model is as model.spec has it, or the bare name of an Ollama's; empty: the configured one.
    """
    pacing = config.pacing.model_copy(update={"talkativeness": plan.talkativeness})
    planned = config.model_copy(update={"pacing": pacing})
    if not model:
        return planned
    spec = complete_spec(model)
    parse_model(spec)
    asked = config.model.model_copy(update={"spec": spec, "name": ""})
    return planned.model_copy(update={"model": asked, "models": ()})


def complete_spec(model: str) -> str:
    """Complete a name that begins with no kind of model to the spec of an Ollama's model: `qwen2.5-coder:0.5b`."""
    return model if model.partition(":")[0] in _KINDS else f"ollama:{model}"
