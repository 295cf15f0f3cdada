"""The guard's settings that hold at once: each new value makes a new ruling, and is stated."""

from functools import partial

from performer.core import events
from performer.core.events.stream import EventStream
from performer.core.operations import LiveSettings
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.guard.verdict import GuardActions, format_label


@dataclass(frozen=True)
class LiveGuard:
    """The guard of a show whose settings change while it runs."""

    guard: Guard
    stream: EventStream

    @property
    def live(self) -> LiveSettings:
        """The functions that take a new value up, by `section.key`."""
        actions = {f"guard.actions.{name}": partial(self._set_action, name) for name in GuardActions.model_fields}
        names = ("level", "dry_run", "own_names", "sentence_chars", "overlay_chars")
        return {**{f"guard.{name}": partial(self._set, name) for name in names}, **actions}

    async def _set_action(self, name: str, value: object) -> None:
        await self._set("actions", self.guard.settings.actions.model_copy(update={name: value}))

    async def _set(self, name: str, value: object) -> None:
        settings = self.guard.settings.model_copy(update={name: value})
        self.guard.change(settings)
        actions = tuple(f"{format_label(category)}: {action}" for category, action in settings.chosen.items())
        self.stream.publish(events.GuardChanged(level=settings.level, dry_run=settings.dry_run, actions=actions))
