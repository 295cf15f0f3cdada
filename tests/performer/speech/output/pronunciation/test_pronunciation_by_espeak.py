"""What a true voice makes of what is spoken: espeak-ng, where it is installed."""

import shutil
import subprocess

import pytest

from performer.speech.output.pronunciation.pronunciation import pronounce
from performer.speech.voices.settings import PronunciationSettings

pytestmark = pytest.mark.skipif(not shutil.which("espeak-ng"), reason="espeak-ng is not installed")

CASES = [
    # language, shown, spoken as written, what espeak-ng makes of it else
    ("en-us", "We won 3-2!", "we won three two", "dˈæʃ"),
    ("en-us", "50 km/h", "fifty kilometers per hour", "slˈæʃ"),
    ("en-us", "10/10", "ten out of ten", "slˈæʃ"),
    ("en-us", "K/D", "K D", "slˈæʃ"),
    ("en-us", "3:2", "three two", "kˈoʊlən"),
    ("en-us", "$5", "five dollars", "dˈɑːlɚ fˈaɪv"),
    ("en-us", "60 fps", "sixty frames per second", "ɛfpˌiːˈɛs"),
    ("en-us", "At 12:00", "at twelve o'clock", "zˈiəɹoʊ"),
    ("en-us", "nooooo", "no", "nˈuːuː"),
    ("en-us", "STOP IT NOW", "stop it now", "aɪtˈiː"),
    ("en-us", "gg wp", "G G, well played", "dˌʌbəljˌuː"),
    ("en-us", "hahahaha", "ha ha ha", "hˌæhɐ"),
    ("en-us", "xX_Dragon99_Xx", "dragon", "ˈɛks"),
    ("en-us", "AoE", "A.O.E.", "ˈaʊ"),
    ("en-us", "op", "O P", "ˈɑːp"),
    ("de", "Wir führen 3:2", "wir führen drei zu zwei", "dɾˈaɪ tsvˈaɪ"),
    ("de", "am 1. Platz", "am ersten Platz", "ˈaɪns"),
    ("de", "um 12:30 Uhr", "um zwölf Uhr dreißig", "dɾˈaɪsɪç ˈuːɾ"),
    ("de", "50 km/h", "fünfzig Kilometer pro Stunde", "kˌɑːˈɛm"),
    ("de", "neeeein", "nein", "nˈeːeː"),
    ("de", "z. B. so", "zum Beispiel so", "tsˈɛt"),
]


def say(language: str, text: str) -> str:
    command = ["espeak-ng", "-q", "--ipa", "-v", language, "--stdin"]
    said = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", timeout=20, check=True)
    return " ".join(said.stdout.split())


@pytest.mark.parametrize(("language", "shown", "written_out", "wrong"), CASES)
def test_espeak_says_what_is_written_out(language: str, shown: str, written_out: str, wrong: str) -> None:
    spoken = say(language, pronounce(shown, language, PronunciationSettings()))

    assert spoken.replace("ˌ", "").replace("ˈ", "") == say(language, written_out).replace("ˌ", "").replace("ˈ", "")
    assert wrong in say(language, shown)
    assert wrong not in spoken
