import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import anyio
import pytest
from anyio.abc import Process

from performer.core.process.child import kill_process
from performer.speech.stderr_tail import StderrTail
from tests.systems import describe_ended_by

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def running(program: str) -> AsyncIterator[Process]:
    process = await anyio.open_process(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    try:
        yield process
    finally:
        await kill_process(process)


def reading(process: Process) -> Callable[[], Awaitable[bytes]]:
    assert process.stdout is not None
    return process.stdout.receive


async def test_the_newest_line_is_the_last_one_written() -> None:
    async with running("import sys; sys.stderr.write('first\\nTrouble here \\n\\n')") as process:
        tail = StderrTail(process)

        await tail.read_rest()

        assert tail.newest == "Trouble here"


async def test_a_process_without_a_word_has_no_newest_line() -> None:
    async with running("") as process:
        tail = StderrTail(process)

        await tail.read_rest()

        assert tail.newest == ""


async def test_a_full_pipe_does_not_stop_the_process_while_its_output_is_awaited() -> None:
    async with running("import sys; sys.stderr.write('x' * 1_000_000); print('done')") as process:
        assert (await StderrTail(process).read_during(reading(process))).strip() == b"done"


async def test_an_error_of_the_wait_comes_as_it_is() -> None:
    async with running("") as process:
        with pytest.raises(anyio.EndOfStream):
            await StderrTail(process).read_during(reading(process))


@pytest.mark.parametrize(
    ("written", "lines"), [("'one\\ntwo\\n'", ["one", "two"]), ("'long\\n' * 1_000", []), ("''", [])]
)
async def test_all_lines_are_known_unless_there_were_too_many(written: str, lines: list[str]) -> None:
    async with running(f"import sys; sys.stderr.write({written})") as process:
        tail = StderrTail(process)

        await tail.read_rest()

        assert tail.lines == lines


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("import sys; sys.exit('no room left')", "no room left"),
        ("raise SystemExit(3)", "it ended with code 3"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", f"it {describe_ended_by('SIGTERM')}"),
        ("import os; os.close(2); os.close(1); open(0).read()", "without a word"),
    ],
)
async def test_why_a_process_has_ended_is_known_by_its_last_words_or_by_its_code(program: str, why: str) -> None:
    async with running(program) as process:
        assert await StderrTail(process).explain_end() == why
