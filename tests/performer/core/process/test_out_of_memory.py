"""A lack of memory is known in whatever clothes it comes, and is one sentence."""

import errno
import zlib

import pytest

from performer.core.process.out_of_memory import is_out_of_memory
from performer.core.process.supervisor import OutOfMemoryError


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        RuntimeError("can't start new thread"),
        ImportError("libQt6Core.so.6: failed to map segment from shared object"),
        zlib.error("Error -4 while decompressing data: out of memory"),
        SystemError("error return without exception set"),
        OutOfMemoryError(),
        ExceptionGroup("two", [ValueError(), ExceptionGroup("one", [MemoryError()])]),
    ],
)
def test_a_lack_of_memory_is_known(error: Exception) -> None:
    assert is_out_of_memory(error)


def test_a_lack_of_memory_is_known_behind_what_it_broke() -> None:
    broken = RuntimeError("Attempted to exit a cancel scope that isn't the current one")
    broken.__context__ = MemoryError()

    assert is_out_of_memory(ExceptionGroup("one", [broken]))


@pytest.mark.parametrize("error", [ValueError(), OSError(errno.ENOENT, "no"), RuntimeError("no"), ImportError("no")])
def test_any_other_error_is_not_one(error: Exception) -> None:
    assert not is_out_of_memory(error)
    assert not is_out_of_memory(ExceptionGroup("one", [error]))
