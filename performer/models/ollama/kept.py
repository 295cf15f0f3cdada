"""For how long an Ollama keeps a model in memory."""

import math
import re
from typing import Final

_PART: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|$)")
_SECONDS: Final = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0, "h": 3600.0}


def kept_s(keep_alive: str) -> float:
    """Tell the seconds that a `keep_alive` stands for: for ever when it is negative.

    It is for ever too when it is none at all: what is unloaded at once need not be loaded before it is asked.
    """
    if keep_alive.startswith("-"):
        return math.inf
    return sum(float(number) * _SECONDS[unit] for number, unit in _PART.findall(keep_alive)) or math.inf
