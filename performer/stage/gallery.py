"""The gallery: pictures of tools that are on stage, or were just now; in memory alone, served by what is in them."""

import hashlib
from typing import Final

MOST_PICTURES: Final = 16
MOST_BYTES: Final = 40_000_000
"""Of all together."""


class Gallery:
    """Keeps the newest pictures; the oldest goes where there is no room."""

    def __init__(self) -> None:
        self._pictures: dict[str, bytes] = {}

    def hang(self, png: bytes) -> str:
        """Keep a picture, and give its path on the stage server."""
        name = hashlib.sha256(png).hexdigest()[:32]
        self._pictures.pop(name, None)
        self._pictures[name] = png
        while len(self._pictures) > MOST_PICTURES or sum(map(len, self._pictures.values())) > MOST_BYTES:
            del self._pictures[next(iter(self._pictures))]
        return f"/exhibits/{name}.png"

    def find(self, name: str) -> bytes | None:
        """Give a picture by the name in its path; None when it is not here, or no longer."""
        return self._pictures.get(name)
