"""Which versions of Ollama are too old for a show."""

import re
from typing import Final

SOUND_VERSION: Final = (0, 17, 1)
"""Earlier ones lose or garble tool calls of several model families."""


def old_age(version: str) -> str:
    """Warn of a version that is known to garble tool calls, in a sentence without its full stop; empty for others.

    One built from source calls itself 0.0.0, and is not warned of.
    """
    numbers = tuple(int(each) for each in re.findall(r"\d+", version[:40])[:3])
    if not any(numbers) or numbers >= SOUND_VERSION:
        return ""
    return f"Ollama {version} is old and loses tool calls: update it to {'.'.join(map(str, SOUND_VERSION))} or later"
