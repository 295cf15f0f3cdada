"""What is added to an icon: on its head, on its face, in its hands."""

import pytest
from PIL import ImageOps

from performer.tools.pixel_art.atlas import Icon, Part, find_icon, load_parts, load_vocabulary
from performer.tools.pixel_art.canvas import ROOM, colour_icon, is_line
from performer.tools.pixel_art.drawing import draw_mood, dress, paint_over_eyes


def icon(name: str) -> Icon:
    found = find_icon(name)
    assert found is not None
    return found


@pytest.mark.parametrize("part", list(load_parts()))
@pytest.mark.parametrize("name", ["cat", "dragon face", "slime", "castle"])
def test_every_part_is_seen_on_everything_and_has_its_colour(name: str, part: str) -> None:
    plain = ImageOps.expand(colour_icon(icon(name), ()), ROOM)
    seen, dyed = plain.copy(), plain.copy()
    dress(seen, icon(name), load_parts()[part])
    dress(dyed, icon(name), load_parts()[part]._replace(hue="lime"))

    assert plain.tobytes() != seen.tobytes() != dyed.tobytes()


def test_a_hat_stands_above_the_head() -> None:
    canvas = ImageOps.expand(colour_icon(icon("cat face"), ()), ROOM)
    before = canvas.getbbox()
    dress(canvas, icon("cat face"), load_parts()["hat"])
    after = canvas.getbbox()
    assert before
    assert after

    assert after[1] < before[1] - 5
    assert after[3] == before[3]


def test_glasses_are_not_seen_from_behind() -> None:
    plain = ImageOps.expand(colour_icon(icon("cat face"), ()), ROOM)
    seen = plain.copy()
    dress(seen, icon("cat face"), load_parts()["glasses"], is_back=True)

    assert plain.tobytes() == seen.tobytes()


@pytest.mark.parametrize("look", list(load_vocabulary()["moods"]))
@pytest.mark.parametrize("name", ["cat face", "dog", "castle"])
def test_every_mood_is_seen(name: str, look: str) -> None:
    plain = ImageOps.expand(colour_icon(icon(name), ()), ROOM)
    seen = plain.copy()
    draw_mood(seen, icon(name), look)

    assert plain.tobytes() != seen.tobytes()


def test_without_eyes_there_is_nothing_dark_where_they_were() -> None:
    canvas = ImageOps.expand(colour_icon(icon("cat face"), ()), ROOM)
    paint_over_eyes(canvas, icon("cat face"))

    assert not [eye for eye in icon("cat face").eyes if is_line(canvas.getpixel((eye[0] + ROOM, eye[1] + ROOM)))]  # type: ignore[arg-type]


def test_two_things_stand_on_two_sides() -> None:
    plain = ImageOps.expand(colour_icon(icon("frog"), ()), ROOM)
    one, both = plain.copy(), plain.copy()
    dress(one, icon("frog"), Part("a guitar", "guitar", "right foot"))
    dress(both, icon("frog"), Part("a guitar", "guitar", "left foot"))

    assert len({each.tobytes() for each in (plain, one, both)}) == 3
