"""The microphone's process: what becomes of listeners that die, hang, talk nonsense, or do not end."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.speech.hearing.microphone import Microphone
from performer.speech.hearing.samples import HeardDevice, HeardWords, RecogniserState, Slices
from tests.systems import describe_ended_by, linux_only

pytestmark = pytest.mark.anyio

DEVICE = '{"device":"Mic","detector":"energy"}'
SLICES = '{"sent":5.1,"at":5.0,"levels":[-20.0],"speech":[1.0]}'


def listener(program: str) -> list[str]:
    return [sys.executable, "-c", f"import json, sys, time, os\n{program}"]


def microphone(
    clock: SystemClock, program: str, devices: list[HeardDevice] | None = None, *, hang_s: float = 20.0
) -> Microphone:
    told = devices if devices is not None else []
    made = Microphone(clock, listener(program), told.append)
    made.hang_s = hang_s
    return made


async def first(slices: AsyncIterator[Slices]) -> Slices:
    with anyio.fail_after(20):
        return await anext(slices)


async def all_of(source: Microphone) -> None:
    async with aclosing(source.slices()) as slices:
        async for _ in slices:
            pass


async def test_slices_and_the_device_come_through(clock: SystemClock) -> None:
    devices: list[HeardDevice] = []
    program = f"print('{DEVICE}'); print('{SLICES}', flush=True); sys.stdin.read()"

    async with aclosing(microphone(clock, program, devices).slices()) as slices:
        heard = await first(slices)

    assert [each.level_db for each in heard] == [-20.0]
    assert abs(heard[0].at_s - (clock.now() - 0.1)) < 5
    assert [each.device for each in devices] == ["Mic"]


WORDS = '{"sent":5.2,"heard":"Go left.","language":"en","confidence":0.9,"began":3.0,"ended":4.7,"work":0.1,"waited":0}'
STATE = '{"sent":5.0,"recogniser":"whisper","why":""}'


async def test_words_come_through_in_the_shows_time(clock: SystemClock) -> None:
    words: list[HeardWords] = []
    states: list[RecogniserState] = []
    program = listener(f"print('{STATE}'); print('{WORDS}'); print('{SLICES}', flush=True); sys.stdin.read()")
    source = Microphone(clock, program, lambda _: None, on_words=words.append, on_recogniser=states.append)

    async with aclosing(source.slices()) as slices:
        await first(slices)

    (heard,) = words
    assert (heard.text, heard.language, heard.confidence) == ("Go left.", "en", 0.9)
    assert heard.ended_s - heard.began_s == pytest.approx(1.7)
    assert abs(heard.ended_s - (clock.now() - 0.5)) < 5
    assert [each.recogniser for each in states] == ["whisper"]


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("sys.exit('no sound system here')", "no sound system here"),
        ("os._exit(7)", "code 7"),
        ("import signal; os.kill(os.getpid(), signal.SIGTERM)", describe_ended_by("SIGTERM")),
        pytest.param(
            "import signal; os.kill(os.getpid(), signal.SIGRTMIN + 3)",
            "by signal 37",
            marks=linux_only("the numbers are Linux's"),
        ),
        ("print('Hello!', flush=True); sys.stdin.read()", "Hello!"),
        ("sys.stdout.write('x' * 20_000); sys.stdout.flush(); sys.stdin.read()", "without an end"),
    ],
    ids=[
        "dies with a word",
        "dies without one",
        "is killed",
        "dies of a nameless signal",
        "talks nonsense",
        "talks without end",
    ],
)
async def test_one_that_fails_is_told_with_its_reason(clock: SystemClock, program: str, said: str) -> None:
    with anyio.fail_after(20), pytest.raises(ServiceError, match=said):
        await all_of(microphone(clock, program))


async def test_one_that_hangs_is_told(clock: SystemClock) -> None:
    program = f"print('{SLICES}', flush=True); sys.stdin.read()"
    with anyio.fail_after(20), pytest.raises(ServiceError, match=r"said nothing for 0\.3 s"):
        await all_of(microphone(clock, program, hang_s=0.3))


async def test_one_that_complains_at_length_is_heard_on_and_its_last_word_told(clock: SystemClock) -> None:
    program = f"sys.stderr.write('a warning\\n' * 50_000); print('{SLICES}', flush=True); sys.exit('enough')"
    with anyio.fail_after(20), pytest.raises(ServiceError, match="The listener ended: enough"):
        await all_of(microphone(clock, program))


async def test_one_that_is_not_there_is_told(clock: SystemClock) -> None:
    source = Microphone(clock, ["/nonexistent/listener"], print)

    with pytest.raises(ServiceError, match="cannot be started"):
        await all_of(source)


async def test_it_ends_with_its_input_when_nobody_listens_any_more(clock: SystemClock, tmp_path: Path) -> None:
    note = tmp_path / "note"
    program = f"print('{SLICES}', flush=True); sys.stdin.read(); open({str(note)!r}, 'w').write('well')"
    source = microphone(clock, program)
    async with aclosing(source.slices()) as slices:
        await first(slices)

    assert source.process is not None
    assert source.process.returncode == 0
    assert note.read_text(encoding="utf-8") == "well"


@pytest.mark.slow
async def test_one_that_does_not_take_the_hint_is_killed(clock: SystemClock) -> None:
    source = microphone(clock, f"print('{SLICES}', flush=True); time.sleep(600)")
    async with aclosing(source.slices()) as slices:
        await first(slices)

    assert source.process is not None
    assert source.process.returncode is not None
    with pytest.raises(ProcessLookupError):
        os.kill(source.process.pid, 0)


async def test_the_listener_is_told_whether_somebody_looks(clock: SystemClock) -> None:
    program = """
while told := sys.stdin.readline():
    level = -20 if json.loads(told)["watch"] else -60
    print('{"sent":1,"at":1,"levels":[%s],"speech":[0]}' % level, flush=True)"""
    source = microphone(clock, program)
    async with aclosing(source.slices()) as slices:
        unwatched = await first(slices)
        await source.watch_levels(is_watched=True)
        watched = await first(slices)

    assert [each.level_db for each in (*unwatched, *watched)] == [-60.0, -20.0]
    assert source.newest is None
