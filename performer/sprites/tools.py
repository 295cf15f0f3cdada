"""The tool that draws: pixel creatures and things, by code alone."""

from functools import partial
from typing import Annotated, Final, Literal

import anyio.to_thread
from pydantic import Field

from performer.errors import ToolRefused
from performer.sprites.answer import answer
from performer.sprites.drawing import View, drawn
from performer.sprites.last import LastSprites
from performer.sprites.recipe import MOST_SEED, Pixels, Recipe, Wish
from performer.sprites.words import understood
from performer.tools import Tool, ToolCall
from performer.tools.result import PicturePart, TextPart, ToolResult

_Description = Annotated[str, Field(max_length=200)]
_Seed = Annotated[int, Field(ge=0, le=MOST_SEED)]
_SEEN: Final[dict[View, str]] = {
    "best": "",
    "front": ", from the front",
    "left": ", looking to the left",
    "right": ", looking to the right",
    "back": ", from the back",
    "four": ", from all four sides",
    "walk": ", moving",
}


def sprite_tools(last: LastSprites) -> list[Tool]:
    """Make the tool.

    Args:
        last: Remembers what was drawn last in each channel.
    """

    async def make_sprite(
        _call: ToolCall,
        description: _Description = "",
        view: View = "best",
        of: Literal["new", "last"] = "new",
        kind: Wish = "any",
        seed: _Seed = 0,
        pixels: Pixels = 32,
        animated_as: Literal["gif", "webp"] = "gif",
    ) -> ToolResult:
        """Draw a small pixel creature or thing and show it: a blue slime with a hat, an angry dragon, a golden sword.

        Args:
            description: What it is, its colours and looks, in a few English words.
            view: From which side; four: from all four sides; walk: moving.
            of: last: the one that you drew last here, to turn it, to have it walk, or to change what description names.
            kind: What it is to be, if description does not say so.
            seed: Another number gives another one of its kind.
            pixels: How fine it is.
            animated_as: The file of one that moves.
        """
        is_side_alone = view != "best" and (description, kind, seed) == ("", "any", 0)
        before = await last.of(_call.cue) if of == "last" or is_side_alone else None
        if of == "last" and before is None:
            raise ToolRefused("make_sprite: there is no sprite here yet; draw one with of = 'new'.")
        if before:
            recipe, said = before.changed(description), understood(description, of=before.thing or "creature")
        else:
            recipe, said = Recipe.of(description, kind=kind, seed=seed, pixels=pixels), understood(description)
        content, format_ = await anyio.to_thread.run_sync(partial(drawn, recipe, view, animated_as))
        await last.keep(_call.cue, recipe)
        picture = PicturePart(content=content, mime=f"image/{format_}", alt=f"{recipe.name}{_SEEN[view]}")
        return ToolResult(parts=(TextPart(text=answer(recipe, said, _SEEN[view])), picture))

    return [Tool.of(make_sprite, shows="emote")]
