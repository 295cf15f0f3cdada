"""The model that a bench is given: a spec as `model.spec` has it, or the bare name of an Ollama's model."""

from typing import Final

_KINDS: Final = ("ollama", "openai", "understudy", "scripted")


def complete_spec(model: str) -> str:
    """Complete a name that begins with no kind of model to the spec of an Ollama's model: `qwen2.5-coder:0.5b`."""
    return model if model.partition(":")[0] in ("", *_KINDS) else f"ollama:{model}"
