"""The operations of the control socket on what the show sees: its pictures, their sources, and what looking costs."""

from collections.abc import Callable
from dataclasses import KW_ONLY
from statistics import median
from typing import Any, Final

from performer.core import events
from performer.core.events.stream import EventStream
from performer.core.operations import Arguments, Operation, read_flag, read_number
from performer.core.values import dataclass
from performer.vision.preview import WIDTH, FramePreview
from performer.vision.source_list import SourceList

_LEAST_WIDTH: Final = 64
_MOST_WIDTH: Final = 1280
_STEPS: Final = 20
"""The steps with a picture that count for what the brain needs for one."""


@dataclass(eq=False)
class FrameOperations:
    """Answers `frames.picture frames.sources frames.cost frames.again`."""

    stream: EventStream
    preview: FramePreview
    sources: SourceList
    _: KW_ONLY
    count_looks: Callable[[], tuple[float, float]]
    """Returns how many looks a second there were lately, and the milliseconds that one takes."""
    look_again: Callable[[], None]
    """Asks a source that has failed for pictures now."""

    def __post_init__(self) -> None:
        self._steps = self.stream.lossy("cost of pictures", events.StepStarted, events.StepEnded, depth=4 * _STEPS)
        self._pictures: dict[tuple[int | None, int], int] = {}
        self._costs: list[tuple[int, float]] = []

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {
            "frames.picture": self.picture,
            "frames.sources": self.list_sources,
            "frames.cost": self.cost,
            "frames.again": self.again,
        }

    async def again(self, _arguments: Arguments) -> str:
        """Ask a source of pictures that is gone for pictures now, which it would be asked for later by itself."""
        self.look_again()
        return "It is asked for pictures."

    async def picture(self, arguments: Arguments) -> dict[str, Any]:
        """Return the newest picture, `width` pixels wide at most (64 to 1280), or why there is none."""
        width = read_number(arguments, "width") if "width" in arguments else WIDTH
        return await self.preview.make(max(_LEAST_WIDTH, min(width, _MOST_WIDTH)))

    async def list_sources(self, arguments: Arguments) -> list[dict[str, Any]]:
        """Return the sources of pictures here, which is in use, and why one cannot be had; `pictures`: each with one.

        Raises:
            ServiceError: when the display does not answer.
        """
        return await self.sources.make(pictures=read_flag(arguments, "pictures"))

    async def cost(self, _arguments: Arguments) -> dict[str, Any]:
        """Return what looking costs, as measured here lately.

        `rate_hz` and `look_ms` are of the looks, and `core` is the most of a processor core that these can take.
        `tokens` and `read_s` are of a prompt with a picture, null where no model has told them.
        """
        self._catch_up()
        rate_hz, look_ms = self.count_looks()
        return {
            "rate_hz": round(rate_hz, 2),
            "look_ms": round(look_ms, 2),
            "core": round(rate_hz * look_ms / 1000, 4),
            "tokens": median(tokens for tokens, _ in self._costs) if self._costs else None,
            "read_s": median(read_s for _, read_s in self._costs) if self._costs else None,
        }

    def _catch_up(self) -> None:
        """Read what steps with a picture have cost until now."""
        for published in self._steps.taken():
            match published.event:
                case events.StepStarted(turn=turn, step=step, pictures=pictures):
                    self._pictures = {(turn, step): pictures}
                case events.StepEnded(turn=turn, step=step, prompt_tokens=tokens, read_s=read_s) if tokens:
                    if self._pictures.pop((turn, step), 0) == 1:
                        self._costs = [*self._costs, (tokens, read_s)][-_STEPS:]
                case _:
                    pass
