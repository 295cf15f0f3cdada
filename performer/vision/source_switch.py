"""The source in use, which can be exchanged for another while the show goes on."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

import anyio

from performer.core.clock import Clock
from performer.core.errors import ConfigError, ServiceError
from performer.core.own_text import own
from performer.core.status import Role
from performer.vision.frame import Glimpse, PromptSource
from performer.vision.settings import FramesSettings
from performer.vision.start_source import start_source


class SourceSwitch:
    """A source that stands for the one that was chosen last; its `frames()` end when another is chosen."""

    def __init__(self, clock: Clock, settings: FramesSettings, source: PromptSource, role: Role) -> None:
        self._clock, self._settings = clock, settings
        self._source, self._role = source, role
        self._waiting = anyio.CancelScope()
        self.written = settings.source
        """The source in use, as `frames.source` has it."""

    @property
    def name(self) -> str:
        """The name of the source in use."""
        return self._source.name

    @property
    def pace(self) -> "SourceSwitch":
        """The port by which the source in use is asked to look at once."""
        return self

    def want(self, *, full_size: bool = False) -> None:
        """Wake the source in use to look now."""
        self._source.pace.want(full_size=full_size)

    def look_often(self, rate_hz: float) -> None:
        """Make the source in use look so often a second, from the next look on."""
        self._source.pace.look_often(rate_hz)

    def role(self) -> Role:
        """Return the row of the start-up table of the source in use."""
        return self._role

    async def change(self, written: str) -> None:
        """Exchange the source for the one that is `written`; the old one goes on when that cannot be had.

        Raises:
            ConfigError: when it cannot be had here, with the remedy.
        """
        try:
            source, role = await start_source(self._clock, self._settings, written)
        except ServiceError as trouble:
            raise ConfigError(own("frames.source: {trouble}", trouble=trouble)) from None
        self._source, self._role, self.written = source, role, written
        self._waiting.cancel()

    async def frames(self) -> AsyncGenerator[Glimpse, None]:
        """Yield the looks of the source in use until another is chosen; raises ServiceError when it is gone."""
        source = self._source
        async with aclosing(source.frames()) as looks:
            while self._source is source:
                look: Glimpse | None = None
                with anyio.CancelScope() as self._waiting:
                    look = await anext(looks, None)
                if look is None:
                    return
                if self._source is source:
                    yield look


async def start_switch(clock: Clock, settings: FramesSettings) -> SourceSwitch:
    """Make the source of the settings, ready to be exchanged; only the screen or the clip is looked at."""
    return SourceSwitch(clock, settings, *await start_source(clock, settings))
