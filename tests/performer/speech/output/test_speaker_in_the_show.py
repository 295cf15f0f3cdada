"""A streamed voice in the whole show: heard in a real sink without a seam, and stood in for when its server goes."""

from pathlib import Path

import pytest

from performer.speech.voices.espeak import EspeakVoice
from performer.speech.voices.settings import VoiceSettings
from tests.chirp import check_whole, pauses_at, pauses_ms
from tests.e2e.performing import Performing, performing
from tests.fakes.speech import FakeSpeech, Manner
from tests.performer.speech.voices.every_engine import need_espeak, spoken
from tests.pulse import SoundDesk, Tape, open_desk

pytestmark = pytest.mark.anyio

WORDS = ("--frames", "arcade", "--model", "understudy")
QUIET = {"PERFORMER_PACING__TALKATIVENESS": "silent", "PERFORMER_VOICE__WORDS_PER_MIN": "450"}

MOST_TAKES = 8


@pytest.mark.slow
async def test_a_streamed_line_is_heard_without_a_seam_and_another_voice_takes_over(tmp_path: Path) -> None:
    async with (
        FakeSpeech(manner=Manner(length_s=1.5, piece_s=0.1, every_s=0.05)) as server,
        open_desk("main") as desk,
        performing(tmp_path, *WORDS, "--voice", server.spec, environment={**QUIET, **desk.address}) as it,
    ):
        await it.journalled("ServiceUp", lambda line: line["service"] == "sound")
        first = await _hear_line(it, desk)
        seams = pauses_ms(first)
        while seams and len(it.events("SpeechEnded")) < MOST_TAKES:  # a busy machine pauses, each time elsewhere
            again = await _hear_line(it, desk)
            seams = [each for each in seams if pauses_at(again, each)]
        heard = it.events("SpeechEnded")[0]
        grown = it.events("SpeechGrew")
        await server.stop()
        for _ in range(3):
            seen = len(it.lines)
            await it.ask("say", text="Well played.")
            await it.journalled("SpeechEnded", after=seen)
        down = await it.journalled("ServiceDown")

        assert "voice  http alloy" in it.said
    assert heard["heard_s"] == pytest.approx(1.5, abs=0.01)
    assert seams == []
    check_whole(first, 1_500)
    assert len(grown) > 3
    assert down["reason"].startswith("http alloy: there is no speech server at 127.0.0.1:")
    assert down["reason"].endswith("espeak en-gb speaks now")
    assert len(it.events("ServiceDown")) == 1


@pytest.mark.slow
async def test_a_voice_that_is_not_there_is_told_in_the_table(tmp_path: Path) -> None:
    silent = ("--no-sound", "--voice", "http:127.0.0.1:9")
    async with performing(tmp_path, *WORDS, *silent, environment=QUIET) as it:
        await it.printed("until it is mended")

        table = " ".join(it.said.split())
    assert "voice espeak en-gb http alloy: there is no speech server at 127.0.0.1:9" in table


async def _hear_line(it: Performing, desk: SoundDesk) -> Tape:
    """Have a line said, and tape it."""
    seen = len(it.lines)
    async with desk.record("main") as tape:
        await it.ask("say", text="Nice jump.")
        await it.journalled("SpeechEnded", after=seen)
        await tape.quiet()
    return tape


@pytest.mark.slow
async def test_a_sentence_in_another_language_is_spoken_in_it(tmp_path: Path) -> None:
    need_espeak()
    text, lengths_s = "Das war knapp, und ich habe keine Ahnung, wie du das gemacht hast.", {}
    for language in ("de", "en-gb"):
        voice = EspeakVoice(VoiceSettings(language=language, words_per_min=450))
        lengths_s[language] = sum(each.duration_s for each in await spoken(voice, text))
    async with (
        open_desk("main") as desk,
        performing(tmp_path, *WORDS, "--voice", "espeak", environment={**QUIET, **desk.address}) as it,
    ):
        await it.journalled("ServiceUp", lambda line: line["service"] == "sound")
        for switches in (True, False):
            seen = len(it.lines)
            await it.ask("config.set", key="voice.switch_language", value=switches)
            await it.ask("say", text=text)
            await it.journalled("SpeechEnded", after=seen)

    heard_s = [each["heard_s"] for each in it.events("SpeechEnded")]
    assert heard_s == pytest.approx([lengths_s["de"], lengths_s["en-gb"]], abs=0.05)
    assert abs(heard_s[0] - heard_s[1]) > 0.1
