"""The operations on the look of the stage: where things stand, the themes that there are, and a test line."""

from dataclasses import asdict
from typing import Any, Final, cast

from performer.core.errors import ConfigError
from performer.core.operations import Arguments, Operation, read_choice, read_flag, read_share, read_text
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.stage.layout import BoardSettings
from performer.stage.library.library import MediaLibrary
from performer.stage.places import SAFE_MARGIN
from performer.stage.protocol.elements import Bubble, Caption, Card
from performer.stage.protocol.layout import PLACED, BoardName, PlacedKind, find_theme_spots
from performer.stage.protocol.theme import Theme
from performer.stage.state import Stage
from performer.stage.themes import Themes

BOARDS: Final[dict[BoardName, tuple[int, int]]] = {"landscape": (1920, 1080), "portrait": (1080, 1920)}
"""The sizes in pixels that numbers of a board are told for."""
_UNIT: Final[dict[BoardName, float]] = {"landscape": 1.0, "portrait": 1080 / 1280}
"""Pixels of such a board that one of the theme's units takes."""
_SAFE: Final[dict[BoardName, tuple[int, int, int, int]]] = {
    "landscape": (SAFE_MARGIN, SAFE_MARGIN, SAFE_MARGIN, SAFE_MARGIN),
    "portrait": (60, 150, 60, 380),  # apps that show upright videos lay names and buttons over the rest
}
"""Left, top, right and bottom margins, in pixels, within which everybody sees everything."""
_TEST_S: Final = 6.0
_TEST_ID: Final = "test"
_MOST_CHARS: Final = 300


