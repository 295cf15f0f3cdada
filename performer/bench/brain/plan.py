"""The plan: what is asked of one run of the brain bench."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from performer.config import Config
from performer.models.spec import parse_model
from performer.pacing.talkativeness import Talkativeness

_KINDS: Final = ("ollama", "openai", "understudy", "scripted")


@dataclass(frozen=True, kw_only=True)
class Plan:
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


def as_planned(config: Config, plan: Plan, model: str) -> Config:
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
    spec = spec_of(model)
    parse_model(spec)
    asked = config.model.model_copy(update={"spec": spec, "name": ""})
    return planned.model_copy(update={"model": asked, "models": ()})


def spec_of(model: str) -> str:
    """Take what begins with no kind of model for the name of an Ollama's: `qwen2.5-coder:0.5b`."""
    return model if model.partition(":")[0] in _KINDS else f"ollama:{model}"
