"""The known content of what a take is shown: drawn pictures, what can be named in them, and events worth a line."""

import colorsys
import re
import tomllib
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final, Literal

from PIL import ImageStat
from PIL.Image import Image, Resampling, new

from performer.core.clock import Clock
from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.events import CHEST_POINTS, EventName, GameEvent
from performer.vision.demo_game.game import DemoGame
from performer.vision.demo_game.plot import HEARTS, PLACES, FoeKind
from performer.vision.demo_game.state import GameState, Screen
from performer.vision.encode import encode_frame
from performer.vision.frame import Frame

_WORDS: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
"""What can be named of the demo game, and which of its events matter."""

Still = Literal["black", "frozen", "menu"]
STILLS: Final[tuple[Still, ...]] = ("black", "frozen", "menu")
"""Pictures about which there is nothing to say."""
_FROZEN_AT_S: Final = 30.0
_MENU_AT_S: Final = 1.0
MOST_KEPT: Final = 3600
"""The most pictures that are kept, about 200 MB; others are drawn again."""


class DrawnReel:
    """Pictures by their number, at a steady rate, drawn once and shown in every take; the game's second is the show's.

    One picture is drawn for all where nothing `moves`.
    """

    def __init__(
        self,
        name: str,
        paint: Callable[[float], Image],
        rate_hz: float,
        *,
        moves: bool = True,
        most_kept: int = MOST_KEPT,
    ) -> None:
        self.name = name
        self.period_s = 1 / rate_hz
        self._moves = moves
        self._most_kept = most_kept
        self._paint = paint
        self._kept: dict[int, Frame] = {}

    def draw_frame(self, number: int) -> Frame:
        """Return a picture; drawing it the first time takes about 10 ms of this thread."""
        number = number if self._moves else 0
        kept = self._kept.get(number)
        if kept is None:
            at_s = number * self.period_s
            made = encode_frame(self._paint(at_s), source=self.name, at_s=at_s, began_s=0.0)
            kept = replace(made, full=None, cost_ms=0.0)
            if len(self._kept) < self._most_kept:
                self._kept[number] = kept
        return kept