@dataclass(frozen=True)
class StageOperations:
    """`stage.layout.get`, `stage.layout.set`, `stage.themes` and `stage.test`."""

    _stage: Stage
    _themes: Themes
    _library: MediaLibrary
    _guard: Guard
    _change: Operation
    """Writes the setting `key`, as `config.set` does."""

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {
            "stage.layout.get": self.layout_get,
            "stage.layout.set": self.layout_set,
            "stage.themes": self.themes,
            "stage.test": self.test,
        }

    async def layout_get(self, _arguments: Arguments) -> Any:
        """Return by board its `size` in pixels, its `safe` margins, the zones to `keep_clear`, and its `elements`.

        An element has `x`, `y`, `w` and `h` in shares of the board, whether it is `shown`, and whether its place is the
        streamer's `own` or the theme's.
        """
        return {board: self._describe_board(board) for board in BOARDS}

    async def layout_set(self, arguments: Arguments) -> Any:
        """Place the `element` of a `board` at `x`, `y`, `w`, `h`, or as the theme has it (`reset`), or show it or not.

        Numbers are shares of the board, from 0 to 1. Without them an element stays where it is; `shown` is true or
        false. Return what `stage.layout.get` tells of the element then.
        """
        board = cast("BoardName", read_choice(arguments, "board", BOARDS, "landscape"))
        element = cast("PlacedKind", read_choice(arguments, "element", PLACED, ""))
        if read_flag(arguments, "reset"):
            await self._set(f"{board}.{element}", None)
        elif "x" in arguments:
            x, y = read_share(arguments, "x", 0), read_share(arguments, "y", 0)
            w, h = read_share(arguments, "w", 1), read_share(arguments, "h", 1)
            await self._set(f"{board}.{element}", [x, y, w, h])
        if "shown" in arguments:
            await self._show(board, element, shown=read_flag(arguments, "shown"))
        return self._describe_board(board)["elements"][element]

    async def _show(self, board: BoardName, element: PlacedKind, *, shown: bool) -> None:
        before = self._find_board(board).hidden
        hidden = tuple(each for each in before if each != element) + (() if shown else (element,))
        if set(hidden) != set(before):
            await self._set(f"{board}.hidden", list(hidden) or None)

    async def _set(self, name: str, value: Any) -> None:
        await self._change({"key": f"layout.{name}", "value": value})

    async def themes(self, _arguments: Arguments) -> Any:
        """Return the themes: `name`, whether it is the `chosen` one, its `font`, and the colours of its boxes."""
        chosen = self._themes.current.name
        return [_describe_theme(theme, chosen) for _, theme in sorted(self._themes.all.items())]

    async def test(self, arguments: Arguments) -> str:
        """Show a test `caption`, `bubble` and card and an emote for six seconds, after the guard; no model is asked.

        Raises:
            ConfigError: when the guard stops the words.
        """
        caption = self._check(read_text(arguments, "caption", "Two hit points left. Naturally.", most=_MOST_CHARS))
        bubble = self._check(read_text(arguments, "bubble", "First try!", most=_MOST_CHARS))
        life = self._stage.plan_life("caption", _TEST_S, _TEST_ID)
        self._stage.show(Caption(**life, alt=caption))
        self._show_bubble(bubble)
        self._show_card(bubble, caption)
        self._show_emote()
        return f"A test line is on the stage for {_TEST_S:g} s."

    def _check(self, words: str) -> str:
        passed = self._guard.passed(words, limit=_MOST_CHARS, where="stage")
        if not passed:
            raise ConfigError(own("The guard stops these words, so nothing of them is shown."))
        return passed

    def _show_bubble(self, words: str) -> None:
        stage, life = self._stage, self._stage.plan_life("bubble", _TEST_S, f"{_TEST_ID}-bubble")
        place = stage.bubble_place("middle")
        stage.show(Bubble(**life, alt=words, place=place, side=stage.side, points=stage.has_avatar))

    def _show_card(self, title: str, words: str) -> None:
        life = self._stage.plan_life("card", _TEST_S, f"{_TEST_ID}-card")
        self._stage.show(Card(**life, alt=title, text=words, progress=0.6, side=self._stage.card_side))

    def _show_emote(self) -> None:
        catalogue = self._library.catalogue
        name = next(iter(catalogue.emotes), "")
        if name:
            frames_ms = catalogue.sprites[name].frames_ms
            self._stage.show_emote(name, catalogue.emote_src(name), "medium", _TEST_S, frames_ms)

    def _describe_board(self, board: BoardName) -> dict[str, Any]:
        width, height = BOARDS[board]
        settings, unit = self._find_board(board), _UNIT[board]
        of_theme = find_theme_spots(self._themes.dressed, width / unit, height / unit, self._stage.side)
        left, top, right, bottom = _SAFE[board]
        return {
            "size": [width, height],
            "safe": {"left": left / width, "top": top / height, "right": right / width, "bottom": bottom / height},
            "keep_clear": [_describe_spot(zone) for zone in settings.keep_clear],
            "elements": {
                kind: {
                    **_describe_spot(getattr(settings, kind) or of_theme[kind]),
                    "shown": kind not in settings.hidden,
                    "own": getattr(settings, kind) is not None,
                }
                for kind in PLACED
            },
        }

    def _find_board(self, board: BoardName) -> BoardSettings:
        settings: BoardSettings = getattr(self._themes.layout, board)
        return settings


def _describe_spot(spot: tuple[float, ...]) -> dict[str, float]:
    """Return a rectangle by names, cut to the board: a theme may have things wider than a narrow board."""
    x, y, w, h = spot
    left, top = min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)
    return {"x": left, "y": top, "w": min(x + w, 1.0) - left, "h": min(y + h, 1.0) - top}


def _describe_theme(theme: Theme, chosen: str) -> dict[str, Any]:
    boxes = {name: asdict(getattr(theme, name)) for name in ("caption", "bubble")}
    colours = {
        name: {part: box[part] for part in ("fill", "text", "border", "border_width")} for name, box in boxes.items()
    }
    return {"name": theme.name, "chosen": theme.name == chosen, "font": theme.font.family, **colours}
