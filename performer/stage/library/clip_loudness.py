"""The loudness of each sound of the library: measured once, and kept by the version of its content.

The built-in sounds' measures are shipped with them. A sound that is no plain WAV is decoded by the sound player's own
decoder, in a process apart.
"""

import io
import json
import logging
import sys
import wave
from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Final

import anyio

from performer.core.files.atomic import write_atomically
from performer.core.files.home import CHECKOUT
from performer.core.loudness import Loudness, measure_loudness
from performer.core.process.child import kill_process, make_utf8_environment, open_piped
from performer.core.process.thread import WorkerThread
from performer.stage.library.folder import LibraryItem

SHIPPED: Final = "loudness.json"
"""Lies beside the built-in sounds."""
_DECODER: Final = (sys.executable, "-m", "sfx.decoder")
_DECODED_WITHIN_S: Final = 20.0
_MEASURED_S: Final = 20
"""The beginning of a longer sound speaks for all of it."""
_SAMPLE_BYTES: Final = 2

_log = logging.getLogger(__name__)


class ClipLoudness:
    """The measures of sounds, those shipped and those that the file `kept` holds."""

    def __init__(self, shipped: Path, kept: Path | None = None) -> None:
        self._kept = kept
        self._shipped = read_measures(shipped)
        self._known = read_measures(kept) if kept else {}
        self._unfit: set[str] = set()

    def find(self, item: LibraryItem) -> Loudness | None:
        """Return how loud a sound is; None as long as it was not measured, or when it cannot be."""
        return self._shipped.get(item.version) or self._known.get(item.version)

    async def measure(self, items: Collection[LibraryItem], thread: WorkerThread) -> None:
        """Measure the sounds that are not known yet, in a thread, and keep the measures of all that are still there."""
        missing = [each for each in items if self.find(each) is None and each.version not in self._unfit]
        for item in missing:
            found = await self._measure_file(item.path, thread)
            if found is None:
                self._unfit.add(item.version)
                _log.info("The loudness of '%s' cannot be measured: it is played as it is.", item.path.name)
            else:
                self._known[item.version] = found
        if missing and self._kept is not None:
            there = {each.version for each in items}
            self._known = {version: found for version, found in self._known.items() if version in there}
            await thread.run(partial(write_measures, self._kept, self._known))

    async def _measure_file(self, path: Path, thread: WorkerThread) -> Loudness | None:
        try:
            data = await thread.run(path.read_bytes)
        except OSError:
            return None  # it has just been removed
        found = await thread.run(partial(_measure_wave, data))
        return found or await thread.run(partial(_measure_wave, await _decode_apart(data)))


def read_measures(file: Path) -> dict[str, Loudness]:
    """Read measures by the version of their sounds; none from a file that is not there or damaged."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        return {str(version): Loudness(lufs=float(lufs), peak=float(peak)) for version, (lufs, peak) in kept.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def write_measures(file: Path, known: Mapping[str, Loudness]) -> None:
    """Write measures to a file; where it cannot be written, they are made again at the next start."""
    lines = (f'"{version}": [{each.lufs:.2f}, {each.peak:.4f}]' for version, each in sorted(known.items()))
    try:
        write_atomically(file, ("{\n" + ",\n".join(lines) + "\n}\n").encode())
    except OSError as error:
        _log.info("The loudness of the sounds cannot be kept in %s: %s.", file, error.strerror or error)


def _measure_wave(data: bytes) -> Loudness | None:
    """Measure a plain 16-bit WAV; None for anything else."""
    try:
        with wave.open(io.BytesIO(data)) as opened:
            rate, channels = opened.getframerate(), opened.getnchannels()
            pcm = opened.readframes(rate * _MEASURED_S) if opened.getsampwidth() == _SAMPLE_BYTES else b""
    except (wave.Error, EOFError, ValueError):
        return None
    whole = len(pcm) // (_SAMPLE_BYTES * channels) * _SAMPLE_BYTES * channels
    return measure_loudness(pcm[:whole], rate, channels) if whole else None


async def _decode_apart(data: bytes) -> bytes:
    """Return a sound as WAV; nothing when it cannot be decoded."""
    process = await open_piped(_DECODER, make_utf8_environment(), CHECKOUT)
    assert process.stdin is not None
    assert process.stdout is not None
    decoded = bytearray()
    try:
        with anyio.move_on_after(_DECODED_WITHIN_S):
            await process.stdin.send(data)
            await process.stdin.aclose()
            async for chunk in process.stdout:
                decoded += chunk
            return bytes(decoded)
    except anyio.BrokenResourceError:
        pass
    finally:
        await kill_process(process)
    return b""
