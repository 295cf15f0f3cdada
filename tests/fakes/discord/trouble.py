"""What can go wrong with a request, as a test orders it."""

from dataclasses import dataclass, field

import anyio

from tests.fakes.discord.refusal import Refusal, Scope, rate_limited

_MEANT = {
    10003: "Unknown Channel",
    10008: "Unknown Message",
    30046: "Maximum number of edits to messages older than 1 hour reached. Try again later.",
    50001: "Missing Access",
    50005: "Cannot edit a message authored by another user",
    50013: "Missing Permissions",
    50035: "Invalid Form Body",
}
_SAID = {
    400: "400: Bad Request",
    401: "401: Unauthorized",
    403: "Missing Permissions",
    404: "404: Not Found",
    500: "500: Internal Server Error",
    502: "502: Bad Gateway",
    503: "503: Service Unavailable",
    520: "520: Web Server Returned an Unknown Error",
}


@dataclass(kw_only=True, eq=False)
class Trouble:
    """How the next requests of a kind go wrong."""

    method: str
    """GET and so on; empty: any."""
    path: str
    """A part of the path; empty: any."""
    times: int = 1
    """How often."""
    status: int = 0
    """What is answered; 0 answers as usual."""
    code: int = 0
    """Discord's own number."""
    message: str = ""
    retry_after: float = 0.0
    """Of 429, and of 500 and above in the header alone: how many seconds to wait."""
    scope: Scope = "user"
    """Of 429: whose limit it is."""
    is_cloudflare: bool = False
    """Of 429: whether it comes from before Discord: no Via header, and a web page for a body."""
    is_done: bool = False
    """Whether what was asked for is done all the same."""
    holds: bool = False
    """Whether it waits for `released` first."""
    hangs_up: bool = False
    """Whether the connection breaks instead of an answer."""
    released: anyio.Event = field(default_factory=anyio.Event)
    came: int = 0
    """How many requests it has hit."""

    def release(self) -> None:
        """Let what waits go on, and hit nothing any more."""
        self.times = 0
        self.released.set()

    def refusal(self) -> Refusal:
        """Say no in the words of its status."""
        if self.status == 429 and self.is_cloudflare:
            page = "<html><title>Access denied | discord.com used Cloudflare to restrict access</title></html>"
            return Refusal(429, 0, "", more={"_text": page})
        said = self.message or _MEANT.get(self.code, "")
        if self.status == 429:
            return rate_limited(self.retry_after, scope=self.scope, code=self.code, message=said)
        headers = {"Retry-After": f"{self.retry_after:g}"} if self.retry_after else {}
        return Refusal(self.status, self.code, said or _SAID.get(self.status, "Error"), headers=headers)


class Troubles:
    """Those that are ordered, the oldest first."""

    def __init__(self) -> None:
        self._ordered: list[Trouble] = []

    def order(self, trouble: Trouble) -> Trouble:
        self._ordered.append(trouble)
        return trouble

    def for_a(self, method: str, path: str) -> Trouble | None:
        """Take the first that fits a request."""
        for trouble in self._ordered:
            if trouble.times > 0 and trouble.method in {"", method} and trouble.path in path:
                trouble.times -= 1
                trouble.came += 1
                return trouble
        return None
