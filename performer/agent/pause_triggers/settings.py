"""The settings of the pauses, a global key as people write it (`Ctrl+Alt+P`), and what a watcher asks of the show."""

from typing import Final, Protocol, Self

from pydantic import Field, field_validator

from performer.core.settings import Live, Settings
from performer.core.values import dataclass

MODIFIERS: Final = {
    "ctrl": "ctrl",
    "control": "ctrl",
    "alt": "alt",
    "option": "alt",
    "shift": "shift",
    "win": "super",
    "super": "super",
    "cmd": "super",
    "meta": "super",
}
"""What people call them, and what we do."""
_FUNCTION_KEYS: Final[tuple[str, ...]] = tuple(f"F{number}" for number in range(1, 25))
_NAMED_KEYS: Final[tuple[str, ...]] = ("Pause", "Insert", "Home", "End", "Space")
_CHARACTERS: Final[str] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_EXPECTED: Final = (
    "Expected something like Ctrl+Alt+P or F13: letters, digits, F1 to F24, Pause, Insert, Home, End, Space"
)


@dataclass(frozen=True, kw_only=True)
class Shortcut:
    """A key with the modifiers held."""

    modifiers: frozenset[str]
    """Of ctrl, alt, shift and super."""
    key: str
    """A capital letter, a digit, F1 to F24, Pause, Insert, Home, End or Space."""

    @classmethod
    def read(cls, words: str) -> Self:
        """Read `Ctrl+Alt+P`, in any case and order, the key last.

        Raises:
            ValueError: naming the words and what was expected.
        """
        *held, key = (part.strip() for part in words.split("+"))
        unknown = [each for each in held if each.lower() not in MODIFIERS]
        if unknown:
            raise ValueError(f"{unknown[0]!r} in {words!r} is no modifier. Known are Ctrl, Alt, Shift and Super (Win)")
        shortcut = cls(modifiers=frozenset(MODIFIERS[each.lower()] for each in held), key=_named(key, words))
        if not shortcut.modifiers - {"shift"} and len(shortcut.key) == 1:
            raise ValueError(f"{words!r} would be taken away from every game and text. Hold Ctrl, Alt or Super with it")
        return shortcut

    def __str__(self) -> str:
        """Write it as people do."""
        held = [name.title() for name in ("ctrl", "alt", "shift", "super") if name in self.modifiers]
        return "+".join([*held, self.key])


def _named(key: str, words: str) -> str:
    known: dict[str, str] = {each.upper(): each for each in (*_CHARACTERS, *_FUNCTION_KEYS, *_NAMED_KEYS)}
    if key.upper() in known:
        return known[key.upper()]
    raise ValueError(f"{key!r} in {words!r} is no key for this. {_EXPECTED}")


class PausesSettings(Settings):
    """When to keep quiet whatever happens."""

    scenes: Live[tuple[str, ...]] = ()
    """Names of OBS scenes to be quiet in, such as `BRB` or `Starting*`; needs a page in OBS that may read the scene."""
    programs: Live[tuple[str, ...]] = ()
    """Programs and window titles to be quiet and blind before, such as `keepass*`, while they are in front."""
    away_s: Live[float] = Field(default=0.0, ge=0, le=86_400)
    """Quiet after so long without keyboard and mouse, in seconds; 0: never. A gamepad is neither of them."""
    shortcut: str = ""
    """Another key that pauses and resumes, beside keys.pause; empty: none."""
    poll_s: Live[float] = Field(default=1.0, ge=0.2, le=60)
    """How often the desktop is looked at, in seconds; before each picture it is looked at in any case."""

    @field_validator("scenes", "programs", mode="before")
    @classmethod
    def _one_is_a_list(cls, names: object) -> object:
        return (names,) if isinstance(names, str) else names

    @field_validator("shortcut")
    @classmethod
    def _readable(cls, words: str) -> str:
        if words.strip():
            Shortcut.read(words)
        return words.strip()


class CanPause(Protocol):
    """A show that can keep quiet; several reasons may hold at once, each under its own name."""

    async def pause(self, by: str, reason: str) -> None:
        """Keep quiet, for that reason in words; asked again under the same name, the newer words stand."""
        ...

    def resume(self, by: str) -> None:
        """Drop that reason; without others the show goes on. One that does not hold is no matter."""
        ...
