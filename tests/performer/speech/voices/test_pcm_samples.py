"""Every usual kind of sample becomes 16-bit PCM."""

import struct
from array import array

import pytest

from performer.core.errors import ServiceError
from performer.speech.voices.pcm import FLOAT, INTEGER, SoundFormat

EXPECTED = [0, 16_384, -16_384, 32_512]


@pytest.mark.parametrize(
    ("coding", "bits", "data"),
    [
        (INTEGER, 8, bytes([128, 192, 64, 255])),
        (INTEGER, 16, struct.pack("<4h", *EXPECTED)),
        (INTEGER, 24, b"".join((each << 8).to_bytes(3, "little", signed=True) for each in EXPECTED)),
        (INTEGER, 32, struct.pack("<4i", *[each << 16 for each in EXPECTED])),
        (FLOAT, 32, struct.pack("<4f", *[each / 32_768 for each in EXPECTED])),
    ],
)
def test_each_kind_becomes_the_same_sound(coding: int, bits: int, data: bytes) -> None:
    form = SoundFormat(rate=8_000, coding=coding, bits=bits)
    form.check()

    assert array("h", form.to_16_bit(data)).tolist() == pytest.approx(EXPECTED, abs=1)
    assert form.frame_bytes == bits // 8


def test_floating_samples_beyond_their_range_do_no_harm() -> None:
    data = struct.pack("<4f", 2.0, -2.0, float("nan"), float("inf"))

    assert array("h", SoundFormat(rate=8_000, coding=FLOAT, bits=32).to_16_bit(data)).tolist() == [
        32_767,
        -32_767,
        0,
        32_767,
    ]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (SoundFormat(rate=8_000, coding=85, bits=16), "coding 85 with 16 bits; have it made as 16-bit PCM"),
        (SoundFormat(rate=8_000, bits=12), "12 bits"),
        (SoundFormat(rate=4_000), "4000 Hz with 1 channels; have it made with 8000 to 48000 Hz"),
        (SoundFormat(rate=96_000), "96000 Hz"),
        (SoundFormat(rate=8_000, channels=6), "6 channels"),
    ],
)
def test_what_cannot_be_played_is_said_with_the_remedy(form: SoundFormat, said: str) -> None:
    with pytest.raises(ServiceError, match=said):
        form.check()
