import os

import pytest

from overlay.client.process import ClientArgumentParser, StageAddress, read_line

URL = "ws://127.0.0.1:8766/stage/ws?token=secret"


def parsed(*words: str) -> StageAddress:
    parser = ClientArgumentParser("client", "A client.")
    return parser.find_address(parser.parse_args(words))


def test_a_line_is_read_and_nothing_after_it() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"first\nsecond")
    os.close(writing)

    lines = [read_line(reading) for _ in range(3)]
    os.close(reading)

    assert lines == ["first", "second", ""]


def test_an_address_on_the_command_line_makes_the_process_its_own_master() -> None:
    assert parsed(URL) == StageAddress(url=URL, bound=False)


def test_an_address_in_a_pipe_is_that_of_a_restarted_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overlay.client.process.BREATH_S", 0)
    for unbound in (False, True):
        reading, writing = os.pipe()
        os.write(writing, URL.encode() + b"\n")
        os.close(writing)

        assert parsed("--again", str(reading), *(["--unbound"] if unbound else [])).bound is not unbound


@pytest.mark.parametrize("url", ["http://127.0.0.1/?token=secret", "ws://", "nonsense"])
def test_what_is_no_address_ends_the_process_without_the_token(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parsed(url)

    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert "is no WebSocket URL" in said
    assert "secret" not in said
