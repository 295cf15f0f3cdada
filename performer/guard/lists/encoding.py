"""Text that stands in the repository so that nobody comes across it: compressed, and in letters for git's sake."""

import base64
import textwrap
import zlib
from typing import Final

_COLUMNS: Final = 120


def encoded(text: str) -> str:
    """Encode a text, in lines of 120 letters."""
    packed = zlib.compress(text.encode(), level=9)
    return textwrap.fill(base64.b64encode(packed).decode(), _COLUMNS) + "\n"


def decoded(letters: str) -> str:
    """Give the text back.

    Raises:
        ValueError: when the letters are no such text.
    """
    try:
        return zlib.decompress(base64.b64decode(letters)).decode()
    except zlib.error as error:
        raise ValueError(f"It is not packed as a list is: {error}.") from None
