"""The last pictures that the performer made or kept, in memory only, by the digest of their content."""

import hashlib
from typing import Final

MOST_PICTURES: Final = 8
MOST_BYTES: Final = 16_000_000
"""The most bytes of all pictures together."""


class PictureStore:
    """A store of the newest pictures, which drops the oldest when it is full."""

    def __init__(self) -> None:
        self._pictures: dict[str, bytes] = {}

    def put(self, picture: bytes) -> str:
        """Add a picture, and return its digest: the first 16 hex digits of its SHA-256.

        A picture that is larger than the whole store is dropped at once.
        """
        digest = hashlib.sha256(picture).hexdigest()[:16]
        self._pictures.pop(digest, None)
        self._pictures[digest] = picture
        while len(self._pictures) > MOST_PICTURES or sum(map(len, self._pictures.values())) > MOST_BYTES:
            del self._pictures[next(iter(self._pictures))]
        return digest

    def find(self, digest: str) -> bytes | None:
        """Return a picture by its digest; None when it is not in the store, or no longer."""
        return self._pictures.get(digest)
