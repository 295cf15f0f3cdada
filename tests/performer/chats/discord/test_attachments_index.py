"""The shelf of attachments: known by three numbers together, the newest ones only."""

from performer.chats.discord.attachments import Attachment, AttachmentIndex


def attachment(number: int, *, message: int = 2, channel: int = 1) -> Attachment:
    return Attachment(id=number, message_id=message, channel_id=channel, url="https://secret.test/?hm=secret", size=9)


def test_one_is_found_by_all_three_numbers_alone() -> None:
    shelf = AttachmentIndex()
    shelf.put(attachment(3))

    assert shelf.find(1, 2, 3) == attachment(3)
    assert [shelf.find(*numbers) for numbers in ((1, 2, 4), (1, 9, 3), (9, 2, 3), (3, 2, 1))] == [None] * 4


def test_the_oldest_one_makes_room() -> None:
    shelf = AttachmentIndex(most=2)
    for number in (1, 2, 1, 3):
        shelf.put(attachment(number))

    assert [shelf.find(1, 2, number) is not None for number in (1, 2, 3)] == [True, False, True]


def test_its_address_is_not_shown() -> None:
    assert "secret" not in repr(attachment(1))
