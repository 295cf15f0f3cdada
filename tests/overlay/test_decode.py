import io

import pytest
from PIL import Image
from PySide6.QtGui import QColor, QImage

from overlay.decode import DecodeJob, PictureRequest, _make_frames, decode_png, enlarge_image, fit_image


def png(size: tuple[int, int], colour: str = "red") -> bytes:
    written = io.BytesIO()
    Image.new("RGBA", size, colour).save(written, "PNG")
    return written.getvalue()


def opaque(width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor("red"))
    return image


def test_a_png_is_decoded_and_anything_else_is_refused_with_the_reason() -> None:
    decoded = decode_png(png((3, 2)))

    assert isinstance(decoded, QImage)
    assert (decoded.width(), decoded.height()) == (3, 2)
    assert decode_png(b"GIF89a") == "it is no PNG"
    assert str(decode_png(png((3, 2))[:60])).startswith("it is damaged")


def test_a_row_is_cut_into_square_frames() -> None:
    frames = _make_frames(DecodeJob(PictureRequest("/a", 8, 8, frames=3), png((12, 4))))

    assert [(each.width(), each.height()) for each in frames if isinstance(each, QImage)] == [(8, 8)] * 3
    odd = _make_frames(DecodeJob(PictureRequest("/a", 8, 8, frames=2), png((12, 4))))
    assert odd == "it is no row of 2 square frames"


@pytest.mark.parametrize(("side", "drawn"), [(9, range(9)), (8, range(1, 7)), (2, range(2))])
def test_a_small_picture_is_enlarged_by_a_whole_number_in_the_middle(side: int, drawn: range) -> None:
    image = enlarge_image(opaque(3, 3), side)

    assert image.width() == image.height() == side
    assert [at for at in range(side) if image.pixelColor(at, side // 2).alpha() == 255] == list(drawn)


def test_a_picture_keeps_its_shape_when_it_is_fitted() -> None:
    image = fit_image(opaque(40, 20), 10, 10)

    alphas = [image.pixelColor(5, at).alpha() for at in range(10)]
    assert (alphas[0], alphas[5], alphas[9]) == (0, 255, 0)
