"""The sandbox process: pictures in, results out.

It is started as `python -m performer.core.images.sandbox.worker JOB MOST_MEMORY WITHIN_S`.

It does one job on one picture after the other and ends when its input does. Where the system can limit it, it may take
so much memory and no more, and once it has begun it can open no file and no connection; it knows nothing of ours.
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
from performer.core.images.sandbox.results import Job
from performer.core.images.sandbox.wire import BrokenWire, read_request, send_refusal, send_result, tell_ready

# Loaded beforehand: once the limits hold there are no files to load them from.


TOOK_TOO_LONG: Final = 1
"""The code with which the watch over a picture ends the process."""
_BROKE: Final = 3
_NICE: Final = 10
"""The game goes first."""


def main(words: Sequence[str]) -> None:
    """Do the job until there are no more pictures."""
    name, most_memory, within_s = words
    sys.excepthook = lambda *_: os._exit(_BROKE)
    pictures, prints = _pipes()
    job = _find_job(name)
    _limit_pillow()
    _limit(int(most_memory))
    with suppress(BrokenWire, BrokenPipeError):
        tell_ready(prints)
        while True:
            data, how = read_request(pictures)
            faulthandler.dump_traceback_later(float(within_s), exit=True)  # it ends even a decoder that never returns
            _do(job, data, how, prints)
            faulthandler.cancel_dump_traceback_later()


def _do(job: Job, data: bytes, how: str, prints: IO[bytes]) -> None:
    try:
        done = job(data, how)
    except UnfitPicture as unfit:
        send_refusal(prints, str(unfit))
    except MemoryError:
        send_refusal(prints, "unpacking it takes more memory than a picture may have: make it smaller")
    else:
        send_result(prints, done)


def _pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Take the output for prints alone: what anybody else writes to it goes where the errors go."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return sys.stdin.buffer, output


def _find_job(name: str) -> Job:
    module, _, function = name.partition(":")
    return cast("Job", getattr(import_module(module), function))


def _limit_pillow() -> None:
    """Have Pillow itself refuse what is far larger than our own limit, wherever it finds a size."""
    Image.preinit()
    Image.MAX_IMAGE_PIXELS = 2 * MOST_PIXELS  # up to there it is ours to refuse, by width and height
    warnings.simplefilter("error", Image.DecompressionBombWarning)


def _limit(most_memory: int) -> None:
    """Give up what it does not need, as far as the system lets it; for good."""
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
