"""PixelLab draws pixel creatures for a fee, keeps them, turns them and makes them move; pixellab.ai.

Its dozens of tools answer at once with a number, and draw for minutes; what they have drawn lies at another address. So
a model gets three tools of ours, which wait, fetch and show.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, Final, Literal

from pydantic import Field

from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.images.formats import UnfitPicture
from performer.core.untrusted_text import make_plain
from performer.tools.last_of_channel import LastOfChannel
from performer.tools.mcp.presets.pixellab_answers import (
    PixelLabCharacter,
    find_character_id,
    parse_character,
    remove_addresses,
)
from performer.tools.mcp.presets.pixellab_pictures import MOST_FRAMES, PictureDownloader, make_animation
from performer.tools.mcp.presets.presets import Preset, PresetContext
from performer.tools.result import PicturePart, Progress, TextPart, ToolResult
from performer.tools.tool import Tool, ToolCall

Side = Literal["front", "left", "right", "back"]
Body = Literal["humanoid", "bear", "cat", "dog", "horse", "lion"]
Action = Literal["walk", "run", "idle", "punch", "kick", "backflip", "cast", "fall"]
_Description = Annotated[str, Field(min_length=3, max_length=300)]
_SIDES: Final[Mapping[Side, str]] = {"front": "south", "left": "west", "right": "east", "back": "north"}
_SEEN: Final[Mapping[Side, str]] = {
    "front": "from the front",
    "left": "looking to the left",
    "right": "looking to the right",
    "back": "from the back",
}
_OF_PEOPLE: Final[Mapping[Action, str]] = {
    "walk": "walking",
    "run": "running-6-frames",
    "idle": "breathing-idle",
    "punch": "cross-punch",
    "kick": "high-kick",
    "backflip": "backflip",
    "cast": "fireball",
    "fall": "falling-back-death",
}
_OF_BEASTS: Final[Mapping[Action, str]] = {"run": "running-6-frames", "idle": "idle"}
"""Four-legged ones have others, and only these are known to be there for all."""
_FRAME_MS: Final = 120
_FIRST_S: Final = 4.0
_GROWS: Final = 1.4
_LONGEST_S: Final = 20.0
_WITHIN_S: Final = 330.0
"""A call ends before it would be ended, with a better word."""
_MISSES: Final = 3
"""Answers in a row that may fail or say nothing."""
_SAID: Final = 200
"""Characters of the server's own words."""
_LOOK: Final = "pixellab.ai shows what became of it, and how much is left to spend"

Is = Callable[[PixelLabCharacter], bool]


@dataclass(frozen=True, kw_only=True)
class LastCharacter:
    """A character that was ordered."""

    character: str
    """The character's number at the server."""
    description: str
    body: str = "humanoid"
    films: Mapping[str, str] = field(default_factory=dict)
    """The numbers of its movements, by action and side: none is paid for twice."""


