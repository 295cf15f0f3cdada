"""Status: what is all right and what is not, for the panel, the health check and whoever asks."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import anyio
from anyio.abc import TaskStatus

from performer import events
from performer.director import Director
from performer.events import EventStream
from performer.roles import Role

Tell = Callable[[dict[str, Any]], None]


class Status:
    """Follows the event stream and tells the state whenever it has changed."""

    def __init__(self, stream: EventStream) -> None:
        self.tell: Tell = lambda _state: None
        """Who is told; set once there is somebody to tell."""
        self._stream = stream
        self._director: Director | None = None
        self._down: dict[str, str] = {}
        self._speaking = False
        self._said = ""
        self.roles: tuple[Role, ...] = ()

    def watch(self, director: Director, roles: tuple[Role, ...]) -> None:
        """Take in what there is to tell about once the show is cast."""
        self._director = director
        self.roles = roles
        self.tell(self.value())

    def value(self) -> dict[str, Any]:
        """Tell the state: paused, the turn that is on, the last line, who plays, and what is down and why."""
        return {
            "paused": self._director.paused if self._director else False,
            "turn": self._director.turn if self._director else None,
            "speaking": self._speaking,
            "said": self._said,
            "roles": [asdict(role) for role in self.roles],
            "down": dict(self._down),
        }

    def health(self) -> dict[str, Any]:
        """Tell whether everything is there, and what is not; no words of the show, no secrets."""
        playing = {each.part: each.plays for each in self.roles}
        return {"ok": not self._down, "down": dict(self._down), "playing": playing}

    def changed(self) -> None:
        """Tell the state now; for changes that are no events."""
        self.tell(self.value())

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Follow the show until the stream closes."""
        with self._stream.lossy("status") as reader:
            task_status.started()
            async for published in reader:
                if self._takes(published.event):
                    self.tell(self.value())

    def _takes(self, event: events.Event) -> bool:
        """Note what an event changes; False when it changes nothing."""
        match event:
            case events.ServiceDown(service=service, reason=reason):
                self._down[service] = reason
            case events.ServiceUp(service=service):
                self._down.pop(service, None)
            case events.SpeechStarted(text=text):
                self._speaking, self._said = True, text
            case events.SpeechEnded():
                self._speaking = False
            case events.CueTaken() | events.TurnEnded() | events.TurnCut():
                pass
            case _:
                return False
        return True
