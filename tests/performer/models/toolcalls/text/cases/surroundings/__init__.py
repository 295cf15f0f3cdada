"""The words around a call: `§` stands for it. What runs nothing whatever the shape, and what lets it run."""

from tests.performer.models.toolcalls.text.cases.surroundings.free import FREE
from tests.performer.models.toolcalls.text.cases.surroundings.mentions import MENTIONS
from tests.performer.models.toolcalls.text.cases.surroundings.not_made import NOT_MADE
from tests.performer.models.toolcalls.text.cases.surroundings.said import SAID
from tests.performer.models.toolcalls.text.cases.surroundings.shown import SHOWN
from tests.performer.models.toolcalls.text.cases.surroundings.told import TOLD

__all__ = ["FREE", "KEPT", "MENTIONS"]

KEPT: dict[str, tuple[str, ...]] = {**SAID, **SHOWN, **NOT_MADE, **TOLD}
"""Texts in which no call runs, by what is said of it."""
