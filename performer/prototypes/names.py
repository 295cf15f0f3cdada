"""The names of the prototypes that are built in."""

from typing import Final

SHOW: Final = "performer"
"""The show's own turns; nobody's child."""
CHAT_READER: Final = "chat reader"
DESCRIBER: Final = "scene describer"
RESEARCHER: Final = "researcher"
BUILT_IN: Final = (SHOW, CHAT_READER, DESCRIBER, RESEARCHER)
