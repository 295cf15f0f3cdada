"""Measure on Linux what bombs come to, and what it costs: `python -m tests.performer.core.images.sandbox.figures`."""

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image

from performer.core.files.home import ASSETS
from performer.core.images.formats import UnfitPicture
from performer.core.images.sandbox.process import SandboxProcess
from performer.core.images.sandbox.sandbox import make_still_jpeg
from performer.stage.library.library import MediaLibrary
from performer.stage.library.strips import prepare_picture
from tests.performer.core.images.sandbox.bombs import REFUSED, saved, whole_bombs
from tests.performer.stage.library.figures import _moving

RUNS = 9
SIDE = "1024"


def main() -> None:
    """Print a line for each promise."""
    _start()
    _bombs()
    _largest()
    with tempfile.TemporaryDirectory() as folder:
        _folders(Path(folder))


def _start() -> None:
    def start() -> None:
        with SandboxProcess(make_still_jpeg) as process:
            process.do(saved("PNG"), SIDE)

    print(f"started, one small picture, ended: {_told([_ms(start) for _ in range(RUNS)])}")
    with SandboxProcess(make_still_jpeg) as process:
        times = [_ms(lambda: process.do(saved("PNG"), SIDE)) for _ in range(100)]
        print(f"each further small picture: {_told(times)}; {_peaks(process)}")


def _bombs() -> None:
    with SandboxProcess(make_still_jpeg) as process:
        process.do(saved("PNG"), SIDE)
        for name, data in _all_bombs():
            Path("/proc/self/clear_refs").write_text("5", encoding="utf-8")  # our own peak is counted from here
            before_kib = _status_kib("self", "VmHWM")
            words, took_ms = _words(process, data, SIDE)
            ours_kib = _status_kib("self", "VmHWM") - before_kib
            print(f"{name}: {len(data):,} bytes, {took_ms:.1f} ms, we grow by {ours_kib} KiB; {words}")
        print(f"after {len(REFUSED)} bombs and those that would go off, in one process: {_peaks(process)}")


def _all_bombs() -> Iterator[tuple[str, bytes]]:
    for name, (make, _) in REFUSED.items():
        yield name, make()
    yield from whole_bombs()


def _largest() -> None:
    """See what the largest pictures take that are let through."""
    soft = Image.radial_gradient("L").resize((4_000, 4_000))
    turned = [soft.rotate(angle).convert("RGB") for angle in (90, 180)]
    for name, data, suffix in (
        ("PNG", saved("PNG", soft.convert("RGBA"), compress_level=1), ".png"),
        ("JPEG, progressive", saved("JPEG", soft.convert("RGB"), progressive=True), ".jpg"),
        ("WebP", saved("WEBP", soft.convert("RGBA"), method=0), ".webp"),
        (
            "WebP of 3 frames",
            saved("WEBP", soft.convert("RGB"), save_all=True, append_images=turned, method=0),
            ".webp",
        ),
    ):
        for job, how in ((make_still_jpeg, SIDE), (prepare_picture, suffix)):
            with SandboxProcess(job) as process:
                words, took_ms = _words(process, data, how)
                print(f"{name}, 4000 x 4000, {job.__name__}: {words} in {took_ms:.0f} ms; {_peaks(process)}")


def _folders(home: Path) -> None:
    """Read folders of emotes here and apart, at their first time and at the next start."""
    stills, moving = home / "stills", home / "moving"
    for folder in (stills, moving):
        folder.mkdir()
    for number in range(100):
        noise = Image.effect_noise((112, 112), 50 + number).convert("RGBA")
        (stills / f"{number}.png").write_bytes(saved("PNG", noise))
        (moving / f"{number}.gif").write_bytes(_moving(112, 112, 20 + number % 30))
    for name, folders in (
        ("built-in emotes", [ASSETS / "emotes"]),
        ("100 still emotes and those", [ASSETS / "emotes", stills]),
        ("100 animated emotes", [moving]),
    ):
        for apart in (False, True):
            caches = [home / f"{name} {apart} {number}" for number in range(5)]
            first = [_read_ms(folders, cache, apart=apart) for cache in caches]
            again = [_read_ms(folders, caches[0], apart=apart) for _ in range(RUNS)]
            print(f"{name}, read {'apart' if apart else 'here'}: first {_told(first)}, next start {_told(again)}")


def _read_ms(folders: list[Path], cache: Path, *, apart: bool) -> float:
    library = MediaLibrary(emotes=folders, sounds=[], cache=cache, apart=apart)
    return _ms(library._read_emotes)


def _words(process: SandboxProcess, data: bytes, how: str) -> tuple[str, float]:
    began_s = time.perf_counter()
    try:
        prints = process.do(data, how)
        words = f"{sum(map(len, prints.files)):,} bytes"
    except UnfitPicture as unfit:
        words = f"refused: {unfit}"
    return words, (time.perf_counter() - began_s) * 1000


def _peaks(process: SandboxProcess) -> str:
    assert process.process is not None
    resident, address_space = (_status_kib(process.process.pid, name) // 1024 for name in ("VmHWM", "VmPeak"))
    return f"the process took at most {resident} MiB, {address_space} MiB of address space"


def _status_kib(pid: int | str, name: str) -> int:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in lines if line.startswith(name)).split()[1])


def _ms(work: Callable[[], object]) -> float:
    began_s = time.perf_counter()
    work()
    return (time.perf_counter() - began_s) * 1000


def _told(times: list[float]) -> str:
    return f"{statistics.median(times):.1f} ms (median of {len(times)}, {min(times):.1f} to {max(times):.1f})"


if __name__ == "__main__":
    main()
