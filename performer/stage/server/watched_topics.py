"""What control pages look at just now: costly news are made only while somebody looks."""

import json
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, Literal, get_args

import anyio

from performer.core.operations import Arguments, read_choices
from performer.core.redact.redact import redact_tree
from performer.stage.connections import StageClient

Topic = Literal["frame", "budgets", "levels", "costs", "log", "models", "voices", "doctor"]
TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)


class WatchedTopics:
    """The topics that each control client looks at."""

    def __init__(self) -> None:
        self._topics: dict[StageClient, Collection[Topic]] = {}
        self._changed = anyio.Event()
        self.on_change: list[Callable[[], None]] = []
        """Called when it has changed who looks at what: whoever came has been told nothing yet."""

    def watch(self, client: StageClient, arguments: Arguments) -> Collection[Topic]:
        """Look at the `topics` of an order from now on, and at no others; return them.

        Raises:
            ConfigError: when there is no such topic.
        """
        asked = arguments.get("topics")
        self._note(client, () if asked == [] else read_choices(arguments, "topics", TOPICS))
        return self._topics.get(client, ())

    def leave(self, client: StageClient) -> None:
        """Forget a client that has gone."""
        self._note(client, ())

    def is_watched(self, topic: Topic) -> bool:
        """Whether a client looks at a topic now."""
        return any(topic in topics for topics in self._topics.values())

    async def wait_for(self, topic: Topic) -> None:
        """Wait until a client looks at a topic."""
        await self._wait_until(lambda: self.is_watched(topic))

    async def wait_for_end(self, topic: Topic) -> None:
        """Wait until no client looks at a topic."""
        await self._wait_until(lambda: not self.is_watched(topic))

    def tell(self, topic: Topic, value: Any) -> None:
        """Send news, which JSON must be able to hold, to those who look at the topic."""
        news: Mapping[str, Any] = {"op": topic, "value": value}
        written = json.dumps(redact_tree(news), ensure_ascii=False, separators=(",", ":"))
        for client, topics in self._topics.items():
            if topic in topics:
                client.send(written)

    def _note(self, client: StageClient, topics: Collection[Topic]) -> None:
        if topics:
            self._topics[client] = topics
        else:
            self._topics.pop(client, None)
        self._changed.set()
        self._changed = anyio.Event()
        for tell in self.on_change:
            tell()

    async def _wait_until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            await self._changed.wait()