class PixelLabTools:
    """Orders characters and their movements, and waits for them.

    `first_s` is the first pause between two looks at a character, in seconds; the next ones grow.
    """

    def __init__(self, kit: PresetContext, *, first_s: float = _FIRST_S) -> None:
        self._kit = kit
        self._first_s = first_s
        self._pictures = PictureDownloader(kit.clock, kit.url)
        self._last = LastOfChannel(kit.store, f"mcp.{kit.name}.last", LastCharacter)

    async def generate(self, call: ToolCall, description: str, body: Body) -> ToolResult:
        """Order a character and return it from the front; it is the last one from now on, unless it fails."""
        order: dict[str, object] = {"description": description, "n_directions": 4}
        if body != "humanoid":
            order |= {"body_type": "quadruped", "template": body}
        number = find_character_id(await self._kit.server.ask("create_character", order))
        if not number:
            raise ToolFailedError(f"{self._kit.name} took the order, but told no number for it: {_LOOK}.")
        before = await self._last.of(call.cue)
        last = LastCharacter(character=number, description=make_plain(description, _SAID), body=body)
        await self._last.keep(call.cue, last)
        try:
            drawn = await self._wait_until(call, last, _is_drawn)
        except _Failed:
            await self._last.keep(call.cue, before)
            raise
        return await self._show_side(last, "front", drawn)

    async def rotate(self, call: ToolCall, direction: Side) -> ToolResult:
        """Return the last character from another side; nothing new is drawn."""
        last = await self._require_last(call)
        drawn = await self._wait_until(call, last, _is_drawn)
        return await self._show_side(last, direction, drawn)

    async def animate(self, call: ToolCall, action: Action, direction: Side) -> ToolResult:
        """Return the last character moving; a movement that was drawn before is fetched again."""
        last = await self._require_last(call)
        kinds = _OF_PEOPLE if last.body == "humanoid" else _OF_BEASTS
        if action not in kinds:
            raise ToolRefusedError(f"sprite_animate: a {last.body} can only {' or '.join(kinds)}.")
        drawn = await self._wait_until(call, last, lambda it: it.status == "done")
        name, side = f"{action} {direction}", _SIDES[direction]
        known = last.films.get(name, "")
        if (known, side) not in drawn.films:
            before = frozenset(drawn.films)
            order: dict[str, object] = {"character_id": last.character, "template_animation_id": kinds[action]}
            if "directions" in self._kit.server.takes("animate_character"):
                order["directions"] = [side]  # each costs
            await self._kit.server.ask("animate_character", order)
            drawn = await self._wait_until(call, last, partial(_has_film, side=side, before=before))
            known = next(number for number, seen in drawn.films if seen == side and (number, seen) not in before)
            last = replace(last, films={**last.films, name: known})
            await self._last.keep(call.cue, last)
        return await self._show_film(last, f"{action}, {_SEEN[direction]}", drawn.films[known, side])

    async def _require_last(self, call: ToolCall) -> LastCharacter:
        last = await self._last.of(call.cue)
        if last is None:
            raise ToolRefusedError(f"{call.name}: there is no sprite here yet. Make one with sprite_generate.")
        return last

    async def _wait_until(self, call: ToolCall, last: LastCharacter, is_there: Is) -> PixelLabCharacter:
        """Wait until a character is as it should be, and return it.

        Raises:
            ToolFailedError: when it fails, or takes too long.
        """
        pause_s, misses = self._first_s, 0
        with self._kit.clock.move_on_after(_WITHIN_S):
            while True:
                found, why = await self._look(last)
                if found.status == "failed":
                    raise _Failed(f"{self._kit.name} could not draw it: {_LOOK}. Try other words.")
                if is_there(found):
                    return found
                says_nothing = found.status == "unknown" or (found.status == "done" and not found.sides)
                misses = misses + 1 if says_nothing else 0
                if misses > _MISSES:
                    raise ToolFailedError(f"{self._kit.name} tells of no picture ({why}): {_LOOK}.")
                call.report(Progress(text="PixelLab is drawing", done=found.percent, total=100.0))
                await self._kit.clock.sleep(pause_s)
                pause_s = min(pause_s * _GROWS, max(_LONGEST_S, self._first_s))
        raise ToolFailedError(f"{self._kit.name} is still drawing. Later sprite_rotate shows it.")

    async def _look(self, last: LastCharacter) -> tuple[PixelLabCharacter, str]:
        """Return how far a character is; an answer that fails counts as none, for the next one may come."""
        try:
            answer = await self._kit.server.ask("get_character", {"character_id": last.character})
        except ToolFailedError as failure:
            return PixelLabCharacter(status="unknown"), str(failure)
        return parse_character(answer), make_plain(remove_addresses(answer.text), _SAID) or "it says nothing"

    async def _show_side(self, last: LastCharacter, side: Side, drawn: PixelLabCharacter) -> ToolResult:
        found = drawn.sides.get(_SIDES[side])
        if found is None:
            there = ", ".join(name for name, own in _SIDES.items() if own in drawn.sides)
            raise ToolFailedError(f"There is no picture of it {_SEEN[side]}; there are: {there or 'none'}.")
        return _show(last, _SEEN[side], await self._pictures.fetched(found))

    async def _show_film(self, last: LastCharacter, how: str, urls: tuple[str, ...]) -> ToolResult:
        frames = [await self._pictures.fetched(url) for url in urls[:MOST_FRAMES]]
        try:
            return _show(last, how, make_animation(frames, _FRAME_MS))
        except UnfitPicture as why:
            return _show(last, how, frames[0]).noted(f"It stands still, for {why}.")


class _Failed(ToolFailedError):
    """Raised when the server has given a character up."""


def make_pixellab_tools(kit: PresetContext, *, first_s: float = _FIRST_S) -> list[Tool]:
    """Return the three tools; `first_s` is as `PixelLabTools` has it."""
    ours = PixelLabTools(kit, first_s=first_s)

    async def sprite_generate(
        _call: ToolCall, description: _Description, body: Body = "humanoid"
    ) -> ToolResult:  # a model reads this
        """Have PixelLab draw a detailed pixel character, which takes minutes and costs money, and show it.

        Args:
            description: Who or what it is, and its looks, in English words.
            body: humanoid: whatever stands upright; else the animal that it is built like.
        """
        return await ours.generate(_call, description, body)

    async def sprite_rotate(_call: ToolCall, direction: Side) -> ToolResult:
        """Show the character that sprite_generate made here last from another side.

        Args:
            direction: From which side.
        """
        return await ours.rotate(_call, direction)

    async def sprite_animate(
        _call: ToolCall, action: Action, direction: Side = "right"
    ) -> ToolResult:  # a model reads this
        """Have the character that sprite_generate made here last move; that takes minutes and costs money.

        Args:
            action: What it does.
            direction: To which side it looks.
        """
        return await ours.animate(_call, action, direction)

    paid = partial(Tool.of, server=kit.name, privilege="outside", asks=True, is_long=True, shows="emote")
    turned = Tool.of(sprite_rotate, server=kit.name, is_read_only=True, is_long=True, shows="emote")
    return [paid(sprite_generate), turned, paid(sprite_animate)]


def _is_drawn(found: PixelLabCharacter) -> bool:
    return found.status == "done" and bool(found.sides)


def _has_film(found: PixelLabCharacter, *, side: str, before: frozenset[tuple[str, str]]) -> bool:
    """Whether a new movement is there: its frames are listed when all are drawn."""
    return any(seen == side and (number, seen) not in before for number, seen in found.films)


def _show(last: LastCharacter, how: str, png: bytes) -> ToolResult:
    alt = f"{last.description}, {how}"
    picture = PicturePart(content=png, mime="image/png", alt=alt)
    return ToolResult(parts=(TextPart(text=f"Here it is: {alt}."), picture))


URL: Final = "https://api.pixellab.ai/mcp"

PIXELLAB: Final = Preset(
    name="pixellab",
    settings={"url": URL, "headers": {"Authorization": "Bearer ${PIXELLAB_API_KEY}"}},
    key="PIXELLAB_API_KEY",
    key_from="https://www.pixellab.ai/vibe-coding",
    make=make_pixellab_tools,
)
