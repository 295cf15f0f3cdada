"""The loudness of voices, kept from show to show."""

import json
from pathlib import Path

import pytest

from performer.speech.voices.known_loudness import KnownLoudness


def test_it_is_known_to_the_next_show(tmp_path: Path) -> None:
    KnownLoudness(tmp_path / "voices" / "loudness.json").note("neural joe", -23.44)

    known = KnownLoudness(tmp_path / "voices" / "loudness.json")

    assert known.find_lufs("neural joe") == -23.4
    assert known.find_lufs("espeak en-gb") is None


def test_a_change_that_nobody_hears_is_not_written(tmp_path: Path) -> None:
    known = KnownLoudness(tmp_path / "loudness.json")
    known.note("neural joe", -23.4)
    (tmp_path / "loudness.json").unlink()

    known.note("neural joe", -23.1)

    assert not (tmp_path / "loudness.json").exists()


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"joe": "loud"}', b'{"joe": NaN}', b'{"joe": 12}', b"\xff"])
def test_a_broken_file_knows_nothing_and_is_replaced(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "loudness.json").write_bytes(content)
    known = KnownLoudness(tmp_path / "loudness.json")
    assert known.find_lufs("joe") is None

    known.note("joe", -20)

    assert json.loads((tmp_path / "loudness.json").read_text()) == {"joe": -20}


def test_a_file_that_cannot_be_written_loses_nothing_in_this_show(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    known = KnownLoudness(tmp_path / "file" / "loudness.json")

    known.note("joe", -20)

    assert known.find_lufs("joe") == -20


def test_it_holds_no_more_than_two_hundred_voices(tmp_path: Path) -> None:
    known = KnownLoudness(tmp_path / "loudness.json")
    for number in range(201):
        known.note(f"voice {number}", -20)

    assert known.find_lufs("voice 0") is None
    assert known.find_lufs("voice 200") == -20
