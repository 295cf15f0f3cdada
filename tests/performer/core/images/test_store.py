"""The picture shelf: found by what is in it, and never more than there is room for."""

import hashlib

from performer.core.images.store import MOST_BYTES, MOST_PICTURES, PictureStore


def test_a_picture_is_found_by_its_digest() -> None:
    shelf = PictureStore()

    digest = shelf.put(b"a picture")

    assert digest == hashlib.sha256(b"a picture").hexdigest()[:16]
    assert shelf.find(digest) == b"a picture"


def test_the_oldest_go() -> None:
    shelf = PictureStore()

    digests = [shelf.put(bytes([number])) for number in range(MOST_PICTURES + 1)]

    assert [shelf.find(digest) is None for digest in digests] == [True] + [False] * MOST_PICTURES


def test_large_ones_take_the_room_of_several() -> None:
    shelf = PictureStore()
    large = bytes(MOST_BYTES // 2)

    small, one, other = shelf.put(b"small"), shelf.put(large), shelf.put(b"2" + large[1:])

    assert shelf.find(small) is None
    assert shelf.find(one)
    assert shelf.find(other)


def test_one_that_has_no_room_is_not_kept() -> None:
    shelf = PictureStore()

    assert shelf.find(shelf.put(bytes(MOST_BYTES + 1))) is None
