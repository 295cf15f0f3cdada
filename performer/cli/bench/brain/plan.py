"""The plan: what is asked of one run of the brain bench.

Questions: what a viewer asks the performer at fixed instants of a take.
"""

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
    """Spread so many questions evenly; the first one comes after half of the time between two."""
    return tuple((number + 0.5) * seconds / count for number in range(count))


async def ask_questions(clock: Clock, inbox: CueInbox, count: int, seconds: float) -> None:
    """Ask them, one after the other, each when its time has come."""
    texts = load_prompt_lines("bench/questions")
    for number, at_s in enumerate(spread_instants(count, seconds)):
        await clock.sleep(max(0.0, at_s - clock.now()))
        line = ChatLine(text=texts[number % len(texts)], author="viewer", direct=True, at_s=clock.now())
        inbox.put(ChatCue(lines=(line,)))


_KINDS: Final = ("ollama", "openai", "understudy", "scripted")


@dataclass(frozen=True, kw_only=True)
class BrainPlan:
    """How long, beside what, and how it is disturbed."""

    minutes: float = 10.0
    """Of the performer beside the arcade, and beside the clips if there are any."""
    bare_minutes: float = 10.0
    """Of the bare prompt; 0 leaves it out."""
    seed: int = 1
    """Of the arcade and of the chance."""
    talkativeness: Talkativeness = "medium"
    questions: int = 5
    """How many a viewer asks in the performer's minutes beside the arcade, evenly spread."""
    clips: tuple[Path, ...] = ()
    """The user's own, shown one after the other once the arcade is over."""
    busy: int = 0
    """How many processes keep a core busy beside it."""


def apply_plan(config: Config, plan: BrainPlan, model: str) -> Config:
    """Let the model and the plan's talkativeness win over the configuration's.

    Args:
        config: The streamer's.
        plan: What is asked of the run.
        model: As model.spec has it, or the bare name of an Ollama's model; empty: the configured one.

    Raises:
        ConfigError: when it is no model.
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
    """Take what begins with no kind of model for the name of an Ollama's: `qwen2.5-coder:0.5b`."""
    return model if model.partition(":")[0] in _KINDS else f"ollama:{model}"
