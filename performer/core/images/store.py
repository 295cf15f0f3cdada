"""The picture shelf: the pictures that the performer made or kept last, in memory alone, by what is in them."""

import hashlib
from typing import Final

MOST_PICTURES: Final = 8
MOST_BYTES: Final = 16_000_000
"""Of all together."""


class PictureStore:
    """Keeps the newest pictures; the oldest go where there is no room."""

    def __init__(self) -> None:
        self._pictures: dict[str, bytes] = {}

    def put(self, picture: bytes) -> str:
        """Keep a picture, and give its digest: the first 16 hex digits of its SHA-256.

        One that alone has no room is not kept.
        """
        digest = hashlib.sha256(picture).hexdigest()[:16]
        self._pictures.pop(digest, None)
        self._pictures[digest] = picture
        while len(self._pictures) > MOST_PICTURES or sum(map(len, self._pictures.values())) > MOST_BYTES:
            del self._pictures[next(iter(self._pictures))]
        return digest

    def find(self, digest: str) -> bytes | None:
        """Give a picture by its digest; None when it is not here, or no longer."""
        return self._pictures.get(digest)
