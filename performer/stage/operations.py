"""The operations on the look of the stage: where things stand, the themes that there are, and a test line."""

from dataclasses import asdict
from typing import Any, Final, cast

from performer.core.errors import ConfigError
from performer.core.operations import Arguments, Operation, read_choice, read_flag, read_share, read_text
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.guard.guard import Guard
from performer.stage.layout import BOARDS, find_safe_margins
from performer.stage.library.library import MediaLibrary
from performer.stage.protocol.elements import Bubble, Caption, Card
from performer.stage.protocol.layout import PLACED, BoardName, PlacedKind, Spot
from performer.stage.protocol.theme import Theme
from performer.stage.state import Stage
from performer.stage.themes import Themes

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
        streamer's `own` or the theme's. One that would cover what shall stay clear has `aside` too: the place that it
        goes to by itself, of its own size, or null where there is no room for it.
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
        before = self._themes.appearance.find_board(board).hidden
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
        settings = self._themes.appearance.find_board(board)
        moved = self._themes.find_moved(board)
        return {
            "size": list(BOARDS[board]),
            "safe": dict(zip(("left", "top", "right", "bottom"), find_safe_margins(board), strict=True)),
            "keep_clear": [_describe_spot(zone) for zone in settings.keep_clear],
            "elements": {
                kind: {
                    **_describe_spot(spot),
                    "shown": kind not in settings.hidden,
                    "own": getattr(settings, kind) is not None,
                    **({"aside": _describe_spot(moved[kind]) if moved[kind] else None} if kind in moved else {}),
                }
                for kind, spot in self._themes.find_spots(board).items()
            },
        }


def _describe_spot(spot: Spot) -> dict[str, float]:
    return dict(zip("xywh", spot, strict=True))


def _describe_theme(theme: Theme, chosen: str) -> dict[str, Any]:
    boxes = {name: asdict(getattr(theme, name)) for name in ("caption", "bubble")}
    colours = {
        name: {part: box[part] for part in ("fill", "text", "border", "border_width")} for name, box in boxes.items()
    }
    return {"name": theme.name, "chosen": theme.name == chosen, "font": theme.font.family, **colours}
