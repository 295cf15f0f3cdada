"""The watch: what was looked at and read before a turn asks, and what happens when that is late or fails."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.vision.facts.watcher import FactWatcher
from performer.vision.frame import Frame
from performer.vision.ocr.quick_reader import QuickReader
from performer.vision.ocr.tesseract import OcrSettings
from tests.performer.vision.facts.drawn import Drawn
from tests.systems import posix_only, write_script

pytestmark = pytest.mark.anyio

ROW = "5\\t1\\t1\\t1\\t1\\t1\\t28\\t28\\t99\\t44\\t96\\tLEVEL"
READS = f"cat > /dev/null; printf 'head\\n{ROW}\\n'"


def program(folder: Path, script: str) -> OcrSettings:
    file = write_script(folder / "tesseract", f"{script}\n")
    return OcrSettings(program=str(file), within_s=60)


@asynccontextmanager
async def watching(clock: VirtualClock, settings: OcrSettings) -> AsyncIterator[FactWatcher]:
    watch = FactWatcher(clock, QuickReader(clock, settings))
    async with anyio.create_task_group() as tasks:
        await tasks.start(watch.run)
        yield watch
        tasks.cancel_scope.cancel()


def level(at_s: float) -> Frame:
    return Drawn().text("LEVEL").hearts(3).frame(at_s)


async def test_what_is_written_is_told_with_what_is_seen(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    async with watching(virtual_clock, program(tmp_path, READS)) as watch:
        for at_s in (0.0, 0.5):
            watch.see(level(at_s))
            await watch.sentence(level(at_s))

        assert await watch.sentence(level(0.5)) == 'text "LEVEL"; three hearts'


async def test_a_turn_does_not_wait_for_a_slow_reader_and_the_next_has_its_words(
    virtual_clock: VirtualClock, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    settings = program(tmp_path, f"cat > /dev/null; while [ ! -e {gate} ]; do sleep 0.01; done; {READS}")
    told: list[str] = []

    async def ask(watch: FactWatcher, at_s: float) -> None:
        told.append(await watch.sentence(level(at_s)))

    async with watching(virtual_clock, settings) as watch, anyio.create_task_group() as asking:
        asking.start_soon(ask, watch, 0.0)
        await virtual_clock.advance(0.3)
        late = list(told)
        gate.touch()
        await ask(watch, 0.5)

    assert late == ["mostly grey"]
    assert told[1].startswith('text "LEVEL"')


async def test_without_a_reader_what_is_seen_is_told(virtual_clock: VirtualClock) -> None:
    async with watching(virtual_clock, OcrSettings(enabled=False)) as watch:
        for at_s in (0.0, 0.5):
            watch.see(level(at_s))
            await virtual_clock.advance(0.5)

        assert await watch.sentence(level(0.5)) == "three hearts"


async def test_nothing_is_told_of_what_is_to_be_forgotten(virtual_clock: VirtualClock, tmp_path: Path) -> None:
    async with watching(virtual_clock, program(tmp_path, READS)) as watch:
        await watch.sentence(level(0.0))
        await virtual_clock.advance(1)
        watch.forget()

        assert await watch.news(Drawn().frame(1.0)) == ""
        assert await watch.sentence(Drawn().frame(1.0)) == "mostly grey"


@posix_only("a script for a shell stands for a program")
@pytest.mark.expects_log
async def test_a_reader_that_fails_is_named_once_and_rests(
    virtual_clock: VirtualClock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = program(tmp_path, f"cat > /dev/null; echo once >> {tmp_path}/count; echo lacks all >&2; exit 3")
    async with watching(virtual_clock, settings) as watch:
        told = [await watch.sentence(level(at_s)) for at_s in (0.0, 2.0, 4.0)]

    assert told[-1] == "three hearts; nothing moves"
    assert caplog.text.count("ended with code 3: lacks all") == 1
    assert (tmp_path / "count").read_text(encoding="utf-8") == "once\n"
