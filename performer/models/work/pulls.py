"""A download of a model beside the show, by the same code as that of the command line."""

from collections.abc import Callable

from performer.core.clock import Clock
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.core.work_board import BoardWork
from performer.models.ollama.download import download
from performer.models.ollama.pull import PullProgress
from performer.models.selection.build import make_ollama_server
from performer.models.settings import ModelSettings


@dataclass(frozen=True)
class ModelPull:
    """Downloads a model by an Ollama; begun again, it goes on from where it stopped."""

    clock: Clock
    settings: ModelSettings
    """The settings of the Ollama."""
    on_done: Callable[[], None] = lambda: None
    """Called when the model is there."""

    async def __call__(self, work: BoardWork, tell: Callable[[], None]) -> None:
        """Download the model of a work; raise ServiceError with the remedy when that fails."""
        settings = self.settings.model_copy(update={"name": work.name})
        async with make_ollama_server(settings, self.clock, settings.url) as server:
            await download(server, work.name, self.clock, _PullView(self.clock, work, tell))
        self.on_done()


class _PullView:
    """Notes in a work how far a download is."""

    def __init__(self, clock: Clock, work: BoardWork, tell: Callable[[], None]) -> None:
        self._clock, self._work, self._tell = clock, work, tell
        self._began: tuple[float, int] | None = None

    def show(self, progress: PullProgress) -> None:
        """Note the newest state."""
        work, now_s = self._work, self._clock.now()
        work.done, work.total, work.words = progress.completed, progress.total, progress.status
        if progress.layers and self._began is None:
            self._began = now_s, progress.completed  # what was there before did not come just now
        began_s, before = self._began or (now_s, 0)
        came = progress.completed - before
        work.left_s = (now_s - began_s) / came * (progress.total - progress.completed) if came > 0 else None
        self._tell()

    def stalled(self, seconds: float, doing: str) -> None:
        """Note that nothing comes."""
        self._work.words = own("nothing has come for {seconds:.0f} s ({doing})", seconds=seconds, doing=doing)
        self._work.left_s = None
        self._tell()
