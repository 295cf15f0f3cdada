"""Pictures that tools made, put on stage after a process apart has unpacked them, and kept in memory to be served."""

import hashlib
import logging
import struct
from collections.abc import Callable
from typing import Final

from performer.core.events.turns import PictureKept
from performer.core.images.formats import UnfitPicture, detect_kind
from performer.core.images.sandbox.sandbox import ImageSandbox
from performer.core.images.sandbox.wire import SandboxResult
from performer.core.own_text import own
from performer.core.redact.redact import redact
from performer.guard.runtime import Runtime
from performer.guard.verdict import Dropped
from performer.stage.library.convert import MOST_FRAMES, convert_tool_picture
from performer.stage.library.strips import LARGEST_SIDE, LARGEST_STILL
from performer.stage.protocol.elements import Card
from performer.stage.state import Stage
from performer.tools.hooks.shown import As
from performer.tools.result import PicturePart
from performer.tools.tool import ToolCall

MOST_PICTURES: Final = 16
MOST_BYTES: Final = 40_000_000
"""The most bytes of all pictures together."""


class RecentPictures:
    """The newest pictures of tools, by their content; the oldest goes when there is no room."""

    def __init__(self) -> None:
        self._pictures: dict[str, bytes] = {}

    def keep(self, png: bytes) -> str:
        """Keep a picture and return its path on the stage server."""
        name = hashlib.sha256(png).hexdigest()[:32]
        self._pictures.pop(name, None)
        self._pictures[name] = png
        while len(self._pictures) > MOST_PICTURES or sum(map(len, self._pictures.values())) > MOST_BYTES:
            del self._pictures[next(iter(self._pictures))]
        return f"/exhibits/{name}.png"

    def find(self, name: str) -> bytes | None:
        """Return a picture by the name in its path; None when it is not here, or no longer."""
        return self._pictures.get(name)


_log = logging.getLogger(__name__)

_MOST_ALT: Final = 120
"""The most characters of a description."""
_MOST_BYTES: Final = 10_000_000
"""The most bytes of each resulting file; a row of 32 frames full of noise stays below it."""
_PNG_HEAD: Final = struct.Struct(">12x4sII")
_LONGEST_FRAME_MS: Final = 60_000
_SEVERAL: Final = {"PNG", "GIF", "WEBP"}


class ToolPictures:
    """Shows pictures on stage for as long as `shown_s` returns, in seconds, and in the chat where the turn is answered.

    `keep` stores the file for the chats and returns its digest.
    """

    def __init__(
        self,
        runtime: Runtime,
        stage: Stage,
        pictures: RecentPictures,
        shown_s: Callable[[], float],
        keep: Callable[[bytes], str],
    ) -> None:
        self._runtime = runtime
        self._stage = stage
        self._recent_pictures = pictures
        self._shown_s = shown_s
        self._keep = keep
        self._sandbox = ImageSandbox(runtime.clock, convert_tool_picture)

    async def show(self, picture: PicturePart, as_: As, call: ToolCall) -> str:
        """Put a picture on the stage; return to the model for how long, or why it is not there."""
        verdict = self._runtime.guard.check(redact(picture.alt), limit=_MOST_ALT, where="overlay")
        if isinstance(verdict, Dropped):
            return "The picture is not shown: what is said to be on it cannot go on stage."
        try:
            made = check_result(await self._sandbox.prints(picture.content, ""))
        except UnfitPicture as why:
            _log.info("A picture of the tool '%s' is not shown: %s.", call.name, why)
            return f"The picture is not shown: {why}."
        shown, kept = made.files
        self._put(shown, made.frames_ms, verdict.text, as_)
        self._runtime.stream.publish(
            PictureKept(turn=call.turn, digest=self._keep(kept), caption=verdict.text, channel=call.channel)
        )
        return f"The picture is on the stage for {self._shown_s():g} s."

    def _put(self, png: bytes, frames_ms: tuple[int, ...], alt: str, as_: As) -> None:
        src = self._recent_pictures.keep(png)
        if as_ != "card":
            self._stage.show_emote(alt, (src, src), "large", self._shown_s(), frames_ms)
            return
        life, side = self._stage.plan_life("card", self._shown_s()), self._stage.card_side
        self._stage.show(Card(**life, alt=alt, state="done", src=src, src2x=src, side=side, frames_ms=frames_ms))


def check_result(result: SandboxResult) -> SandboxResult:
    """Return the two files of the sandbox after checks: a malicious picture may have taken over the process.

    Raises:
        UnfitPicture: for anything else than the two files that were asked for.
    """
    if not _is_as_asked(result):
        raise UnfitPicture(own("what came of unpacking it is no small picture"))
    return result


def _is_as_asked(result: SandboxResult) -> bool:
    if len(result.files) != 2 or max(map(len, result.files)) > _MOST_BYTES:
        return False
    (shown, kept), count = result.files, len(result.frames_ms)
    wide, high = _read_size(shown)
    if not (wide and high) or detect_kind(kept) not in _SEVERAL:
        return False
    if not count:
        return max(wide, high) <= LARGEST_STILL
    is_row = 1 < count <= MOST_FRAMES and all(0 < each <= _LONGEST_FRAME_MS for each in result.frames_ms)
    return is_row and wide == count * high and high <= LARGEST_SIDE


def _read_size(png: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG; zeros for anything else."""
    if detect_kind(png) != "PNG" or len(png) < _PNG_HEAD.size:
        return 0, 0
    chunk, wide, high = _PNG_HEAD.unpack_from(png)
    return (wide, high) if chunk == b"IHDR" else (0, 0)
