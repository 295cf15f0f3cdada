"""The pictures of what calls came to: made safe, small and few, and shown to a model that sees."""

from collections.abc import Callable
from dataclasses import field
from functools import partial
from typing import Final

import anyio.to_thread

from performer.core.images.formats import UnfitPicture
from performer.core.images.sandbox.sandbox import ImageSandbox
from performer.core.prompt_files import load_prompt
from performer.core.untrusted_text import NONE, Prompt, join_prompts, state_to_model
from performer.core.values import dataclass
from performer.models.model import UserMessage
from performer.tools.result import PicturePart
from performer.vision.encode import LEAST_WIDTH, shrink_jpeg

MOST_OF_TURN: Final = 4
"""Each takes some hundred to a thousand tokens of what a model can read at once."""
_NOTE_CHARS: Final = 200
_NAME_CHARS: Final = 80


@dataclass(eq=False, kw_only=True)
class ResultPictures:
    """The pictures that one turn's calls have come to."""

    sandbox: ImageSandbox
    sees: Callable[[], bool]
    """Whether the model of the turn takes pictures."""
    shrink: Callable[[], int] = lambda: 1
    """Returns what the width of a picture is to be divided by, to spare the model."""
    _taken: int = field(default=0, init=False)
    _new: list[tuple[str, bytes]] = field(default_factory=list, init=False)
    """Those that the model has not been shown yet, each with the tool that gave it."""

    async def take(self, tool: str, pictures: tuple[PicturePart, ...]) -> Prompt:
        """Make the pictures fit that a call came to; return what its model is told about those that it will not see."""
        if not self.sees():
            return load_prompt("result_pictures/unseen") if pictures else NONE
        fit = pictures[: MOST_OF_TURN - self._taken]
        told = [await self._take(tool, each) for each in fit]
        if len(fit) < len(pictures):
            told.append(load_prompt("result_pictures/too_many", count=MOST_OF_TURN))
        return join_prompts(*told, by=" ")

    def message(self) -> UserMessage | None:
        """Return the message that shows the model what was taken since the last one; None: nothing was."""
        new, self._new = self._new, []
        if not new:
            return None
        tools = state_to_model(", ".join(dict.fromkeys(tool for tool, _ in new)), _NAME_CHARS)
        text = load_prompt("result_pictures/shown", count=len(new), tools=tools)
        return UserMessage(text=text, pictures=tuple(jpeg for _, jpeg in new), shrink=self.shrink())

    async def _take(self, tool: str, picture: PicturePart) -> Prompt:
        try:
            safe = await self.sandbox.develop(picture.content)
        except UnfitPicture as unfit:
            return load_prompt("result_pictures/unfit", why=state_to_model(str(unfit), _NOTE_CHARS))
        divisor = min(self.shrink(), safe.size[0] // LEAST_WIDTH)
        jpeg = safe.jpeg
        if divisor > 1:
            jpeg = await anyio.to_thread.run_sync(partial(shrink_jpeg, jpeg, divisor))
        self._taken += 1
        self._new.append((tool, jpeg))
        return NONE
