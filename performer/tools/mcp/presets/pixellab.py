"""PixelLab draws pixel creatures for a fee, keeps them, turns them and makes them move; pixellab.ai.

Its dozens of tools answer at once with a number, and draw for minutes; what they have drawn lies at another address. So
a model gets three tools of ours, which wait, fetch and show.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import field, replace
from functools import partial
from typing import Annotated, Final, Literal

from pydantic import Field

from performer.core.errors import ToolFailedError, ToolRefusedError
from performer.core.images.formats import UnfitPicture
from performer.core.own_text import own
from performer.core.untrusted_text import make_plain
from performer.core.values import dataclass
from performer.tools.last_of_channel import LastOfChannel
from performer.tools.mcp.presets.pixellab_answers import (
    WORDS,
    Drawn,
    PixelLabCharacter,
    find_character_id,
    parse_character,
    remove_addresses,
)
from performer.tools.mcp.presets.pixellab_pictures import MOST_FRAMES, fetch_picture, find_origin, make_animation
from performer.tools.mcp.presets.presets import PresetContext, load_preset
from performer.tools.result import PicturePart, Progress, TextPart, ToolResult
from performer.tools.tool import Tool, ToolCall

Side = Literal["front", "left", "right", "back"]
Body = Literal["humanoid", "bear", "cat", "dog", "horse", "lion"]
Action = Literal["walk", "run", "idle", "punch", "kick", "backflip", "cast", "fall"]
_Description = Annotated[str, Field(min_length=3, max_length=300)]
_SIDES: Final[Mapping[Side, str]] = WORDS["sides"]
_SEEN: Final[Mapping[Side, str]] = WORDS["seen"]
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
_LOOK: Final = own("pixellab.ai shows what became of it, and how much is left to spend")


@dataclass(frozen=True, kw_only=True)
class LastCharacter:
    """A character that was ordered."""

    character: str
    """The character's number at the server."""
    description: str
    body: str = "humanoid"
    films: Mapping[str, str] = field(default_factory=dict)
    """The numbers of its movements, by action and side: none is paid for twice."""


class _Failed(ToolFailedError):
    """Raised when the server has given a character up."""


