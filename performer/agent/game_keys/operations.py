"""What a key of the game does: pressed on the keyboard, by POST, or from a page."""

from typing import Any, Protocol

from performer.agent.director.director import BY_HAND, Director
from performer.agent.game_keys.service import GameKeys
from performer.agent.game_keys.settings import GAME_KEYS, GameKey
from performer.core.cues import OperatorCue
from performer.core.operations import Arguments, Operation, read_choice, read_flag
from performer.core.own_text import own
from performer.core.values import dataclass


class TalkFloor(Protocol):
    """The floor, which the streamer has while a key is held."""

    def hold(self) -> None:
        """Claim the floor."""

    def let_go(self) -> None:
        """Free the floor."""


@dataclass(frozen=True, eq=False)
class KeyActions:
    """Does what the keys of the game say."""

    director: Director
    floor: TalkFloor

    async def press(self, key: GameKey, is_down: bool) -> str:
        """Do what a key does as it goes down; only push to talk does something as it goes up, too."""
        match key:
            case "hush":
                await self.director.hush()
                return own("silent")
            case "react":
                self.director.inbox.put(OperatorCue(at_s=self.director.turns.clock.now()))
                return own("it will look next")
            case "pause":
                return await self._toggle_pause()
            case "talk":
                return await self._talk(is_down)

    async def _toggle_pause(self) -> str:
        if not self.director.is_silenced:
            await self.director.pause("key", own("its key was pressed; pressed again it goes on"))
            return own("paused")
        for by in BY_HAND:
            self.director.resume(by)
        return own("resumed")

    async def _talk(self, is_down: bool) -> str:
        if not is_down:
            self.floor.let_go()
            return own("it may speak")
        self.floor.hold()
        await self.director.give_way("you speak")
        return own("it keeps quiet while the key is held")


@dataclass(frozen=True, eq=False)
class GameKeyOperations:
    """`keys.list press`: which keys there are in the game, and what each does."""

    keys: GameKeys
    actions: KeyActions

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {"keys.list": self.list_keys, "keys.press": self.press}

    async def list_keys(self, _arguments: Arguments) -> Any:
        """Return the keys of the game: `key`, `name`, `shortcut` (empty: none), and `why` it is not held, if so."""
        return self.keys.list()

    async def press(self, arguments: Arguments) -> str:
        """Do what a `key` of the game does: hush, pause (again: go on), react, or talk, which is let go with `up`."""
        named = read_choice(arguments, "key", GAME_KEYS, "")
        key = next(each for each in GAME_KEYS if each == named)
        return await self.actions.press(key, not read_flag(arguments, "up"))
