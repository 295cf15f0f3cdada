"""The operations of the control socket: what the command line, a panel and tests may ask of a running performer."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from performer.clock import Clock
from performer.config.live import LiveConfig
from performer.cues import ChatCue, ChatLine, OperatorCue, SayCue
from performer.director import Director
from performer.errors import ConfigError
from performer.guard import Drop, Guard
from performer.status import Status

Arguments = Mapping[str, Any]


class HouseOperations:
    """`config.get config.set status`: what can be asked of a house whatever is given in it."""

    def __init__(self, config: LiveConfig, status: Status) -> None:
        self._config = config
        self._status = status

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Name them as the wire does."""
        return {"config.get": self.config_get, "config.set": self.config_set, "status": self.status}

    async def config_get(self, arguments: Arguments) -> Any:
        """Tell the value of `key` (`section` or `section.key`), or everything."""
        return self._config.get(str(arguments.get("key", "")))

    async def config_set(self, arguments: Arguments) -> str:
        """Write `value` to `key`, or take the key out when it is null; say from when on it holds."""
        return await self._config.set(_text(arguments, "key"), arguments.get("value"))

    async def status(self, _arguments: Arguments) -> dict[str, Any]:
        """Tell the state."""
        return self._status.value()


class ShowOperations:
    """`say hush pause resume react cue`, each answering with what JSON can hold."""

    def __init__(self, clock: Clock, director: Director, guard: Guard, status: Status) -> None:
        self._clock = clock
        self._director = director
        self._guard = guard
        self._status = status

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Name them as the wire does."""
        return {
            "say": self.say,
            "hush": self.hush,
            "pause": self.pause,
            "resume": self.resume,
            "react": self.react,
            "cue": self.cue,
        }

    async def say(self, arguments: Arguments) -> str:
        """Say `text`, as it stands; what the guard would hold back is refused at once."""
        text = _text(arguments, "text")
        verdict = self._guard.check(text, limit=len(text))
        if isinstance(verdict, Drop):
            raise ConfigError(f"The guard holds that back: {verdict.reason}.")
        others = self._director.asked
        self._director.cue(SayCue(text=text, at_s=self._clock.now()))
        if not others:
            return "it will be said next"
        return f"it will be said after {others} other{'s' if others > 1 else ''}"

    async def hush(self, _arguments: Arguments) -> str:
        """Be silent now."""
        await self._director.hush()
        return "silent"

    async def pause(self, _arguments: Arguments) -> str:
        """Be silent until resumed."""
        await self._director.pause()
        self._status.changed()
        return "paused"

    async def resume(self, _arguments: Arguments) -> str:
        """Go on."""
        self._director.resume()
        self._status.changed()
        return "resumed"

    async def react(self, _arguments: Arguments) -> str:
        """React to what is on the screen."""
        self._director.cue(OperatorCue(at_s=self._clock.now()))
        return "it will look next"

    async def cue(self, arguments: Arguments) -> str:
        """Take `text` as the streamer's wish, or as a chat line when an `author` is given with it."""
        text = _text(arguments, "text")
        if "author" in arguments:
            author = _text(arguments, "author")
            line = ChatLine(text=text, author=author, channel="control", at_s=self._clock.now())
            self._director.cue(ChatCue(lines=(line,)))
        else:
            self._director.cue(OperatorCue(text=text, at_s=self._clock.now()))
        return "taken"


def _text(arguments: Arguments, name: str) -> str:
    value = arguments.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ConfigError(f"The argument '{name}' has value {value!r}. Expected a text that is not empty.")
    return value.strip()