class PixelLabTools:
    """Orders characters and their movements, and waits for them; its public methods are the tools."""

    def __init__(self, context: PresetContext, first_s: float) -> None:
        self._context = context
        self._first_s = first_s
        self._origin = find_origin(context.url)
        self._last = LastOfChannel(context.store, f"mcp.{context.name}.last", LastCharacter)

    async def sprite_generate(  # a model reads this
        self, _call: ToolCall, description: _Description, body: Body = "humanoid"
    ) -> ToolResult:
        """Have PixelLab draw a detailed pixel character, which takes minutes and costs money, and show it.

        Args:
            description: Who or what it is, and its looks, in English words.
            body: humanoid: whatever stands upright; else the animal that it is built like.
        """
        order: dict[str, object] = {"description": description, "n_directions": 4}
        if body != "humanoid":
            order |= {"body_type": "quadruped", "template": body}
        number = find_character_id(await self._context.server.ask("create_character", order))
        if not number:
            raise ToolFailedError(
                own("{name} took the order, but told no number for it: {look}.", name=self._context.name, look=_LOOK)
            )
        before = await self._last.of(_call.cue)
        last = LastCharacter(character=number, description=make_plain(description, _SAID), body=body)
        await self._last.keep(_call.cue, last)
        try:
            drawn = await self._wait_until(_call, last, _is_drawn)
        except _Failed:
            await self._last.keep(_call.cue, before)
            raise
        return await self._show_side(last, "front", drawn)

    async def sprite_rotate(self, _call: ToolCall, direction: Side) -> ToolResult:
        """Show the character that sprite_generate made here last from another side.

        Args:
            direction: From which side.
        """
        last = await self._require_last(_call)
        drawn = await self._wait_until(_call, last, _is_drawn)
        return await self._show_side(last, direction, drawn)

    async def sprite_animate(  # a model reads this
        self, _call: ToolCall, action: Action, direction: Side = "right"
    ) -> ToolResult:
        """Have the character that sprite_generate made here last move; that takes minutes and costs money.

        Args:
            action: What it does.
            direction: To which side it looks.
        """
        last = await self._require_last(_call)
        kinds: Mapping[Action, str] = WORDS["of_people" if last.body == "humanoid" else "of_beasts"]
        if action not in kinds:
            raise ToolRefusedError(
                own("sprite_animate: a {body} can only {kinds}.", body=last.body, kinds=" or ".join(kinds))
            )
        drawn = await self._wait_until(_call, last, lambda it: it.status == "done")
        name, side = f"{action} {direction}", _SIDES[direction]
        known = last.films.get(name, "")
        if (known, side) not in drawn.films:
            before = frozenset(drawn.films)
            order: dict[str, object] = {"character_id": last.character, "template_animation_id": kinds[action]}
            if "directions" in self._context.server.takes("animate_character"):
                order["directions"] = [side]  # each costs
            await self._context.server.ask("animate_character", order)
            # Its frames are listed when all are drawn.
            drawn = await self._wait_until(_call, last, lambda it: bool(_find_new_films(it, side, before)))
            known = _find_new_films(drawn, side, before)[0]
            last = replace(last, films={**last.films, name: known})
            await self._last.keep(_call.cue, last)
        return await self._show_film(last, f"{action}, {_SEEN[direction]}", drawn.films[known, side])

    async def _require_last(self, call: ToolCall) -> LastCharacter:
        last = await self._last.of(call.cue)
        if last is None:
            raise ToolRefusedError(
                own("{name}: there is no sprite here yet. Make one with sprite_generate.", name=call.name)
            )
        return last

    async def _wait_until(
        self, call: ToolCall, last: LastCharacter, is_there: Callable[[PixelLabCharacter], bool]
    ) -> PixelLabCharacter:
        """Wait until a character is as it should be, and return it.

        Raises:
            ToolFailedError: when it fails, or takes too long.
        """
        pause_s, misses = self._first_s, 0
        with self._context.clock.move_on_after(_WITHIN_S):
            while True:
                found, why = await self._look(last)
                if found.status == "failed":
                    raise _Failed(f"{self._context.name} could not draw it: {_LOOK}. Try other words.")
                if is_there(found):
                    return found
                says_nothing = found.status == "unknown" or (found.status == "done" and not found.sides)
                misses = misses + 1 if says_nothing else 0
                if misses > _MISSES:
                    raise ToolFailedError(
                        own("{name} tells of no picture ({why}): {look}.", name=self._context.name, why=why, look=_LOOK)
                    )
                call.report(Progress(text="PixelLab is drawing", done=found.percent, total=100.0))
                await self._context.clock.sleep(pause_s)
                pause_s = min(pause_s * _GROWS, max(_LONGEST_S, self._first_s))
        raise ToolFailedError(own("{name} is still drawing. Later sprite_rotate shows it.", name=self._context.name))

    async def _look(self, last: LastCharacter) -> tuple[PixelLabCharacter, str]:
        """Return how far a character is; an answer that fails counts as none, for the next one may come."""
        try:
            answer = await self._context.server.ask("get_character", {"character_id": last.character})
        except ToolFailedError as failure:
            return PixelLabCharacter(status="unknown"), str(failure)
        return parse_character(answer), make_plain(remove_addresses(answer.text), _SAID) or "it says nothing"

    async def _show_side(self, last: LastCharacter, side: Side, drawn: PixelLabCharacter) -> ToolResult:
        found = drawn.sides.get(_SIDES[side])
        if found is None:
            there = ", ".join(name for name, own in _SIDES.items() if own in drawn.sides)
            raise ToolFailedError(
                own(
                    "There is no picture of it {side}; there are: {there}.",
                    side=_SEEN[side],
                    there=there or own("none"),
                )
            )
        return _show(last, _SEEN[side], await self._fetch(found))

    async def _fetch(self, drawn: Drawn) -> bytes:
        return await fetch_picture(self._context.clock, self._origin, drawn)

    async def _show_film(self, last: LastCharacter, how: str, urls: tuple[str, ...]) -> ToolResult:
        frames = [await self._fetch(url) for url in urls[:MOST_FRAMES]]
        try:
            return _show(last, how, make_animation(frames, _FRAME_MS))
        except UnfitPicture as why:
            return _show(last, how, frames[0]).noted(f"It stands still, for {why}.")


def make_pixellab_tools(context: PresetContext, *, first_s: float = _FIRST_S) -> list[Tool]:
    """Return the three tools; `first_s` is the first pause between two looks at a character; the next ones grow."""
    ours = PixelLabTools(context, first_s)
    make = partial(Tool.of, server=context.name, texts_for=context.texts_for, is_long=True, shows="emote")
    paid = partial(make, privilege="outside", asks=True)
    turned = make(ours.sprite_rotate, is_read_only=True)
    return [paid(ours.sprite_generate), turned, paid(ours.sprite_animate)]


def _is_drawn(found: PixelLabCharacter) -> bool:
    return found.status == "done" and bool(found.sides)


def _find_new_films(found: PixelLabCharacter, side: str, before: Collection[tuple[str, str]]) -> list[str]:
    """Return the numbers of the movements to a side that were not there before."""
    return [number for number, seen in found.films if seen == side and (number, seen) not in before]


def _show(last: LastCharacter, how: str, png: bytes) -> ToolResult:
    alt = f"{last.description}, {how}"
    picture = PicturePart(content=png, mime="image/png", alt=alt)
    return ToolResult(parts=(TextPart(text=f"Here it is: {alt}."), picture))


PIXELLAB: Final = load_preset("pixellab", make_pixellab_tools)
