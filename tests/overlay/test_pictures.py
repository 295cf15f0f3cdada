import io

from PIL import Image

from tests.overlay.offscreen import run_offscreen

FETCHED = """
import logging
logging.disable()
from PySide6.QtCore import QTimer
from overlay.client.files import FetchResult
asked = []
pictures._files.fetch = asked.append
wanted = PictureRequest("/a.png", 8, 8)
told = [pictures.find(wanted), pictures.find(wanted), list(asked)]
pictures._keep_file(FetchResult(src="/a.png", outcome=OUTCOME))
told.append(pictures.find(wanted) is None)
pictures.arrived.connect(lambda src: app.quit())
QTimer.singleShot(5000, app.quit)
if not pictures.is_useless("/a.png"):
    app.exec()
told.append([each.width() for each in pictures.find(wanted) or ()])
told.append(pictures.is_useless("/a.png"))
pictures.find(PictureRequest("http://elsewhere/a.png", 8, 8))
told.append(pictures.is_useless("http://elsewhere/a.png"))
pictures.forget()
told.append([pictures.find(wanted), asked[1:]])
"""


def png() -> bytes:
    written = io.BytesIO()
    Image.new("RGBA", (4, 4), "red").save(written, "PNG")
    return written.getvalue()


def test_a_picture_is_fetched_once_made_and_kept_until_it_is_forgotten() -> None:
    told = run_offscreen(FETCHED.replace("OUTCOME", repr(png())))

    assert told == [None, None, ["/a.png"], True, [8], False, True, [None, ["/a.png"]]]


def test_a_picture_that_cannot_be_had_is_not_asked_for_again() -> None:
    code = FETCHED.replace("OUTCOME", "'the stage answered 404'") + "\ntold = [told[4:6]]"

    assert run_offscreen(code) == [[[], True]]
