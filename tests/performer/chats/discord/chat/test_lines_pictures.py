"""The pictures of the lines that are answered: a few, soon, or not at all."""

import base64
from typing import Any

import anyio
import pytest

from performer.chats.discord.chat.lines import LinePictures
from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.wire.calls import AttachmentBase64, FileContent
from performer.core.clock import VirtualClock
from performer.core.cues import AnswerCue, ChatCue, ChatLine, SceneCue
from tests.performer.chats.discord.given import LittleLink, message, picture

pytestmark = pytest.mark.anyio


def content(call: AttachmentBase64) -> Any:
    if call.attachment_id == "13":
        return DiscordFailed("discord_error", "Attachment 13 is gone.", call.method)
    data = base64.b64encode(f"picture {call.attachment_id}".encode()).decode()
    return FileContent(
        id=call.attachment_id or "", filename="a.png", content_type="image/png", width=1, height=1, size=9, base64=data
    )


def line(number: int, *, direct: bool = False, reply_to: str = "") -> ChatLine:
    return ChatLine(text="look", channel="discord:300", message=str(number), direct=direct, reply_to=reply_to)


def known_pictures(clock: VirtualClock, **answers: Any) -> LinePictures:
    pictures = LinePictures(clock, LittleLink(**{"AttachmentBase64": content, **answers}))
    for number, files in {1: [10, 11], 2: [12], 3: [13, 14], 4: [15, 16, 17, 18, 19]}.items():
        pictures.add(message(number=number, files=[picture(each) for each in files]))
    return pictures


async def test_whoever_speaks_to_it_shows_first_then_the_newest_and_four_are_enough(
    virtual_clock: VirtualClock,
) -> None:
    pictures = known_pictures(virtual_clock)

    seen = await pictures.of(ChatCue(lines=(line(1, direct=True), line(2), line(3), line(9))))
    assert seen == (b"picture 10", b"picture 11", b"picture 14")
    assert await pictures.of(ChatCue(lines=(line(4),))) == tuple(b"picture %d" % each for each in (15, 16, 17, 18))


async def test_the_picture_of_the_message_that_a_line_answers_is_seen_too(virtual_clock: VirtualClock) -> None:
    pictures = known_pictures(virtual_clock)

    assert await pictures.of(ChatCue(lines=(line(9, reply_to="2"),))) == (b"picture 12",)


async def test_a_turn_that_goes_on_sees_what_it_saw_and_others_see_none(virtual_clock: VirtualClock) -> None:
    pictures = known_pictures(virtual_clock)
    goes_on = AnswerCue(tool="t", arguments="{}", text="done", origin=ChatCue(lines=(line(2),)))

    assert await pictures.of(goes_on) == (b"picture 12",)
    assert await pictures.of(SceneCue(change=1)) == ()


async def test_a_message_that_is_gone_or_has_lost_its_picture_shows_none(virtual_clock: VirtualClock) -> None:
    pictures = known_pictures(virtual_clock)
    pictures.forget("300", ["1"])
    pictures.add(message(number=2))

    assert await pictures.of(ChatCue(lines=(line(1), line(2)))) == ()


async def test_a_picture_that_takes_too_long_is_left_out(virtual_clock: VirtualClock) -> None:
    pictures = known_pictures(
        virtual_clock, AttachmentBase64=lambda call: anyio.Event() if call.attachment_id == "10" else content(call)
    )
    seen = list[tuple[bytes, ...]]()

    async def look() -> None:
        seen.append(await pictures.of(ChatCue(lines=(line(1), line(2)))))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(look)
        await virtual_clock.advance(1.9)
        assert seen == []
        await virtual_clock.advance(0.1)
    assert seen == [(b"picture 12", b"picture 11")]
