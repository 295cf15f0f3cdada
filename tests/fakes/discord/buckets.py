"""Rate limits: 5 sends in 5 s for each channel and as many edits, in practice; nobody documents the numbers."""

import hashlib
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from tests.fakes.discord.refusal import rate_limited

WINDOW_S = 5.0
_BUCKETS = {
    ("POST", "/channels/{channel}/messages"): ("send", 5),
    ("PATCH", "/channels/{channel}/messages/{message}"): ("edit", 5),
    ("DELETE", "/channels/{channel}/messages/{message}"): ("delete", 5),
    ("PUT", "/channels/{channel}/messages/{message}/reactions/{emoji}/@me"): ("react", 4),
    ("GET", "/guilds/{guild}/messages/search"): ("search", 10),
}
MOST_IN_A_SECOND = 50


@dataclass(eq=False)
class Bucket:
    """What is left of a window."""

    limit: int
    left: int
    ends_at: float


class Buckets:
    """Counts requests, when switched on."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.is_on = False
        self.window_s = WINDOW_S
        self._now = now
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._newest: deque[float] = deque()

    def take(self, method: str, route: str, major: str) -> dict[str, str]:
        """Count a request, and give the headers that tell what is left.

        Args:
            method: GET and so on.
            route: With names in the place of numbers.
            major: The number of the channel or server that the bucket belongs to.

        Raises:
            Refusal: with 429 when nothing was left.
        """
        if not self.is_on:
            return {}
        self._count_all()
        kind, limit = _BUCKETS.get((method, route), ("", 0))
        if not kind:
            return {}
        bucket = self._bucket(kind, limit, major)
        if bucket.left == 0:
            raise rate_limited(bucket.ends_at - self._now(), headers=self._headers(kind, bucket))
        bucket.left -= 1
        return self._headers(kind, bucket)

    def _count_all(self) -> None:
        now = self._now()
        while self._newest and self._newest[0] < now - 1.0:
            self._newest.popleft()
        if len(self._newest) >= MOST_IN_A_SECOND:
            raise rate_limited(self._newest[0] + 1.0 - now, scope="global")
        self._newest.append(now)

    def _bucket(self, kind: str, limit: int, major: str) -> Bucket:
        bucket = self._buckets.get((kind, major))
        if bucket is None or bucket.ends_at <= self._now():
            bucket = Bucket(limit, limit, self._now() + self.window_s)
            self._buckets[kind, major] = bucket
        return bucket

    def _headers(self, kind: str, bucket: Bucket) -> dict[str, str]:
        after = max(0.0, bucket.ends_at - self._now())
        return {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Remaining": str(bucket.left),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(kind.encode()).hexdigest()[:32],
        }
