"""The keys of the game: what the streamer presses while another program has the keyboard."""

from collections.abc import Mapping
from itertools import combinations
from typing import Final, Literal, Self, get_args

from pydantic import field_validator, model_validator

from performer.agent.pause_triggers.settings import Shortcut
from performer.core.own_text import OwnText, own
from performer.core.settings import Settings

GameKey = Literal["hush", "pause", "react", "talk"]
GAME_KEYS: Final[tuple[GameKey, ...]] = get_args(GameKey)
NAMES: Final[Mapping[GameKey, OwnText]] = {
    "hush": own("Hush"),
    "pause": own("Pause"),
    "react": own("React"),
    "talk": own("Push to talk"),
}


class KeySettings(Settings):
    """The keys that work wherever they are pressed, such as `F9` or `Ctrl+Alt+H`; empty: none."""

    hush: str = "F9"
    """Falls silent at once."""
    pause: str = "F10"
    """Pauses, and pressed again goes on."""
    react: str = "F7"
    """Looks at the screen, and says something about it."""
    talk: str = ""
    """Keeps quiet for as long as it is held, and what you say meanwhile is meant for it: push to talk."""

    @field_validator(*GAME_KEYS)
    @classmethod
    def _as_people_write_it(cls, words: str) -> str:
        return str(Shortcut.read(words)) if words.strip() else ""

    @model_validator(mode="after")
    def _one_key_does_one_thing(self) -> Self:
        for one, other in combinations(GAME_KEYS, 2):
            if getattr(self, one) and getattr(self, one) == getattr(self, other):
                raise ValueError(f"{getattr(self, one)} is asked for twice: keys.{one} has it, and so has keys.{other}")
        return self

    def list_shortcuts(self) -> dict[GameKey, Shortcut]:
        """Return the shortcut of each key that is set."""
        written = {name: str(getattr(self, name)) for name in GAME_KEYS}
        return {name: Shortcut.read(words) for name, words in written.items() if words}
