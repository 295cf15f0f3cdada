"""Lines: what a message of Discord's says, and where."""

import pytest

from performer.chats.discord.channels import format_channel, parse_channel_id
from performer.chats.discord.chat.lines import format_message_text, list_pictures
from performer.chats.discord.wire.values import File
from tests.performer.chats.discord.given import message, picture


def file(name: str, content_type: str | None = None) -> File:
    return File(id="1", url="", filename=name, content_type=content_type, size=1)


@pytest.mark.parametrize(
    ("files", "text"),
    [
        ([], ""),
        ([picture(1)], "(a picture)"),
        ([picture(1), picture(2, "image/jpeg; q=1"), file("a.txt")], "(2 pictures)"),
        ([file("a.zip", "application/zip")], "(a file)"),
    ],
)
def test_a_message_without_words_says_what_was_put_to_it(files: list[File], text: str) -> None:
    assert format_message_text(message("", files=files)) == text
    assert format_message_text(message("look", files=files)) == "look"


def test_a_file_is_a_picture_by_its_type_or_without_one_by_its_name() -> None:
    files = [file("a.PNG"), file("a.png", "text/html"), file("a.bin", "image/webp"), file("a.svg"), file("a.tiff")]

    assert list_pictures(message(files=files)) == (files[0], files[2])


def test_only_a_channel_of_discords_has_a_number() -> None:
    assert parse_channel_id(format_channel("300")) == "300"
    assert [parse_channel_id(each) for each in ("console", "stage", "discord:", "")] == [None] * 4
