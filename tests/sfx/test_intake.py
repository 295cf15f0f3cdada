import math

import pytest

from performer.core.audio import Sound
from sfx.intake import PieceIntake, RejectedPiece


def announced(**changes: object) -> Sound:
    fields: dict[str, object] = {"id": "s", "turn": 1, "rate": 8_000, "channels": 1, "bytes": 4}
    return Sound(**{**fields, **changes})  # type: ignore[arg-type]  # the tests' own words


def test_an_announcement_and_its_bytes_are_a_piece() -> None:
    intake = PieceIntake()

    assert intake.announce(announced(last=False, duck=0.25)) is None
    assert intake.fill(b"1234") == announced(last=False, duck=0.25)


@pytest.mark.parametrize(
    ("sound", "payload", "trouble"),
    [
        (announced(rate=1), b"1234", "rate 1 is not between"),
        (announced(channels=9), b"1234", "channels 9 is not between"),
        (announced(), b"12", "4 bytes were announced and 2 came"),
        (announced(bytes=3), b"123", "3 bytes are no whole number of 2-byte frames"),
    ],
)
def test_a_bad_piece_is_rejected_with_the_reason(sound: Sound, payload: bytes, trouble: str) -> None:
    intake = PieceIntake()
    intake.announce(sound)

    rejected = intake.fill(payload)

    assert isinstance(rejected, RejectedPiece)
    assert rejected.id == "s"
    assert trouble in rejected.trouble


def test_bytes_and_announcements_without_each_other_are_rejected() -> None:
    intake = PieceIntake()
    assert intake.fill(b"12") == RejectedPiece(id="", trouble="2 bytes came that nobody announced")

    intake.announce(announced(id="a"))
    assert intake.announce(announced(id="b")) == RejectedPiece(id="a", trouble="no bytes followed its announcement")

    intake.forget()
    assert isinstance(intake.fill(b"1234"), RejectedPiece)


@pytest.mark.parametrize(("duck", "becomes"), [(2.0, 1.0), (-1.0, 0.0), (math.nan, 1.0), (0.5, 0.5)])
def test_a_loudness_without_sense_becomes_the_nearest_one(duck: float, becomes: float) -> None:
    intake = PieceIntake()
    intake.announce(announced(duck=duck))

    piece = intake.fill(b"1234")

    assert isinstance(piece, Sound)
    assert piece.duck == becomes
