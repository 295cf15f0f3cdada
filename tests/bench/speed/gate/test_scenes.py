"""Moving pictures with known events."""

import pytest

from bench.speed.gate.scenes import KINDS, SceneKind, make_scene
from performer.vision.changes.motion import measure_difference
from performer.vision.frame import LUMA_SIZE, Frame


def looks(kind: SceneKind, seed: int = 1, seconds: float = 3.0) -> list[Frame]:
    return list(make_scene(kind, seed, seconds).frames(2.0))


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_gives_the_same_scene_each_time(kind: SceneKind) -> None:
    assert [look.digest for look in looks(kind)] == [look.digest for look in looks(kind)]
    assert make_scene(kind, 1, 60.0).events_s == make_scene(kind, 1, 60.0).events_s


@pytest.mark.parametrize("kind", KINDS)
def test_another_seed_gives_another_scene(kind: SceneKind) -> None:
    one, other = (make_scene(kind, seed, 60.0) for seed in (1, 2))

    assert one.paint(20.0).tobytes() != other.paint(20.0).tobytes()


def test_only_the_still_picture_stands_still() -> None:
    changing = {kind for kind in KINDS if len({look.digest for look in looks(kind)}) > 1}

    assert changing == set(KINDS) - {"still"}


def test_menu_and_still_picture_have_no_events_and_every_other_kind_has() -> None:
    eventful = {kind for kind in KINDS if make_scene(kind, 1, 120.0).events_s}

    assert eventful == set(KINDS) - {"menu", "still"}


def test_an_event_is_on_the_picture_from_its_instant_on() -> None:
    scene = make_scene("chat", 1, 60.0)
    event_s = scene.events_s[0]
    before, after = (scene.paint(event_s + by).convert("L").resize(LUMA_SIZE).tobytes() for by in (-0.01, 0.01))

    assert measure_difference(before, after) > 10
