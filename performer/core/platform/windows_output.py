"""Windows: output that nobody reads any longer is told as it is elsewhere, and not as an argument that is wrong."""

import errno
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import Any


class _Output(FileIO):
    """A file or a pipe that raises BrokenPipeError for what Python raises there."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            if error.errno == errno.EINVAL:  # WORKAROUND https://github.com/python/cpython/issues/79935
                raise BrokenPipeError(errno.EPIPE, "nobody reads it any longer") from None
            raise


def make_output(output: TextIOWrapper) -> TextIOWrapper:
    """Return standard output so that writing raises BrokenPipeError once nobody reads it; a console as it is."""
    if not isinstance(getattr(output.buffer, "raw", None), FileIO):
        return output
    output.flush()
    plain = BufferedWriter(_Output(output.fileno(), "wb", closefd=False))
    return TextIOWrapper(plain, encoding=output.encoding, errors=output.errors, line_buffering=output.line_buffering)
