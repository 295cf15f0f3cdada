"""A theme whose every field is another than usual, and a page that wears it with something of each kind on it."""

from performer.stage.protocol.codec import encode
from performer.stage.protocol.elements import Bubble, Caption, Card, Element, Emote
from performer.stage.protocol.messages import Look
from performer.stage.protocol.theme import (
    AvatarStyle,
    BubbleStyle,
    CaptionStyle,
    CardStyle,
    EmoteStyle,
    Font,
    Motion,
    Shadow,
    Theme,
)
from tests.chromium import Page
from tests.overlay.stills import owl
from tests.performer.stage.standing import Standing

LONG = "Somebody in chat has asked three times whether the bridge is safe, and I say it is not. " * 6

ODD = Theme(
    name="odd",
    font=Font(family='Odd "Sans'),
    caption=CaptionStyle(
        size=52,
        weight=700,
        leading=1.5,
        lines=1,
        max_width=900,
        padding=(10, 20, 30, 40),
        text="#010203",
        fill="#AABBCC80",
        border="#11223344",
        border_width=5,
        corner=7,
        shadow=Shadow(down=3, blur=9, colour="#55667788"),
        at="top",
        margin=33,
    ),
    bubble=BubbleStyle(
        size=30,
        weight=600,
        leading=1.1,
        lines=2,
        max_width=500,
        padding=(11, 21, 31, 41),
        text="#FEDCBA",
        fill="#102030",
        border="#405060",
        border_width=4,
        corner=13,
        shadow=Shadow(down=4, blur=11, colour="#000000FF"),
        margin=222,
        stands=(780, 580, 380),
        tail=40,
        tail_margin=80,
    ),
    card=CardStyle(
        size=31,
        weight=600,
        leading=1.4,
        lines=2,
        max_width=420,
        padding=(12, 22, 32, 42),
        text="#ABCDEF",
        fill="#203040",
        border="#506070",
        border_width=3,
        corner=17,
        shadow=Shadow(down=5, blur=13, colour="#01020380"),
        text_size=21,
        top=111,
        margin=44,
        gap=9,
        picture=60,
        bar=16,
        groove="#30405060",
        working="#123456",
        done="#234567",
        failed="#345678",
    ),
    emote=EmoteStyle(small=100, medium=150, large=250),
    avatar=AvatarStyle(height=300, margin=25, bottom=15, breathes=False),
    motion=Motion(
        in_ms=321,
        in_curve=(0.1, 0.2, 0.3, 0.4),
        in_scale=0.25,
        out_ms=123,
        out_curve=(0.5, 0.6, 0.7, 0.8),
        out_drop=-0.5,
    ),
)
NOTE_MOTION = """(() => {
    globalThis.motions = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        motions.push([frames, timing]);
        return animate.call(this, frames, timing);
    };
})()"""


def elements(house: Standing) -> list[Element]:
    src, src2x = house.library.catalogue.emote_src("wow")
    return [
        owl(),  # first: bubbles that are there when it comes turn to its side
        Caption(id="c", alt=LONG, born_ms=0),
        Bubble(id="b0", alt=LONG, born_ms=0, place="top"),
        Bubble(id="b1", alt="W" * 90, born_ms=0, place="middle", side="left"),
        Bubble(id="b2", alt="Oh!", born_ms=0, place="bottom"),
        Emote(id="e0", alt="wow", born_ms=0, src=src, src2x=src2x, size="large", x=0.2, y=0.3),
        Emote(id="e1", alt="wow", born_ms=0, src=src, src2x=src2x, size="medium", x=0.5, y=0.6),
        Emote(id="e2", alt="wow", born_ms=0, src=src, src2x=src2x, size="small", x=0.1, y=0.8),
        *cards(house),
    ]


def cards(house: Standing) -> list[Card]:
    src, src2x = house.library.catalogue.emote_src("wow")
    return [
        Card(id="k0", alt=LONG, text=LONG, born_ms=3, progress=0.5, src=src, src2x=src2x),
        Card(id="k1", alt="W" * 90, born_ms=2, text=LONG, progress=0.0, state="failed"),
        Card(id="k2", alt="Oh!", born_ms=1, text=LONG, progress=1.0, state="done"),
    ]


async def present(page: Page, shown: list[Element]) -> None:
    await page.until(f"document.querySelectorAll('.element').length === {len(shown)}")
    await page.until("document.querySelector('.avatar img') !== null")
    await page.at_rest()


async def wear(page: Page, house: Standing, theme: Theme) -> None:
    house.clients.broadcast(encode(Look(theme=theme)), "renderer")
    await page.until(f"document.querySelector('#stage').dataset.theme === '{theme.name}'")
    await page.at_rest()
