from pathlib import Path

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ToolRefusedError
from performer.core.files import home
from performer.stage.connections import StageClients
from performer.stage.library.folder import Catalogue
from performer.stage.library.library import MediaLibrary
from performer.stage.protocol.elements import Bubble, Emote
from performer.stage.settings import StageSettings
from performer.stage.sound.mixer import SoundMixer
from performer.stage.state import Stage
from performer.stage.tools import make_stage_tools
from performer.tools.hooks.arguments import make_clamp_hook
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox
from tests.performer.stage.library.gifs import filled, gif

UNUSED = Path("/nonexistent/cache")
LIBRARY = MediaLibrary.of([home.ASSETS / "emotes"], [home.ASSETS / "sounds"], cache=UNUSED)


class Kit:
    def __init__(self, library: MediaLibrary = LIBRARY) -> None:
        clock = VirtualClock(seed=3)
        self.stage = Stage(clock, StageClients())
        self.box = Toolbox(
            make_stage_tools(self.stage, SoundMixer(clock, library), library, StageSettings()), [make_clamp_hook()]
        )

    async def call(self, name: str, /, **arguments: object) -> str:
        return (await self.box.call(ToolCall(id="c1", name=name, arguments=arguments))).text


@pytest.mark.anyio
async def test_a_bubble_goes_up_with_its_words_made_one_line() -> None:
    kit = Kit()

    assert await kit.call("overlay_text", text="  Nice\n one. ", position="middle") == "The bubble is up for 6 s."
    assert kit.stage.snapshot().elements == (
        Bubble(id="bubble-1", alt="Nice one.", born_ms=0, until_ms=6000, place="middle", points=False),
    )


@pytest.mark.anyio
@pytest.mark.parametrize(("wished", "given"), [(0.1, 2000), (1e9, 20000), (float("nan"), 6000), (7.5, 7500)])
async def test_a_bubbles_time_is_clamped(wished: float, given: int) -> None:
    kit = Kit()
    await kit.call("overlay_text", text="Hm.", duration_s=wished)

    assert kit.stage.snapshot().elements[0].until_ms == given


@pytest.mark.anyio
async def test_a_bubble_without_words_is_refused() -> None:
    with pytest.raises(ToolRefusedError, match="text"):
        await Kit().call("overlay_text", text=" \n")


@pytest.mark.anyio
async def test_an_emote_goes_up_from_the_library() -> None:
    kit = Kit()

    assert await kit.call("show_emote", name="laugh", size="large") == "The emote 'laugh' is up for 4 s."
    (emote,) = kit.stage.snapshot().elements
    assert isinstance(emote, Emote)
    assert (emote.src, emote.src2x) == LIBRARY.catalogue.emote_src("laugh")
    assert (emote.size, emote.frames_ms) == ("large", ())


@pytest.mark.anyio
async def test_an_unknown_emote_is_answered_with_the_nearest() -> None:
    with pytest.raises(ToolRefusedError, match="'laugh'"):
        await Kit().call("show_emote", name="laughing")


@pytest.mark.anyio
async def test_a_sound_that_nobody_plays_is_said_calmly() -> None:
    answer = await Kit().call("play_sfx", name="ding", volume=0.5)

    assert answer == "The sound 'ding' was not heard: nothing here plays sound."


def test_tools_without_files_are_not_offered() -> None:
    assert [spec.name for spec in Kit(MediaLibrary(emotes=[], sounds=[], cache=UNUSED)).box.specs] == ["overlay_text"]


@pytest.mark.anyio
async def test_what_was_taken_away_since_the_turn_began_is_refused() -> None:
    library = MediaLibrary.of([home.ASSETS / "emotes"], [home.ASSETS / "sounds"], cache=UNUSED)
    kit = Kit(library)
    library.catalogue = Catalogue()

    with pytest.raises(ToolRefusedError, match="there is no emote 'laugh' any more"):
        await kit.call("show_emote", name="laugh")
    with pytest.raises(ToolRefusedError, match="there is no sound 'ding' any more"):
        await kit.call("play_sfx", name="ding")


@pytest.mark.anyio
async def test_an_animated_emote_goes_up_with_its_times(tmp_path: Path) -> None:
    moving = gif((4, 4), filled((0, 0, 4, 4), 0, delay_cs=20), filled((0, 0, 4, 4), 1, delay_cs=30))
    (tmp_path / "blink.gif").write_bytes(moving)
    kit = Kit(MediaLibrary.of([tmp_path], [], cache=tmp_path / "cache"))
    await kit.call("show_emote", name="blink")

    (emote,) = kit.stage.snapshot().elements
    assert isinstance(emote, Emote)
    assert emote.frames_ms == (200, 300)
    assert emote.src == emote.src2x


def test_the_model_reads_its_choices() -> None:
    specs = {spec.name: spec.parameters for spec in Kit().box.specs}

    assert specs["show_emote"]["properties"]["name"]["enum"] == list(LIBRARY.catalogue.emotes)
    assert specs["play_sfx"]["properties"]["name"]["enum"] == list(LIBRARY.catalogue.sounds)
    assert specs["overlay_text"]["required"] == ["text"]
    assert "Seconds" in specs["overlay_text"]["properties"]["duration_s"]["description"]


@pytest.mark.parametrize("name", ["overlay_text", "show_emote", "play_sfx"])
def test_what_only_shows_or_sounds_is_no_news_to_a_model(name: str) -> None:
    assert not Kit().box.tells(name)
