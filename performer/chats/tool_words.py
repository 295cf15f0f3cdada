"""What a tool does in words for people: its description speaks to a model, which is somebody else."""

import tomllib
from pathlib import Path
from typing import Final

_WORDS: Final[dict[str, str]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def describe_tool(name: str, description: str) -> str:
    """Return what a tool does, without a full stop; where the table lacks it, by the first sentence for models."""
    return _WORDS.get(name) or description.partition(". ")[0].rstrip(".")
