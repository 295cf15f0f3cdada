"""What processes cost, seen from outside."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bench.speed.process_costs import NOTHING, Cost, ProcessCosts, measure_cpu_s
from tests.systems import linux_only, posix_only

BUSY = """
import sys, threading, time
def nap():
    for _ in range(20):
        time.sleep(0.001)
print("up", flush=True)
for line in sys.stdin:
    naps = [threading.Thread(target=nap) for _ in range(2)]
    for each in naps: each.start()
    sum(range(3_000_000))
    for each in naps: each.join()
    if "child" in line:
        import subprocess
        subprocess.run([sys.executable, "-c", "sum(range(3_000_000))"], check=True)
    print("done", flush=True)
"""


class Worker:
    """A process that works when it is told to, and says when it is done."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process, self.pid = process, process.pid

    def work(self, how: str = "alone") -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{how}\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == "done\n"


@contextmanager
def start_worker() -> Iterator[Worker]:
    with subprocess.Popen(
        [sys.executable, "-c", BUSY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield Worker(process)
        finally:
            process.kill()


def test_a_process_that_waits_costs_memory() -> None:
    with start_worker() as worker:
        costs = ProcessCosts(worker.pid)
        costs.start()
        cost = costs.read()["all"]

    assert cost.memory_mib > 1


def test_work_of_all_threads_counts_and_each_sleep_is_a_wake_up() -> None:
    with start_worker() as worker:
        costs = ProcessCosts(worker.pid)
        costs.start()
        worker.work()
        cost = costs.read()["all"]

    assert cost.percent > 0
    assert cost.wake_ups > 0


@posix_only("a system counts for the parent what its children have worked")
def test_time_of_a_program_counts_that_of_children_which_have_ended() -> None:
    with start_worker() as worker:
        before_s = measure_cpu_s(worker.pid)
        worker.work()
        alone_s = measure_cpu_s(worker.pid) - before_s
        worker.work("child")
        both_s = measure_cpu_s(worker.pid) - before_s - alone_s

    assert 0 < alone_s < both_s


@linux_only("other systems count in ticks")
def test_time_is_counted_finer_than_in_ticks_of_ten_milliseconds() -> None:
    with start_worker() as worker:
        spent_s = measure_cpu_s(worker.pid)

    assert round(spent_s * 100, 6) != round(spent_s * 100)


def test_processes_of_one_name_are_added_up() -> None:
    with start_worker() as worker:
        costs = ProcessCosts(worker.pid, name=lambda command: "python" if "-c" in command else "others")
        costs.start()

        assert list(costs.read()) == ["python"]
    assert Cost(percent=1, wake_ups=2, memory_mib=3) + NOTHING == Cost(percent=1, wake_ups=2, memory_mib=3)
