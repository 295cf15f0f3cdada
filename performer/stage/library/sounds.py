"""Checks of the user's sounds before they are offered, by what a file says of itself.

The clients decode WAV, MP3, Ogg and FLAC; nothing is decoded here.
"""

import struct
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from performer.core.images.formats import UnfitPicture
from performer.core.own_text import own

LONGEST_S: Final = 60.0
RATES: Final = range(4_000, 192_001)
CHANNELS: Final = range(1, 9)

_WAV_FORMS: Final = {1: (8, 16, 24, 32), 3: (32, 64), 0xFFFE: (8, 16, 24, 32)}
"""Bits a sample by format: integers, floats, and the extensible format."""
_UNKNOWN_BYTES: Final = 0x7FFF_0000
"""A program that writes a WAV into a pipe claims a length of this or more."""


class SoundFacts(NamedTuple):
    """The rate, channels and length that a file states."""

    rate: int
    channels: int
    seconds: float


def check_sound(data: bytes, suffix: str) -> None:
    """Check whether a file is a sound that the stage can play.

    Raises:
        UnfitPicture: when it is not what its suffix says, cut short, empty, or longer than a minute.
    """
    read = SOUNDS.get(suffix.lower())
    if read is None:
        raise UnfitPicture(own("it is no WAV, MP3, Ogg or FLAC: save it as one"))
    try:
        facts = read(data)
    except (struct.error, IndexError):
        raise UnfitPicture(own("it is a broken {upper} (it is cut short)", upper=suffix[1:].upper())) from None
    if facts.rate not in RATES or facts.channels not in CHANNELS:
        raise UnfitPicture(
            own(
                "its {channels} channels at {rate} Hz cannot be played: save it as 48 kHz stereo",
                channels=facts.channels,
                rate=facts.rate,
            )
        )
    if not facts.seconds:
        raise UnfitPicture(own("there is no sound in it"))
    if facts.seconds > LONGEST_S:
        raise UnfitPicture(
            own(
                "it lasts {seconds:.0f} s, and {longest_s:.0f} s are the most: cut it",
                seconds=facts.seconds,
                longest_s=LONGEST_S,
            )
        )


def _read_wav(data: bytes) -> SoundFacts:
    if not (data.startswith(b"RIFF") and data[8:12] == b"WAVE"):
        raise UnfitPicture(own("its content is no WAV"))
    at, form = 12, b""
    while True:
        kind, length = struct.unpack_from("<4sI", data, at)
        at += 8
        if kind == b"fmt ":
            form = data[at : at + length]
        elif kind == b"data":
            break
        at += length + length % 2
    tag, channels, rate, _, frame_bytes, bits = struct.unpack_from("<HHIIHH", form)
    if bits not in _WAV_FORMS.get(tag, ()):
        raise UnfitPicture(
            own("its samples (format {tag}, {bits} bits) cannot be played: save it as 16-bit WAV", tag=tag, bits=bits)
        )
    there = len(data) - at
    if there < length < _UNKNOWN_BYTES:
        raise UnfitPicture(own("it is cut short"))
    return SoundFacts(rate=rate, channels=channels, seconds=min(length, there) / max(frame_bytes * rate, 1))


def _read_flac(data: bytes) -> SoundFacts:
    if not data.startswith(b"fLaC"):
        raise UnfitPicture(own("its content is no FLAC"))
    (packed,) = struct.unpack_from(">Q", data, 18)
    rate, samples = packed >> 44, packed & 0xF_FFFF_FFFF
    if not samples:
        raise UnfitPicture(own("it does not say how long it is: save it again"))
    return SoundFacts(rate=rate, channels=(packed >> 41 & 7) + 1, seconds=samples / max(rate, 1))


def _read_ogg(data: bytes) -> SoundFacts:
    last = data.rfind(b"OggS")
    if not data.startswith(b"OggS") or last == 0:
        raise UnfitPicture(own("its content is no Ogg"))
    first = data[27 + data[26] :]
    (played,) = struct.unpack_from("<q", data, last + 6)
    if first.startswith(b"\x01vorbis"):
        channels, rate = struct.unpack_from("<BI", first, 11)
    elif first.startswith(b"OpusHead"):
        channels, rate = first[9], 48_000
    else:
        raise UnfitPicture(own("it holds neither Vorbis nor Opus sound"))
    return SoundFacts(rate=rate, channels=channels, seconds=max(played, 0) / max(rate, 1))


def _read_mp3(data: bytes) -> SoundFacts:
    """Read an MP3 frame by frame; two frames in a row are the least that is no coincidence."""
    begin = _skip_id3_tag(data)
    near = range(begin, min(begin + _MP3_JUNK_BYTES, len(data)))
    found = next(
        (frames for at in near if data[at] == 0xFF and len(frames := list(_iterate_mp3_frames(data, at))) > 1), None
    )
    if found is None:
        raise UnfitPicture(own("its content is no MP3"))
    return SoundFacts(rate=found[0].rate, channels=found[0].channels, seconds=sum(frame.seconds for frame in found))


def _iterate_mp3_frames(data: bytes, at: int) -> "Iterator[_Mp3Frame]":
    while frame := _read_mp3_frame(data, at):
        yield frame
        at += frame.length


def _skip_id3_tag(data: bytes) -> int:
    if not data.startswith(b"ID3"):
        return 0
    return 10 + sum((each & 127) << 7 * (3 - number) for number, each in enumerate(data[6:10]))


class _Mp3Frame(NamedTuple):
    rate: int
    channels: int
    length: int
    """The bytes up to the next frame."""
    seconds: float


def _read_mp3_frame(data: bytes, at: int) -> _Mp3Frame | None:
    """Read the header of a layer III frame; None when none begins here."""
    head = int.from_bytes(data[at : at + 4])
    version, layer, bitrate, rate = head >> 19 & 3, head >> 17 & 3, head >> 12 & 15, head >> 10 & 3
    if head >> 21 != 0x7FF or version == 1 or layer != 1 or rate == 3 or bitrate in {0, 15}:
        return None
    is_first = version == 3
    rate_hz = _MP3_RATES[rate] >> {3: 0, 2: 1, 0: 2}[version]
    bits_per_s = 1000 * (_MP3_KBIT if is_first else _MP3_KBIT_LOW)[bitrate]
    samples = 1152 if is_first else 576
    length = samples // 8 * bits_per_s // rate_hz + (head >> 9 & 1)
    return _Mp3Frame(rate_hz, 1 if head >> 6 & 3 == 3 else 2, length, samples / rate_hz)


_MP3_JUNK_BYTES: Final = 4096
"""How far behind a tag the first frame may begin."""
_MP3_RATES: Final = (44_100, 48_000, 32_000)
_MP3_KBIT: Final = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_MP3_KBIT_LOW: Final = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)

SOUNDS: Final[Mapping[str, Callable[[bytes], SoundFacts]]] = {
    ".wav": _read_wav,
    ".mp3": _read_mp3,
    ".ogg": _read_ogg,
    ".flac": _read_flac,
}
"""The readers, by suffix in lower case."""
