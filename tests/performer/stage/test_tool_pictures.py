"""Exhibits: a tool's picture on the stage, with a way out for none that is not as it should be."""

import io

import pytest
from PIL import Image

from performer.core.clock import SystemClock, VirtualClock
from performer.core.cues import ChatCue, ChatLine
from performer.core.events.stream import EventStream
from performer.core.events.turns import PictureKept
from performer.core.images.formats import UnfitPicture
from performer.core.images.sandbox.wire import SandboxResult
from performer.core.images.store import PictureStore
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.stage.connections import StageClients
from performer.stage.protocol.elements import Card, Emote
from performer.stage.state import Stage
from performer.stage.tool_pictures import RecentPictures, ToolPictures, check_result
from performer.tools.hooks.shown import As
from performer.tools.pixel_art.drawing import drawn
from performer.tools.pixel_art.recipe import Recipe
from performer.tools.result import PicturePart
from performer.tools.tool import ToolCall
from tests.performer.core.images.sandbox.bombs import saved
from tests.performer.stage.standing import Standing

pytestmark = pytest.mark.anyio

CUE = ChatCue(lines=(ChatLine(text="a slime!", channel="discord:7"),))
SLIME = Recipe(thing="slime", colours=("blue",))
SPRITE = PicturePart(content=drawn(SLIME, "front")[0], mime="image/png", alt="blue slime")
FILM = PicturePart(content=drawn(SLIME, "walk")[0], mime="image/gif", alt="blue slime, moving")


class Kit:
    def __init__(self) -> None:
        clock = SystemClock(seed=7)
        self.stage = Stage(VirtualClock(seed=3), StageClients())
        self.gallery, self.shelf = RecentPictures(), PictureStore()
        stream = EventStream(clock)
        self.reader = stream.whole("test", PictureKept)
        self.exhibits = ToolPictures(
            Runtime(clock, stream, Guard()), self.stage, self.gallery, lambda: 5, self.shelf.put
        )

    async def show(self, picture: PicturePart, as_: As = "emote") -> str:
        return await self.exhibits.show(picture, as_, ToolCall(id="c1", name="paint", turn=4, cue=CUE))

    def served(self, src: str) -> Image.Image:
        picture = self.gallery.find(src.removeprefix("/exhibits/").removesuffix(".png"))
        assert picture is not None
        return Image.open(io.BytesIO(picture))

    @property
    def kept(self) -> list[PictureKept]:
        return [each.event for each in self.reader.taken() if isinstance(each.event, PictureKept)]


async def test_a_picture_goes_up_as_an_emote_and_to_where_the_turn_is_answered() -> None:
    kit = Kit()
    told = await kit.show(SPRITE)

    assert told == "The picture is on the stage for 5 s."
    (emote,) = kit.stage.snapshot().elements
    assert isinstance(emote, Emote)
    assert (emote.alt, emote.until_ms, emote.size, emote.frames_ms) == ("blue slime", 5000, "large", ())
    assert kit.served(emote.src).size == (512, 512)
    (kept,) = kit.kept
    assert (kept.turn, kept.caption, kept.channel) == (4, "blue slime", "discord:7")
    assert (kit.shelf.find(kept.digest) or b"").startswith(b"\x89PNG")


async def test_one_that_moves_is_an_animated_emote_and_a_film_in_the_chat() -> None:
    kit = Kit()
    await kit.show(FILM)

    (emote,) = kit.stage.snapshot().elements
    assert isinstance(emote, Emote)
    assert emote.frames_ms == (120,) * 6
    assert kit.served(emote.src).size == (6 * 256, 256)
    (kept,) = kit.kept
    assert (kit.shelf.find(kept.digest) or b"").startswith(b"GIF89a")


async def test_on_a_card_it_moves_too() -> None:
    kit = Kit()
    await kit.show(FILM, "card")

    (card,) = kit.stage.snapshot().elements
    assert isinstance(card, Card)
    assert (card.alt, card.state, card.side, card.until_ms) == ("blue slime, moving", "done", "left", 5000)
    assert card.frames_ms == (120,) * 6
    assert kit.served(card.src).size == (6 * 256, 256)


async def test_a_still_picture_stands_still_on_a_card() -> None:
    kit = Kit()
    await kit.show(SPRITE, "card")

    (card,) = kit.stage.snapshot().elements
    assert isinstance(card, Card)
    assert card.frames_ms == ()
    assert kit.served(card.src).size == (512, 512)


@pytest.mark.parametrize("content", [b"<svg/>", saved("PNG")[:50], saved("PNG") + bytes(8_000_000)])
async def test_what_cannot_be_shown_is_said_to_the_model(content: bytes) -> None:
    kit = Kit()
    told = await kit.show(PicturePart(content=content, mime="image/png"))

    assert told.startswith("The picture is not shown: it is ")
    assert (kit.stage.snapshot().elements, kit.kept) == ((), [])


async def test_what_is_said_to_be_on_it_passes_the_guard() -> None:
    kit = Kit()
    told = await kit.show(PicturePart(content=SPRITE.content, mime="image/png", alt="call 030 1234567 at home"))

    elements = kit.stage.snapshot().elements
    assert "1234567" not in f"{told} {elements} {kit.kept}"


def png(wide: int, high: int) -> bytes:
    return saved("PNG", Image.new("RGBA", (wide, high)))


SMALL = png(8, 8)


@pytest.mark.parametrize(
    "prints",
    [
        SandboxResult(files=(SMALL,)),
        SandboxResult(files=(SMALL, SMALL + bytes(10_000_000))),
        SandboxResult(files=(b"<html>", SMALL)),
        SandboxResult(files=(SMALL[:20], SMALL)),
        SandboxResult(files=(SMALL, b"<html>")),
        SandboxResult(files=(png(641, 8), SMALL)),
        SandboxResult(files=(png(8, 641), SMALL)),
        SandboxResult(files=(png(24, 8), SMALL), frames_ms=(100, 100)),
        SandboxResult(files=(png(600, 300), SMALL), frames_ms=(100, 100)),
        SandboxResult(files=(png(33 * 8, 8), SMALL), frames_ms=(100,) * 33),
        SandboxResult(files=(png(16, 8), SMALL), frames_ms=(0, 100)),
        SandboxResult(files=(SMALL, SMALL, SMALL)),
    ],
)
def test_nothing_is_taken_that_was_not_asked_for(prints: SandboxResult) -> None:
    with pytest.raises(UnfitPicture, match="no small picture"):
        check_result(prints)


def test_what_was_asked_for_is_taken() -> None:
    assert check_result(SandboxResult(files=(png(16, 8), SMALL), frames_ms=(100, 100))).frames_ms == (100, 100)


async def test_they_are_served_to_who_draws_the_stage_and_to_nobody_else(house: Standing) -> None:
    path = house.gallery.keep(SPRITE.content)
    token = house.server.tokens.renderer
    async with house.session.get(f"{house.base}{path}?token={token}") as answer:
        assert (answer.status, answer.content_type, await answer.read()) == (200, "image/png", SPRITE.content)
    async with house.session.get(f"{house.base}{path}") as answer:
        assert answer.status == 403
    async with house.session.get(f"{house.base}/exhibits/{'0' * 32}.png?token={token}") as answer:
        assert answer.status == 404
