"""Lines out of a stream of bytes, each and all of bounded size."""

from performer.errors import ServiceError

LINE_BYTES = 256 * 1024
RESPONSE_BYTES = 1024 * 1024


class LineSplitter:
    """Cuts pieces of any size into lines, holding at most one unfinished line; empty ones are left out if not kept."""

    def __init__(
        self,
        who: str,
        *,
        line_bytes: int = LINE_BYTES,
        response_bytes: int = RESPONSE_BYTES,
        keep_empty: bool = False,
    ) -> None:
        self._who = who
        self._keep_empty = keep_empty
        self._line_bytes = line_bytes
        self._response_bytes = response_bytes
        self._taken = 0
        self._rest = bytearray()

    def feed(self, piece: bytes) -> list[bytes]:
        """Take the next bytes and give the lines they complete, without their ends.

        Raises:
            ServiceError: when a line or the whole response is longer than allowed.
        """
        self._taken += len(piece)
        if self._taken > self._response_bytes:
            raise ServiceError(f"{self._who} answered with more than {self._response_bytes // 1024} KB.")
        *whole, rest = piece.split(b"\n")
        if whole:
            whole[0] = bytes(self._rest) + whole[0]
            self._rest.clear()
        self._rest += rest
        if len(self._rest) > self._line_bytes or any(len(line) > self._line_bytes for line in whole):
            raise ServiceError(f"{self._who} sent a line of more than {self._line_bytes // 1024} KB.")
        return [line for line in whole if self._keep_empty or line.strip()]

    def finish(self) -> list[bytes]:
        """Give the last line if it had no end."""
        last = bytes(self._rest)
        self._rest.clear()
        return [last] if last.strip() else []
