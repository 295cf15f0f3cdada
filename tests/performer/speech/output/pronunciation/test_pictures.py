"""Emoji and emotes as they are spoken."""

from typing import Literal

import pytest

from performer.speech.output.pronunciation.pronunciation import pronounce
from performer.speech.voices.settings import PronunciationSettings

NAMED = [
    ("GG! 🎉👍🏽 ❤️", "en", "GG! party popper, thumbs up, heart"),
    ("🎉🎉🎉", "en", "party popper"),
    ("🔥👀💯🏆", "en", "fire, eyes, one hundred"),
    ("a🎉b", "en", "a party popper b"),
    ("🦄 and 🇩🇪", "en", "unicorn face and flag"),
    (":fire: hot :PogChamp:", "en", "fire hot pog champ"),
    ("KEKW KEKW", "en", "keck double you"),
    ("Nice Kappa", "en", "Nice kappa"),
    ("Sieg 🎉!", "de", "Sieg Konfetti!"),
    ("Ein 🦄.", "de", "Ein."),
    ("Press 1️⃣ now", "en", "Press 1 now"),
]
SILENT = [
    ("GG! 🎉👍🏽 ❤️", "GG!"),
    ("🎉", ""),
    ("Kappa", ""),
    ("Nice one Kappa", "Nice one"),
    ("PogChamp! We won.", "We won."),
    ("We did it! monkaS PogChamp Next round.", "We did it! Next round."),
    ("That was a Kappa moment.", "That was a kappa moment."),
    ("Kappa is an emote.", "kappa is an emote."),
]


@pytest.mark.parametrize(("shown", "language", "spoken"), NAMED)
def test_pictures_have_their_names(shown: str, language: str, spoken: str) -> None:
    assert pronounce(shown, language, PronunciationSettings(emoji="name")) == spoken


@pytest.mark.parametrize("emoji", ["silent", "sound"])
@pytest.mark.parametrize(("shown", "spoken"), SILENT)
def test_pictures_are_silent_unless_they_are_words_of_a_sentence(
    shown: str, spoken: str, emoji: Literal["silent", "sound"]
) -> None:
    assert pronounce(shown, "en", PronunciationSettings(emoji=emoji)) == spoken
