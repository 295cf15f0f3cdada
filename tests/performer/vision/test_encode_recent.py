"""Recent pictures: how many, how long, how large, and none that nobody may see."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from performer.vision.encode import KEPT_S, RecentFrames
from performer.vision.frame import Frame, FullSizePicture


def frame(at_s: float, size: int = 10) -> Frame:
    full = FullSizePicture(picture=Image.new("RGB", (2, 2)), bgr=False)
    return Frame(source="t", at_s=at_s, size=(2, 2), jpeg=bytes(size), luma=b"", digest=str(at_s), full=full)


def test_the_picture_nearest_to_an_instant_is_found_without_its_full_size() -> None:
    recent = RecentFrames()
    for half in range(20):
        recent.see(frame(half / 2))

    found = recent.find_near(4.4)

    assert found is not None
    assert (found.at_s, found.full) == (4.0, None)


def test_a_picture_that_is_not_taken_in_lets_the_oldest_go_all_the_same() -> None:
    recent = RecentFrames()
    for at_s in (1.0, 31.0, 31.5):
        recent.see(frame(at_s))

    oldest = recent.find_near(0)

    assert oldest is not None
    assert oldest.at_s == 31.0


@given(st.lists(st.tuples(st.floats(0.1, 20), st.integers(0, 60)), max_size=60))
def test_neither_age_nor_bytes_grow_beyond_their_limits(steps: list[tuple[float, int]]) -> None:
    recent = RecentFrames()
    recent.most_bytes = 100
    now_s = 0.0
    for after_s, size in steps:
        now_s += after_s
        recent.see(frame(now_s, size))

        kept = list(recent._frames)
        assert sum(len(each.jpeg) for each in kept) <= 100
        assert all(now_s - each.at_s <= KEPT_S for each in kept)
        assert all(later.at_s - earlier.at_s >= 0.9 for earlier, later in pairwise(kept))


def test_a_picture_that_was_hidden_is_dropped_and_all_can_be_forgotten() -> None:
    recent = RecentFrames()
    recent.see(frame(1))
    recent.see(frame(2))
    recent.drop(frame(2))
    left = recent.find_near(2)
    recent.forget()

    assert left is not None
    assert (left.at_s, recent.find_near(2)) == (1, None)
