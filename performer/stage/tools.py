"""The fun tools: words, pictures and sounds on the stage."""

from typing import Annotated

from pydantic import Field

from performer.errors import ToolRefused
from performer.messages import Bubble, Emote, Place, Size
from performer.stage.library.library import Library
from performer.stage.settings import StageSettings
from performer.stage.sound.desk import SoundDesk
from performer.stage.stage import Stage
from performer.tools import TextPart, Tool, ours

BubbleTime = Annotated[float, Field(ge=2, le=20)]
Volume = Annotated[float, Field(ge=0, le=1)]


def stage_tools(stage: Stage, desk: SoundDesk, library: Library, settings: StageSettings) -> list[Tool]:
    """Make the stage's tools, with the choices that the library has now; one that has none is not offered."""
    tools = [_overlay_text(stage)]
    if library.emotes:
        tools.append(_show_emote(stage, library, settings))
    if library.sounds:
        tools.append(_play_sfx(desk, library))
    return tools


def _overlay_text(stage: Stage) -> Tool:
    async def overlay_text(text: str, position: Place = "middle", duration_s: BubbleTime = 6.0) -> TextPart:
        """Show a short text in a speech bubble on the stream.

        Args:
            text: At most a dozen words.
            position: How high up, beside the mascot.
            duration_s: Seconds, 2 to 20.
        """
        words = " ".join(text.split())
        if not words:
            raise ToolRefused("overlay_text: argument 'text' is empty; give it a few words.")
        born_ms = stage.now_ms()
        bubble = Bubble(
            id=stage.next_id("bubble"),
            alt=words,
            born_ms=born_ms,
            until_ms=born_ms + int(duration_s * 1000),
            place=stage.bubble_place(position),
            side=stage.side,
        )
        stage.show(bubble)
        return ours(f"The bubble is up for {duration_s:g} s.")

    return Tool.of(overlay_text, answers_as_ours=True, tells=False)


def _show_emote(stage: Stage, library: Library, settings: StageSettings) -> Tool:
    async def show_emote(name: str, size: Size = "medium") -> TextPart:
        """Pop an emote up on the stream.

        Args:
            name: Which emote.
            size: How large.
        """
        catalogue = library.catalogue
        if name not in catalogue.emotes:
            raise ToolRefused(f"show_emote: there is no emote '{name}' any more; its file was taken away.")
        src, src2x = catalogue.emote_src(name)
        x, y = stage.emote_place(size)
        born_ms = stage.now_ms()
        emote = Emote(
            id=stage.next_id("emote"),
            alt=name,
            born_ms=born_ms,
            until_ms=born_ms + int(settings.emote_s * 1000),
            src=src,
            src2x=src2x,
            size=size,
            x=x,
            y=y,
            frames_ms=catalogue.frames_ms(name),
        )
        stage.show(emote)
        return ours(f"The emote '{name}' is up for {settings.emote_s:g} s.")

    return Tool.of(show_emote, choices={"name": library.emotes}, answers_as_ours=True, tells=False)


def _play_sfx(desk: SoundDesk, library: Library) -> Tool:
    async def play_sfx(name: str, volume: Volume = 1.0) -> TextPart | str:
        """Play a short sound on the stream.

        Args:
            name: Which sound.
            volume: From 0 (silent) to 1 (full).
        """
        if name not in library.sounds:
            raise ToolRefused(f"play_sfx: there is no sound '{name}' any more; its file was taken away.")
        if not desk.clip(name, volume):
            return f"The sound '{name}' was not heard: {desk.why}."  # which may be a client's own words
        return ours(f"The sound '{name}' is playing.")

    return Tool.of(play_sfx, choices={"name": library.sounds}, answers_as_ours=True, tells=False)
