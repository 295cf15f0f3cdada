"""The machine in one line."""

import os
import platform
from dataclasses import replace

import psutil
import pytest

from bench.speed.machine import Machine
from tests.bench.speed.reports import MACHINE


def test_this_machine_is_told_in_one_line_that_names_no_person() -> None:
    machine = Machine.find()

    assert f"{os.cpu_count()} cores" in machine.line
    assert "\n" not in machine.line
    assert platform.node() not in machine.line


def test_a_system_that_tells_no_load_leaves_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise RuntimeError("Performance counters may be disabled.")

    monkeypatch.setattr(psutil, "getloadavg", refuse)
    machine = Machine.find()

    assert machine.load is None
    assert machine.line.endswith(f"Python {platform.python_version()}")


def test_a_machine_is_like_another_of_its_kind_whatever_its_load() -> None:
    assert MACHINE.is_like(replace(MACHINE, load=9.0))
    assert not MACHINE.is_like(replace(MACHINE, cores=8))


def test_a_machine_is_parsed_from_its_own_values_only() -> None:
    assert Machine.parse(vars(MACHINE)) == MACHINE
    with pytest.raises(TypeError):
        Machine.parse({**vars(MACHINE), "owner": "me"})
