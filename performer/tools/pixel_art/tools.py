"""The tool that draws pixel creatures and things, out of the atlas.

A model is told nothing but words of ours: a word that is not known is counted and never repeated.
"""

from typing import Annotated, Final, Literal

import anyio.to_thread
from pydantic import Field

from performer.core.errors import ToolRefusedError
from performer.core.own_text import join_own, own
from performer.core.remembered_conversation import KeyValueStore
from performer.tools.last_of_channel import LastOfChannel
from performer.tools.pixel_art import atlas
from performer.tools.pixel_art.description import Said, find_near_names, understand
from performer.tools.pixel_art.drawing import View, drawn
from performer.tools.pixel_art.recipe import Pixels, Recipe, Wish, join_names
from performer.tools.result import PicturePart, TextPart, ToolResult
from performer.tools.tool import Tool, ToolCall

# Made once: annotations that are made anew would have the tool's schema built anew for each turn, which takes long.
_Description = Annotated[str, Field(max_length=200)]
_Seed = Annotated[int, Field(ge=0, lt=2**32)]
_TRY: Final = own("Name one common creature or thing, such as a dragon, a castle or a potion.")


def sprite_tools(store: KeyValueStore) -> list[Tool]:
    """Return the tool; `store` keeps each channel's last sprite, so that it can be turned, or made blue."""
    last = LastOfChannel(store, "sprite", Recipe)

    async def make_sprite(
        _call: ToolCall,
        description: _Description = "",
        view: View = "best",
        of: Literal["new", "last"] = "new",
        kind: Wish = "any",
        seed: _Seed = 0,
        pixels: Pixels = 48,
        animated_as: Literal["gif", "webp"] = "gif",
    ) -> ToolResult:
        """Draw a small pixel creature or thing and show it: a blue slime with a hat, an angry dragon, a golden sword.

        Args:
            description: What it is, its colours and looks, in a few words of any language.
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
            raise ToolRefusedError(own("make_sprite: there is no sprite here yet; draw one with of = 'new'."))

        def draw() -> tuple[Recipe, ToolResult]:
            recipe = before.changed(description) if before else Recipe.of(description, kind, seed, pixels)
            if recipe is None:
                near = find_near_names(description)
                hint = own("Do you mean {near}?", near=join_own(" or ", near)) if near else _TRY
                raise ToolRefusedError(own("make_sprite: I cannot draw that yet. {hint}", hint=hint))
            told = f"{recipe.name}{atlas.load_vocabulary()['views'][view]}"
            content, format_ = drawn(recipe, view, animated_as)
            text = _describe(recipe, understand(description, is_known=before is not None), told)
            picture = PicturePart(content=content, mime=f"image/{format_}", alt=told)
            return recipe, ToolResult(parts=(TextPart(text=text), picture))

        recipe, result = await anyio.to_thread.run_sync(draw)
        await last.keep(_call.cue, recipe)
        return result

    return [Tool.of(make_sprite, shows="emote")]


def _describe(recipe: Recipe, said: Said, name: str) -> str:
    """Return what was drawn, what of the words was understood, and what else can be asked for."""
    parts = atlas.load_parts()
    looks = (parts[each].name if each in parts else each for each in said.looks)
    held = (f"a {each.removesuffix(' (shape)')}" for each in said.held)
    dyes = (f"{hue} for its {paint}" for paint, hue in said.dyes.items())
    thing = (recipe.icon.name,) if said.choices else ()
    told = [f"Drawn: {name}."]
    if found := list(dict.fromkeys((*thing, *said.colours, *looks, *held, *dyes))):
        told.append(f"Understood: {', '.join(found)}.")
    if said.others:
        can_have = join_names([part.name for part in parts.values()])
        told.append(f"Words not understood, and not drawn: {said.others}. It can have {can_have}.")
    return " ".join(told)
