"""Sounds: what is taken by what a file says of itself, and what is told of the others."""

import struct
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.core.images.formats import UnfitPicture
from performer.stage.library.sounds import SOUNDS, check_sound
from tests.performer.stage.library.soundfiles import mp3, sound_files, sox


def wav(
    *,
    form: int = 1,
    channels: int = 1,
    rate: int = 8000,
    bits: int = 16,
    seconds: float = 0.1,
    claims: int | None = None,
) -> bytes:
    frame = channels * bits // 8
    pcm = bytes(int(rate * seconds) * frame)
    facts = struct.pack("<HHIIHH", form, channels, rate, rate * frame, frame, bits)
    body = b"WAVEfmt " + struct.pack("<I", 16) + facts + b"LIST" + struct.pack("<I", 3) + b"abc\0" + b"data"
    body += struct.pack("<I", len(pcm) if claims is None else claims) + pcm
    return b"RIFF" + struct.pack("<I", len(body)) + body


@pytest.mark.parametrize("kind", sorted(SOUNDS))
def test_a_real_file_of_every_kind_is_taken_and_its_length_known(kind: str) -> None:
    data = sound_files()[kind[1:]]
    check_sound(data, kind.upper())

    sounding = SOUNDS[kind](data)
    assert (sounding.rate, sounding.channels) == (44_100, 2)
    assert sounding.seconds == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("form", [("-b", "8"), ("-b", "24"), ("-b", "32"), ("-b", "32", "-e", "float"), ("-c", "6")])
def test_what_music_programs_write_as_wav_is_taken(form: tuple[str, ...]) -> None:
    check_sound(sox("wav", *form), ".wav")


@pytest.mark.parametrize(
    "data", [wav(claims=0xFFFF_FFFF), wav(claims=0x7FFF_FFD0), b"ID3\3\0\0\0\0\x7f\0" + bytes(16_256) + mp3()]
)
def test_what_was_written_into_a_pipe_or_has_a_tag_is_taken(data: bytes) -> None:
    check_sound(data, ".wav" if data.startswith(b"RIFF") else ".mp3")


@pytest.mark.parametrize(
    ("data", "suffix", "words"),
    [
        (b"<html>", ".wav", "its content is no WAV"),
        (b"<html>", ".mp3", "its content is no MP3"),
        (b"<html>", ".ogg", "its content is no Ogg"),
        (b"<html>", ".flac", "its content is no FLAC"),
        (b"", ".wav", "its content is no WAV"),
        (b"RIFF and so on", ".wav", "its content is no WAV"),
        (b"RIFF0000WAVE", ".wav", "it is a broken WAV (it is cut short)"),
        (wav()[:-40], ".wav", "it is cut short"),
        (wav(seconds=0), ".wav", "there is no sound in it"),
        (wav(form=17, bits=4, channels=2), ".wav", "format 17, 4 bits"),
        (wav(form=1, bits=64), ".wav", "64 bits"),
        (wav(rate=1000), ".wav", "1 channels at 1000 Hz"),
        (wav(channels=9), ".wav", "9 channels"),
        (wav(channels=0), ".wav", "0 channels"),
        (wav(rate=4000, seconds=61), ".wav", "it lasts 61 s, and 60 s are the most: cut it"),
        (mp3(2400), ".mp3", "it lasts 63 s"),
        (mp3(1), ".mp3", "its content is no MP3"),
        (b"fLaC" + bytes(40), ".flac", "does not say how long"),
        (b"fLaC", ".flac", "it is a broken FLAC (it is cut short)"),
        (
            b"OggS" + bytes(22) + b"\1\x1e" + b"\x80theora" + bytes(40) + b"OggS" + bytes(30),
            ".ogg",
            "neither Vorbis nor Opus",
        ),
        (b"anything", ".m4a", "it is no WAV, MP3, Ogg or FLAC: save it as one"),
    ],
)
def test_what_cannot_be_played_is_told_with_the_remedy(data: bytes, suffix: str, words: str) -> None:
    with pytest.raises(UnfitPicture) as unfit:
        check_sound(data, suffix)

    assert words in str(unfit.value)


@pytest.mark.parametrize("kind", ["ogg", "flac"])
def test_a_song_is_too_long_to_be_a_sound(kind: str) -> None:
    with pytest.raises(UnfitPicture, match="it lasts 70 s"):
        check_sound(sox(kind, seconds=70, rate=8000), f".{kind}")


SIGNS = [b"RIFF\xff\xff\0\0WAVEfmt ", b"OggS", b"fLaC", b"ID3", b"\xff\xfb\x90\0", b""]


@settings(max_examples=200, deadline=None)
@given(sign=st.sampled_from(SIGNS), rest=st.binary(max_size=200), suffix=st.sampled_from(sorted(SOUNDS)))
def test_no_garbage_breaks_it(sign: bytes, rest: bytes, suffix: str) -> None:
    with suppress(UnfitPicture):
        check_sound(sign + rest, suffix)
