"""The picture store: found by its content, and never more than there is room for."""

import hashlib

from performer.core.images.store import MOST_BYTES, MOST_PICTURES, PictureStore


def test_a_picture_is_found_by_its_digest() -> None:
    store = PictureStore()

    digest = store.put(b"a picture")

    assert digest == hashlib.sha256(b"a picture").hexdigest()[:16]
    assert store.find(digest) == b"a picture"


def test_the_oldest_go() -> None:
    store = PictureStore()

    digests = [store.put(bytes([number])) for number in range(MOST_PICTURES + 1)]

    assert [store.find(digest) is None for digest in digests] == [True] + [False] * MOST_PICTURES


def test_large_ones_take_the_room_of_several() -> None:
    store = PictureStore()
    large = bytes(MOST_BYTES // 2)

    small, one, other = store.put(b"small"), store.put(large), store.put(b"2" + large[1:])

    assert store.find(small) is None
    assert store.find(one)
    assert store.find(other)


def test_one_that_has_no_room_is_not_kept() -> None:
    store = PictureStore()

    assert store.find(store.put(bytes(MOST_BYTES + 1))) is None
