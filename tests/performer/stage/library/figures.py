"""Measure the library and the watch over its folders: `python -m tests.performer.stage.library.figures`."""

import io
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import anyio
from PIL import Image

from performer.core.clock import SystemClock
from performer.core.files import home
from performer.core.files.watch import FolderWatch
from performer.stage.library.library import MediaLibrary
from performer.stage.library.strips import prepare_picture
from tests.performer.stage.library.test_library import png, put, read_all

RUNS = 9
IDLE_S = 30.0
PATHS, FILES = 4, 100


def main() -> None:
    """Print a line for each promise."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _conversions()
        _readings(folder)
        anyio.run(_idle, folder)
        anyio.run(_noticed, folder)
        anyio.run(_stalls, folder)


def _conversions() -> None:
    for what, data, suffix in (
        ("GIF 112 x 112, 30 frames", _moving(112, 112, 30), ".gif"),
        ("GIF 498 x 280, 60 frames", _moving(498, 280, 60), ".gif"),
        ("WebP 320 x 320, 60 frames", _moving(320, 320, 60, "WEBP"), ".webp"),
        ("GIF 100 x 100, 999 frames", _moving(100, 100, 999), ".gif"),
        ("PNG 4000 x 4000", _still(4000), ".png"),
    ):
        times = [_ms(lambda data=data, suffix=suffix: prepare_picture(data, suffix)) for _ in range(RUNS)]  # type: ignore[misc]
        row = prepare_picture(data, suffix)
        print(f"{what}: made ready in {_told(times)}; {len(data) // 1024} KiB became {len(row.files[0]) // 1024} KiB")


def _readings(folder: Path) -> None:
    built_in = [home.ASSETS / "emotes"], [home.ASSETS / "sounds"]
    times = [_ms(lambda: MediaLibrary.of(*built_in, cache=folder / "cache")) for _ in range(RUNS)]
    print(f"the built-in library read in {_told(times)}")
    emotes = put(folder / "many", {f"{number}.gif": _moving(112, 112, 30 + number) for number in range(50)})
    first = _ms(lambda: MediaLibrary.of([emotes], [], cache=folder / "kept"))
    again = [_ms(lambda: MediaLibrary.of([emotes], [], cache=folder / "kept")) for _ in range(RUNS)]
    library = MediaLibrary.of([emotes], [], cache=folder / "kept")
    unchanged = [_ms(lambda: anyio.run(read_all, library)) for _ in range(RUNS)]
    print(f"50 animated emotes: first {first:.0f} ms, at the next start {_told(again)}, unchanged {_told(unchanged)}")


async def _idle(folder: Path) -> None:
    for number in range(PATHS):
        put(folder / str(number), {f"{each}.png": b"x" for each in range(FILES)})
    before_kib = _rss_kib()

    async def nothing() -> None:
        pass

    watched = {str(number): (folder / str(number), nothing) for number in range(PATHS)}
    async with anyio.create_task_group() as tasks:
        await tasks.start(FolderWatch(SystemClock(), watched).run)
        began_s = time.process_time()
        await anyio.sleep(IDLE_S)
        cpu = (time.process_time() - began_s) / IDLE_S * 100
        print(
            f"watching {PATHS} folders of {FILES} files: {cpu:.2f} % of a core over {IDLE_S:.0f} s, "
            f"{_rss_kib() - before_kib} KiB"
        )
        ended_s = time.perf_counter()
        tasks.cancel_scope.cancel()
    print(f"the watch ends within {(time.perf_counter() - ended_s) * 1000:.1f} ms")


async def _noticed(folder: Path) -> None:
    told = anyio.Event()

    async def tell() -> None:
        told.set()

    times = []
    path = put(folder / "noticed", {})
    async with anyio.create_task_group() as tasks:
        await tasks.start(FolderWatch(SystemClock(), {"emotes": (path, tell)}).run)
        for number in range(RUNS):
            told = anyio.Event()
            await anyio.sleep(0.37 * number % 2)
            began_s = time.perf_counter()
            put(path, {f"{number}.png": b"x"})
            await told.wait()
            times.append((time.perf_counter() - began_s) * 1000)
        tasks.cancel_scope.cancel()
    print(f"a new file is told of after {_told(times)}")


async def _stalls(folder: Path) -> None:
    """See how long the show's own thread waits while large files are converted in the library's."""
    emotes = put(folder / "large", {f"{number}.gif": _moving(498, 280, 50 + number) for number in range(4)})
    library = MediaLibrary(emotes=[emotes], sounds=[], cache=folder / "stalls")
    late: list[float] = []

    async def tick() -> None:
        while True:
            began_s = time.perf_counter()
            await anyio.sleep(0.005)
            late.append((time.perf_counter() - began_s) * 1000 - 5)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(tick)
        await read_all(library)
        tasks.cancel_scope.cancel()
    late.sort()
    print(
        f"while 4 large GIFs are converted the loop is late by median {statistics.median(late):.1f} ms, "
        f"p95 {late[int(len(late) * 0.95)]:.1f} ms, at most {late[-1]:.1f} ms (n={len(late)})"
    )


def _moving(width: int, height: int, frames: int, kind: str = "GIF") -> bytes:
    """Draw a ball that crosses a soft background."""
    background = Image.radial_gradient("L").resize((width, height)).convert("RGB")
    pictures = []
    for number in range(frames):
        picture = background.copy()
        picture.paste(
            (200, 40 + number % 200, 90), (number % width, height // 4, number % width + width // 4, height // 2)
        )
        pictures.append(picture)
    written = io.BytesIO()
    pictures[0].save(written, kind, save_all=True, append_images=pictures[1:], duration=40)
    return written.getvalue()


def _still(side: int) -> bytes:
    return png(side=side)


def _ms(work: Callable[[], object]) -> float:
    began_s = time.perf_counter()
    work()
    return (time.perf_counter() - began_s) * 1000


def _told(times: list[float]) -> str:
    return f"{statistics.median(times):.1f} ms (median of {len(times)}, {min(times):.1f} to {max(times):.1f})"


def _rss_kib() -> int:
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


if __name__ == "__main__":
    main()
