"""The sandbox process, started as `python -m performer.core.images.sandbox.worker JOB MOST_MEMORY WITHIN_S`.

The process runs one job on one picture after the other, and ends when its input does. Where the system can limit it,
its memory is bounded, and once it has begun it can open no file and no connection.
"""

import faulthandler
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import IO, Final, cast

from PIL import (  # noqa: F401
    GifImagePlugin,
    Image,
    JpegImagePlugin,
    MpoImagePlugin,
    PngImagePlugin,
    TiffImagePlugin,
    WebPImagePlugin,
)

from performer.core.images.formats import MOST_PIXELS, UnfitPicture
from performer.core.images.sandbox.wire import BrokenWire, Job, read_request, send_ready, send_refusal, send_result

# Pillow's plugins are imported beforehand: once the limits hold, no file can be opened to load them.

TOOK_TOO_LONG: Final = 1
"""The exit code when a picture took too long."""
_BROKE: Final = 3
_NICE: Final = 10
"""The niceness: the game goes first."""


def main(words: Sequence[str]) -> None:
    """Run the job until no more pictures come."""
    name, most_memory, within_s = words
    sys.excepthook = lambda *_: os._exit(_BROKE)
    pictures, results = _open_pipes()
    module, _, function = name.partition(":")
    job = cast("Job", getattr(import_module(module), function))
    _limit_pillow()
    _limit_process(int(most_memory))
    with suppress(BrokenWire, BrokenPipeError):
        send_ready(results)
        while True:
            data, how = read_request(pictures)
            faulthandler.dump_traceback_later(float(within_s), exit=True)  # it ends even a decoder that never returns
            _run_job(job, data, how, results)
            faulthandler.cancel_dump_traceback_later()


def _run_job(job: Job, data: bytes, how: str, results: IO[bytes]) -> None:
    try:
        done = job(data, how)
    except UnfitPicture as unfit:
        send_refusal(results, str(unfit))
    except MemoryError:
        send_refusal(results, "unpacking it takes more memory than a picture may have: make it smaller")
    else:
        send_result(results, done)


def _open_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Return the input and the output, and redirect standard output to standard error: only results go out."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return sys.stdin.buffer, output


def _limit_pillow() -> None:
    """Make Pillow itself refuse what is far larger than our own limit, wherever it finds a size."""
    Image.preinit()
    Image.MAX_IMAGE_PIXELS = 2 * MOST_PIXELS  # up to there our own check refuses, by width and height
    warnings.simplefilter("error", Image.DecompressionBombWarning)


def _limit_process(most_memory: int) -> None:
    """Limit memory and files of this process for good, as far as the system can; on Windows its job has a limit."""
    if sys.platform == "win32":
        return
    import resource

    with suppress(OSError):
        os.nice(_NICE)
    for what, most in (
        (resource.RLIMIT_AS, most_memory),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 0),
    ):
        with suppress(OSError, ValueError):  # macOS knows no limit of memory
            resource.setrlimit(what, (most, most))


if __name__ == "__main__":
    main(sys.argv[1:])