class ReelSource:
    """A source of a reel's pictures, each at its instant, without a worker thread whose end would be a race."""

    def __init__(self, clock: Clock, reel: DrawnReel) -> None:
        self.name = reel.name
        self._clock = clock
        self._reel = reel
        self._next = 0

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Yield every picture whose time has come; pictures that were missed are left out."""
        while True:
            number = max(self._next, int(self._clock.now() / self._reel.period_s))
            await self._clock.sleep(max(0.0, number * self._reel.period_s - self._clock.now()))
            self._next = number + 1
            yield replace(self._reel.draw_frame(number), at_s=self._clock.now())


@cache
def draw_game_reel(seed: int, rate_hz: float, most_kept: int = MOST_KEPT) -> DrawnReel:
    """Draw the demo game; takes in this process share its pictures."""
    game = DemoGame(seed)
    return DrawnReel(f"arcade seed {seed}", lambda at_s: draw(game.state_at(at_s)), rate_hz, most_kept=most_kept)


@cache
def draw_still_reel(kind: Still, seed: int, rate_hz: float) -> DrawnReel:
    """Draw black, one picture of the game, or its title screen, on which things move, for ever."""
    game = DemoGame(seed)
    return DrawnReel(f"{kind} picture", lambda at_s: _paint(kind, game, at_s), rate_hz, moves=kind == "menu")


def _paint(kind: Still, game: DemoGame, at_s: float) -> Image:
    match kind:
        case "black":
            return new("RGB", (1280, 720))
        case "frozen":
            return draw(game.state_at(_FROZEN_AT_S))
        case "menu":
            menu = game.state_at(_MENU_AT_S)
            assert menu.screen is Screen.MENU
            return draw(replace(menu, at_s=at_s, since_s=at_s))


TOLERANCE_S: Final = 2.5
"""The seconds after an event in which a line that starts is about it; papers that score triggers take 2 to 3 s."""

MARKED: Final[frozenset[EventName]] = frozenset(_WORDS["marked"])
"""The events that a spectator would turn to; hits and ordinary enemies are not among them."""


@dataclass(frozen=True, kw_only=True)
class Moment:
    """Marked events that are one occasion for a line: each follows the one before within TOLERANCE_S."""

    events: tuple[GameEvent, ...]
    """In order; at least one."""

    @property
    def begin_s(self) -> float:
        """Return when the first event happens."""
        return self.events[0].at_s

    @property
    def end_s(self) -> float:
        """Return until when a line may start that is about the moment."""
        return self.events[-1].at_s + TOLERANCE_S

    @property
    def name(self) -> str:
        """Return the names of the events, for people."""
        return " + ".join(event.name.replace("_", " ") for event in self.events)

    def is_met_by(self, start_s: float) -> bool:
        """Return whether a line that starts at an instant is about the moment: within TOLERANCE_S after an event."""
        return any(0.0 <= start_s - event.at_s <= TOLERANCE_S for event in self.events)


def gather_moments(events: Iterable[GameEvent]) -> tuple[Moment, ...]:
    """Gather the marked events of some, which are in order, into moments; no instant belongs to two of them."""
    gathered: list[list[GameEvent]] = []
    for event in events:
        if event.name not in MARKED:
            continue
        if gathered and event.at_s - gathered[-1][-1].at_s <= TOLERANCE_S:
            gathered[-1].append(event)
        else:
            gathered.append([event])
    return tuple(Moment(events=tuple(each)) for each in gathered)


_JUST_NOW_S: Final = 4.0
"""The seconds in which an event is remembered."""
_SMALL: Final = (64, 36)
_ENOUGH: Final = 0.05
"""The share of the picture from which on a colour is one of its colours."""
_DARK, _BRIGHT = 60.0, 165.0
_STOP_WORDS, _DARK_WORDS, _BRIGHT_WORDS = (frozenset(_WORDS[kind].split()) for kind in ("stop", "dark", "bright"))
_HUES: Final[Mapping[str, int]] = _WORDS["hues"]
LOOKS: Final = frozenset({*_HUES, "black", "grey", "white"} | _DARK_WORDS | _BRIGHT_WORDS)
"""All that `list_looks` may return."""


_FOES: Final = frozenset(kind.title for kind in FoeKind)


def list_things(game: DemoGame, at_s: float) -> frozenset[str]:
    """List what the picture of an instant shows, and what has just happened, as `stem` writes it."""
    state = game.state_at(at_s)
    words = {stem(word) for word in (*_WORDS["screens"][state.screen.name.lower()].split(), *_iterate_things(state))}
    for event in game.events_between(max(0.0, at_s - _JUST_NOW_S), at_s):
        words |= find_content_words(event.text)
    return frozenset(words)


def list_numbers(game: DemoGame, at_s: float) -> frozenset[int]:
    """List the numbers that are written on the picture, and the counts of what can be counted."""
    return frozenset(_iterate_numbers(game.state_at(at_s)))


def list_looks(game: DemoGame, at_s: float) -> frozenset[str]:
    """List the colours of an instant's picture, and its light; drawing it takes about 10 ms."""
    small = draw(game.state_at(at_s)).resize(_SMALL, Resampling.BOX)
    pixels = small.tobytes()
    counts = Counter(_name_colour(*pixels[at : at + 3]) for at in range(0, len(pixels), 3))
    named = {name for name, count in counts.items() if count >= _ENOUGH * counts.total()}
    grey = ImageStat.Stat(small.convert("L")).mean[0]
    light = _DARK_WORDS if grey < _DARK else _BRIGHT_WORDS if grey > _BRIGHT else frozenset[str]()
    return frozenset(named | light)


def find_content_words(text: str) -> set[str]:
    """Find the words of a text that carry meaning, as `stem` writes them."""
    return {stem(word) for word in re.findall(r"[^\W\d_]+", text)} - _STOP_WORDS


def stem(word: str) -> str:
    """Return a word in small letters, without the s of a plural."""
    small = word.lower()
    return small[:-1] if len(small) > 3 and small.endswith("s") and not small.endswith("ss") else small


def _iterate_things(state: GameState) -> Iterator[str]:
    yield from PLACES[state.place].lower().split() if state.screen is Screen.LOADING or state.banner else ()
    sheets = {sprite.sheet for sprite in state.sprites}
    for foe in sheets & _FOES:
        yield from (foe, "enemy", "enemies", "monster", "foe")
    if state.boss:
        yield from ("boss", "bar", *state.boss.name.split(), *(("enraged", "angry") if state.boss.enraged else ()))
    if state.chests:
        yield from ("chest", "treasure")
    if "thorns" in sheets:
        yield from ("thorn", "bush")
    if "bolt" in sheets:
        yield from ("bolt", "light", "fire", "fireball", "shot")
    if state.banner:
        yield "level"


def _iterate_numbers(state: GameState) -> Iterator[int]:
    yield from (state.hearts, HEARTS, HEARTS - state.hearts, state.score, state.best, state.level)
    sheets = Counter(sprite.sheet for sprite in state.sprites)
    yield from (sum(sheets[foe] for foe in _FOES), sheets["bolt"], len(state.chests), sheets["thorns"])
    if any(opened for _, opened in state.chests):
        yield CHEST_POINTS


def _name_colour(red: int, green: int, blue: int) -> str:
    hue, saturation, value = colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)
    if value < 0.15:
        return "black"
    if saturation < 0.2:
        return "white" if value > 0.8 else "grey"
    return next((name for name, limit in _HUES.items() if hue * 360 < limit), "red")
