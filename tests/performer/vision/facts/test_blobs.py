"""Blobs: patches of a vivid colour, whole, apart from one another, and neither too small nor too large."""

from PIL import Image, ImageDraw

from performer.vision.facts.blobs import Blob, find_blobs


def found(*boxes: tuple[tuple[int, int, int, int], str], most_share: float = 1.0) -> list[Blob]:
    picture = Image.new("RGB", (100, 60), "#505860")
    for box, colour in boxes:
        ImageDraw.Draw(picture).rectangle(box, fill=colour)
    return sorted(find_blobs(picture, vivid=80, least=20, most_share=most_share), key=lambda blob: blob.left)


def test_a_patch_has_its_colour_place_and_area() -> None:
    (blob,) = found(((10, 5, 29, 14), "#ff3030"))

    assert (blob.colour, blob.left, blob.top, blob.right, blob.bottom) == ("red", 10, 5, 30, 15)
    assert (blob.width, blob.height, blob.x, blob.y, blob.area, blob.density) == (20, 10, 20, 10, 200, 1.0)
    assert blob.runs[0] == (5, 10, 30)


def test_patches_of_two_colours_that_touch_are_two() -> None:
    assert [blob.colour for blob in found(((10, 5, 19, 14), "#ff3030"), ((20, 5, 29, 14), "#30d050"))] == [
        "red",
        "green",
    ]


def test_a_patch_that_meets_itself_further_down_is_one() -> None:
    legs_and_bar = [((10, 5, 14, 30), "#ff3030"), ((30, 5, 34, 30), "#ff3030"), ((10, 28, 34, 30), "#ff3030")]

    (blob,) = found(*legs_and_bar)

    assert (blob.width, blob.height) == (25, 26)
    assert blob.density < 0.6


def test_crumbs_greys_and_backgrounds_are_left_out() -> None:
    assert not found(((10, 5, 12, 7), "#ff3030"))
    assert not found(((10, 5, 29, 14), "#909098"))
    assert not found(((0, 0, 99, 30), "#ff3030"), most_share=0.2)


def test_a_patch_moves_down_with_all_its_rows() -> None:
    (blob,) = found(((10, 5, 29, 14), "#ff3030"))

    moved = blob.move_down(40)

    assert (moved.top, moved.bottom, moved.left, moved.area) == (45, 55, 10, 200)
    assert moved.runs[0] == (45, 10, 30)
