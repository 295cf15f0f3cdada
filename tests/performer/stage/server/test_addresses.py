"""The port that stood in for the default one is tried first the next time; a port asked for by number comes first."""

from pathlib import Path

import pytest

from performer.stage.server.addresses import StoredPort


@pytest.fixture
def port(tmp_path: Path) -> StoredPort:
    return StoredPort(tmp_path / "port.json")


def test_without_a_last_time_the_default_comes_first(port: StoredPort) -> None:
    assert port.candidates(None)[:2] == [8766, 8767]
    assert len(port.candidates(None)) == 21
    assert port.keep(None, 8766) == ""


def test_what_stood_in_last_time_is_tried_first_and_said_as_such(port: StoredPort) -> None:
    assert port.keep(None, 8768) == "port 8766 is taken"

    assert port.candidates(None)[:3] == [8768, 8766, 8767]
    assert port.keep(None, 8768).startswith("the port it was given when 8766 was taken")


@pytest.mark.parametrize("wished", [8766, 9000])
def test_a_port_that_was_asked_for_comes_first_and_keeps_nothing(port: StoredPort, wished: int) -> None:
    port.keep(None, 8768)

    assert port.candidates(wished)[0] == wished
    assert port.keep(wished, wished) == ""
    assert port.keep(wished, wished + 1) == f"port {wished} is taken"
    assert port.candidates(None)[0] == 8768


@pytest.mark.parametrize("wished", [None, 0, 9000])
def test_the_port_before_it_began_again_comes_first(port: StoredPort, wished: int | None) -> None:
    port.keep(None, 8768)

    assert port.candidates(wished, 40123)[0] == 40123
    assert set(port.candidates(wished)) < set(port.candidates(wished, 40123))


def test_any_port_is_never_called_taken(port: StoredPort) -> None:
    assert port.keep(0, 40123) == ""


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"port": "x"}', '{"port": 99}'])
def test_a_damaged_file_is_as_good_as_none(port: StoredPort, tmp_path: Path, text: str) -> None:
    (tmp_path / "port.json").write_text(text, encoding="utf-8")

    assert port.candidates(None)[0] == 8766


def test_the_last_ports_there_are_end_the_list(port: StoredPort) -> None:
    assert port.candidates(65530)[-1] == 65535
