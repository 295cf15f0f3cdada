"""The tools that play with the stage: text, emotes, sounds, the mascot's mood, and particles in the air."""

from typing import Annotated, Final, Literal

from pydantic import Field

from performer.core.errors import ToolRefusedError
from performer.core.moods import Mood
from performer.core.own_text import own
from performer.stage.avatar.avatar import StageAvatar
from performer.stage.library.library import MediaLibrary
from performer.stage.protocol.elements import Bubble, Emote, Particles, Shape, Size, StagePlace
from performer.stage.settings import StageSettings
from performer.stage.sound.mixer import SoundMixer
from performer.stage.state import MOST_PARTICLES, Stage
from performer.tools.result import TextPart, make_own_text
from performer.tools.tool import Tool

Intensity = Literal["low", "medium", "high"]

PARTICLE_COUNT: Final[dict[Intensity, int]] = {"low": 16, "medium": 36, "high": 72}
SHORTEST_S: Final = 2.0
LONGEST_S: Final = 6.0
_CENTRE: Final = (0.5, 0.4)


def make_burst(stage: Stage, shape: Shape, intensity: Intensity, duration_s: float) -> Particles:
    """Return a burst that begins now, around the newest emote, or else in the middle of the stage.

    The burst takes what the bursts on stage have left of the budget, if that is half of its full size; if not, it is
    made full size, and the oldest bursts have to go once it is shown.
    """
    elements = stage.snapshot().elements
    left = MOST_PARTICLES - sum(each.count for each in elements if isinstance(each, Particles))
    wished = PARTICLE_COUNT[intensity]
    emotes = [each for each in elements if isinstance(each, Emote)]
    x, y = (emotes[-1].x, emotes[-1].y) if emotes else _CENTRE
    return Particles(
        **stage.plan_life("particles", duration_s),
        alt=shape,
        shape=shape,
        count=left if wished / 2 <= left < wished else wished,
        x=x,
        y=y,
        seed=stage.chance.getrandbits(32),
    )


MoodTime = Annotated[float, Field(ge=3, le=120)]
FlightTime = Annotated[float, Field(ge=SHORTEST_S, le=LONGEST_S)]


def make_acting_tools(stage: Stage, avatar: StageAvatar) -> list[Tool]:
    """Make the tools for the mood and the particles; a mascot that is off refuses its own."""
    return [_set_mood(avatar), _spawn_particle(stage)]


def _set_mood(avatar: StageAvatar) -> Tool:
    async def set_mood(mood: Mood, duration_s: MoodTime = 20.0) -> TextPart:
        """Change the face that your owl makes on the stream.

        Args:
            mood: What it feels.
            duration_s: Seconds until it rests again, 3 to 120.
        """
        if not avatar.is_on_stage:
            raise ToolRefusedError(own("set_mood: the mascot is not on stage; mascot.place is off."))
        avatar.feel(mood, duration_s)
        return make_own_text(f"The mascot looks {mood} for {duration_s:g} s.")

    return Tool.of(set_mood, answers_as_ours=True, tells=False)


def _spawn_particle(stage: Stage) -> Tool:
    async def spawn_particle(
        shape: Shape, intensity: Intensity = "medium", duration_s: FlightTime = 4.0
    ) -> TextPart:  # a model reads this
        """Let confetti, hearts, sparks or snow fly over the stream.

        Args:
            shape: What flies.
            intensity: How many.
            duration_s: Seconds, 2 to 6.
        """
        stage.show(make_burst(stage, shape, intensity, duration_s))
        return make_own_text(f"{shape.capitalize()} in the air for {duration_s:g} s.")

    return Tool.of(spawn_particle, answers_as_ours=True, tells=False)


BubbleTime = Annotated[float, Field(ge=2, le=20)]
Volume = Annotated[float, Field(ge=0, le=1)]


def make_stage_tools(stage: Stage, mixer: SoundMixer, library: MediaLibrary, settings: StageSettings) -> list[Tool]:
    """Make the tools for text, emotes and sounds, with the library's choices now; one without choices is left out."""
    tools = [_overlay_text(stage)]
    if library.catalogue.emotes:
        tools.append(_show_emote(stage, library, settings))
    if library.catalogue.sounds:
        tools.append(_play_sfx(mixer, library))
    return tools


def _overlay_text(stage: Stage) -> Tool:
    async def overlay_text(text: str, position: StagePlace = "middle", duration_s: BubbleTime = 6.0) -> TextPart:
        """Show a short text in a speech bubble on the stream.

        Args:
            text: At most a dozen words.
            position: How high up, beside the mascot.
            duration_s: Seconds, 2 to 20.
        """
        words = " ".join(text.split())
        if not words:
            raise ToolRefusedError(own("overlay_text: argument 'text' is empty; give it a few words."))
        life = stage.plan_life("bubble", duration_s)
        stage.show(
            Bubble(**life, alt=words, place=stage.bubble_place(position), side=stage.side, points=stage.has_avatar)
        )
        return make_own_text(f"The bubble is up for {duration_s:g} s.")

    return Tool.of(overlay_text, answers_as_ours=True, tells=False)


def _show_emote(stage: Stage, library: MediaLibrary, settings: StageSettings) -> Tool:
    async def show_emote(name: str, size: Size = "medium") -> TextPart:
        """Pop an emote up on the stream.

        Args:
            name: Which emote.
            size: How large.
        """
        catalogue = library.catalogue
        if name not in catalogue.emotes:
            raise ToolRefusedError(
                own("show_emote: there is no emote '{name}' any more; its file was taken away.", name=name)
            )
        stage.show_emote(name, catalogue.emote_src(name), size, settings.emote_s, catalogue.sprites[name].frames_ms)
        return make_own_text(f"The emote '{name}' is up for {settings.emote_s:g} s.")

    return Tool.of(show_emote, choices={"name": library.catalogue.emotes}, answers_as_ours=True, tells=False)


def _play_sfx(mixer: SoundMixer, library: MediaLibrary) -> Tool:
    async def play_sfx(name: str, volume: Volume = 1.0) -> TextPart | str:
        """Play a short sound on the stream.

        Args:
            name: Which sound.
            volume: From 0 (silent) to 1 (full).
        """
        if name not in library.catalogue.sounds:
            raise ToolRefusedError(
                own("play_sfx: there is no sound '{name}' any more; its file was taken away.", name=name)
            )
        if not mixer.clip(name, volume):
            return f"The sound '{name}' was not heard: {mixer.why}."  # a client may have worded the reason
        return make_own_text(f"The sound '{name}' is playing.")

    return Tool.of(play_sfx, choices={"name": library.catalogue.sounds}, answers_as_ours=True, tells=False)
