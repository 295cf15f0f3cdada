"""OBS's scenes: the performer keeps quiet in those that are listed."""

from collections.abc import Sequence

from performer.pauses.patterns import matching
from performer.pauses.pausing import Pausing


class ScenePause:
    """Follows the name of the scene that is on air.

    Args:
        scenes: Names to keep quiet in; `*` stands for anything.
        pausing: Who keeps quiet.
    """

    def __init__(self, scenes: Sequence[str], pausing: Pausing) -> None:
        self._scenes = scenes
        self._pausing = pausing
        self.name = ""
        """The scene on air, as far as it is known."""

    async def show(self, name: str) -> None:
        """Take in which scene is on air now; empty when that is not known any more."""
        self.name = name
        found = matching(self._scenes, [name])
        if found:
            await self._pausing.pause("scene", f"OBS shows a scene that is listed: {found}")
        else:
            self._pausing.resume("scene")
