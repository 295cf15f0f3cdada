"""Bytes to pieces: nothing is lost, however they arrive; and what is no sound is named."""

import struct
from collections.abc import AsyncGenerator, Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.core.errors import ServiceError
from performer.speech.voices.pcm import PieceReader, SoundFormat, read_pieces
from performer.speech.voices.voice import Utterance
from tests.pulse import tone, wav

RAW = SoundFormat(rate=8_000)
SOUND = tone(1.0, rate=8_000)
ENDLESS = b"RIFF\xff\xff\xff\xffWAVEfmt \x10\x00\x00\x00" + struct.pack("<HHIIHH", 1, 1, 8_000, 16_000, 2, 16)
"""The head of a WAV that is written to a pipe; its data chunk follows."""


def read(data: bytes, raw: SoundFormat | None, *, step: int = 1_000) -> list[Utterance]:
    return list(_read(PieceReader(raw), [data[at : at + step] for at in range(0, len(data), step)]))


def _read(reader: PieceReader, chunks: list[bytes]) -> Iterator[Utterance]:
    for chunk in chunks:
        reader.put(chunk)
        piece = reader.take_ready()
        if piece is not None:
            yield piece
    rest = reader.finish()
    if rest is not None:
        yield rest


@given(cuts=st.lists(st.integers(0, len(SOUND) + 44), max_size=12), is_wav=st.booleans())
def test_however_sound_arrives_it_is_all_there_in_whole_steps(cuts: list[int], is_wav: bool) -> None:
    data = wav(SOUND, rate=8_000) if is_wav else SOUND
    edges = [0, *sorted(cuts), len(data)]

    pieces = list(_read(PieceReader(RAW), [data[a:b] for a, b in pairwise(edges)]))

    assert b"".join(piece.pcm for piece in pieces) == SOUND
    assert all(len(piece.pcm) % 320 == 0 for piece in pieces[:-1])
    assert all(piece.duration_s >= 0.2 for piece in pieces[:-1])


def test_pieces_are_as_short_as_they_may_be() -> None:
    durations_s = [piece.duration_s for piece in read(SOUND[:-1600], RAW, step=160)]

    assert durations_s == pytest.approx([0.2, 0.2, 0.2, 0.2, 0.1])


def test_a_wav_that_knows_its_length_says_which_piece_is_the_last() -> None:
    assert [piece.last for piece in read(wav(SOUND, rate=8_000), None, step=8_022)] == [False, True]


def test_what_follows_the_sound_in_a_wav_is_not_played() -> None:
    data = wav(SOUND, rate=8_000) + b"LIST\x04\x00\x00\x00shh!"

    assert sum(len(piece.pcm) for piece in read(data, None)) == len(SOUND)


@pytest.mark.parametrize("size", [0, 0x7FFF_0000, 0xFFFF_FFFF])
def test_a_wav_that_was_written_to_a_pipe_is_read_to_its_end(size: int) -> None:
    data = ENDLESS + b"data" + size.to_bytes(4, "little") + SOUND

    assert sum(len(piece.pcm) for piece in read(data, None)) == len(SOUND)


def test_a_chunk_before_the_sound_is_skipped() -> None:
    data = ENDLESS + b"LIST\x05\x00\x00\x00notes\x00" + b"data\xff\xff\xff\xff" + SOUND

    assert sum(len(piece.pcm) for piece in read(data, None)) == len(SOUND)


def test_half_a_sample_at_the_end_is_dropped() -> None:
    assert len(read(SOUND + b"\x01", RAW)[-1].pcm) % 2 == 0


def test_a_wav_wins_over_the_settings_for_raw_sound() -> None:
    assert {piece.rate for piece in read(wav(SOUND, rate=22_050), RAW)} == {22_050}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"RIFF", "no whole sound but 4 bytes"),
        (b"not a wav at all, but quite long" * 4, "no WAV: it begins with b'not a wav at'"),
        (b"OggS" + bytes(400), "what came is Ogg; have it made as WAV or raw 16-bit PCM"),
        (b"RIFF\x00\x00\x00\x00WAVEdata\x08\x00\x00\x00" + bytes(8), "does not say what its sound is like"),
        (b"RIFF\x00\x00\x00\x00WAVEfmt \x04\x00\x00\x00" + bytes(4), "format is cut short"),
        (b"RIFF\x00\x00\x00\x00WAVELIST\x00\x00\x01\x00" + bytes(70_000), "a WAV without any sound in it"),
        (ENDLESS, "no whole sound but 36 bytes"),
    ],
)
def test_what_is_no_sound_is_named(data: bytes, said: str) -> None:
    with pytest.raises(ServiceError, match=said):
        read(data, None)


def test_more_than_any_sentence_has_is_refused() -> None:
    reader = PieceReader(None)
    reader.put(bytes(24_000_000))

    with pytest.raises(ServiceError, match="more than 24000000 bytes"):
        reader.put(b"!")


async def chunks() -> AsyncGenerator[bytes]:
    for at in range(0, len(SOUND), 1_000):
        yield SOUND[at : at + 1_000]


@pytest.mark.anyio
async def test_the_same_sound_comes_in_pieces_or_whole() -> None:
    pieces = [piece async for piece in read_pieces(chunks(), RAW)]
    (whole,) = [piece async for piece in read_pieces(chunks(), RAW, whole=True)]

    assert len(pieces) > 3
    assert b"".join(piece.pcm for piece in pieces) == whole.pcm == SOUND
    assert whole.last
