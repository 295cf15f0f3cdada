from dataclasses import replace

import pytest

from performer.core.audio import WordTime
from performer.stage.protocol.codec import WireError, decode, encode
from performer.stage.protocol.elements import Avatar, Caption, Card, Emote, Particles, Toast
from performer.stage.protocol.messages import Look, Message, Mouth, Put, Snapshot
from performer.stage.protocol.theme import BubbleStyle, Shadow, Theme

OWL = Avatar(id="avatar", alt="The owl", born_ms=0, mood="happy", srcs=("/a.png",) * 5, srcs2x=("/b.png",) * 5)
BURST = Particles(id="p", alt="confetti", born_ms=5, until_ms=3000, shape="confetti", count=40, seed=7)
CARD = Card(id="k", alt="make sprite", born_ms=2, text="Drawing.", progress=0.5, src="/s.png", src2x="/s.png")
WALK = Card(id="k", alt="slime", born_ms=2, src="/s.png", src2x="/s.png", frames_ms=(120, 120))
DONE = Card(id="k", alt="make sprite", born_ms=2, until_ms=900, state="done", side="right")
SAID = Caption(
    id="c", alt="Oh no.", born_ms=0, words=(WordTime(0, 2, 0.1, 0.4), WordTime(3, 5, 1, 2)), sounds_ms=7, held_s=0.5
)
MOVING = Emote(id="e", alt="wave", born_ms=0, src="/s.png", src2x="/s.png", frames_ms=(100, 40))


@pytest.mark.parametrize(
    "message",
    [
        Snapshot(elements=(OWL, BURST, MOVING, Toast(id="t", alt="Hm.", born_ms=1, level="warning")), now_ms=9),
        Put(element=OWL),
        Put(element=CARD),
        Put(element=DONE),
        Put(element=WALK),
        Put(element=SAID),
        Mouth(at_ms=20, envelope=(0, 0.5, 1), shapes="cow"),
        Look(theme=replace(Theme(), bubble=BubbleStyle(fill="#FF0000", shadow=Shadow(blur=3)))),
    ],
)
def test_what_is_written_is_read_again(message: Message) -> None:
    assert decode(encode(message)) == message


def test_a_field_that_is_not_known_is_passed_over_however_deep() -> None:
    assert decode('{"op":"look","theme":{"caption":{"size":50,"glow":1},"poll":{}}}') == Look(
        theme=decode_theme_with_caption_of(50)
    )


def test_a_row_may_be_longer_in_a_newer_program() -> None:
    told = '{"op":"put","element":{"kind":"caption","id":"c","alt":"Oh","born_ms":0,"words":[[0,2,0.1,0.4,"loud"]]}}'

    assert decode(told) == Put(element=Caption(id="c", alt="Oh", born_ms=0, words=(WordTime(0, 2, 0.1, 0.4),)))


def decode_theme_with_caption_of(size: float) -> Theme:
    return replace(Theme(), caption=replace(Theme().caption, size=size))


@pytest.mark.parametrize(
    "text",
    [
        '{"op":"mouth","at_ms":1,"envelope":[0.5,"loud"]}',
        '{"op":"mouth","at_ms":1,"envelope":0.5}',
        '{"op":"look","theme":{"caption":{"size":"large"}}}',
        '{"op":"look","theme":7}',
        '{"op":"put","element":{"kind":"emote","id":"e","alt":"","born_ms":0,"src":"","src2x":"","frames_ms":[1.5]}}',
        '{"op":"put","element":{"kind":"bubble","id":"b","alt":"","born_ms":0,"until_ms":"soon"}}',
        '{"op":"put","element":{"kind":"card","id":"k","alt":"","born_ms":0,"progress":"half"}}',
        '{"op":"put","element":{"kind":"caption","id":"c","alt":"","born_ms":0,"words":[7]}}',
        '{"op":"put","element":{"kind":"caption","id":"c","alt":"","born_ms":0,"words":[[0,1,2]]}}',
        '{"op":"put","element":{"kind":"caption","id":"c","alt":"","born_ms":0,"words":[[0,"1",2,3]]}}',
        '{"op":"put","element":{"kind":"hologram","id":"h"}}',
        '{"op":"bow"}',
        "[]",
        "{",
    ],
)
def test_what_is_no_message_is_an_error(text: str) -> None:
    with pytest.raises(WireError):
        decode(text)
