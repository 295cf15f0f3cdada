"""The guard: what is stopped, what is masked, what is cut, and that a broken one lets nothing out."""

from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.core.files.home import Home
from performer.guard.guard import Guard, make_guard
from performer.guard.settings import GuardSettings
from performer.guard.verdict import Dropped, GuardActions, Masked, Pass, format_full_label

BLOCKED = ["plonk", "grumble bee"]


@pytest.mark.parametrize(
    "text",
    [
        "what a plonk",
        "PLONK!",
        "Ｐｌｏｎｋ",
        "pl\u200bonk",
        "plönk",
        "𝓹𝓵𝓸𝓷𝓴",
        "You _plonk_!",
        "grumble_bee",
        "a grumble   bee",
        "a Grumble\nBee.",
    ],
)
def test_a_blocked_word_is_found_in_plain_disguises(text: str) -> None:
    assert Guard(words=BLOCKED).sentence(text) == Dropped(reason="your list")


def test_a_text_can_be_judged_strictly_whatever_the_level_is() -> None:
    guard = Guard(GuardSettings(level="loose"))

    assert guard.check("what a shitty boss", limit=99) == Pass(text="what a shitty boss")
    assert isinstance(guard.check("what a shitty boss", limit=99, strictly=True), Dropped)


@pytest.mark.parametrize("text", ["plonkton", "kerplonk", "grumble, bee", "a clean line"])
def test_a_word_is_only_found_whole(text: str) -> None:
    assert Guard(words=BLOCKED).sentence(text) == Pass(text=text)


def test_masking_hides_just_the_hit() -> None:
    guard = Guard(GuardSettings(actions=GuardActions(own="mask")), BLOCKED)

    assert guard.sentence("Oh, Plönk again") == Masked(text="Oh, ●●● again", reason="your list")


def test_long_texts_are_cut_between_words() -> None:
    verdict = Guard(GuardSettings(overlay_chars=20)).overlay("one two three four five six")

    assert verdict == Pass(text="one two three four…")


def test_characters_nobody_can_see_are_left_out_and_emoji_stay_whole() -> None:
    assert Guard().sentence("a\u202eb\x07 c\u00ad 👩\u200d🚀 ❤\ufe0f") == Pass(text="ab c 👩\u200d🚀 ❤\ufe0f")


def test_an_allow_list_at_home_or_in_the_settings_lets_its_words_pass(tmp_path: Path) -> None:
    home = Home(config=tmp_path, data=tmp_path)
    home.blocklist_file.write_text("\ufeffplonk*\n", encoding="utf-8")
    assert make_guard(GuardSettings(), home).sentence("Plonkton") == Dropped(reason="your list")

    home.allowlist_file.write_text("plonkton  # a place in the game\n", encoding="utf-8")
    assert make_guard(GuardSettings(), home).sentence("Plonkton") == Pass(text="Plonkton")
    assert make_guard(GuardSettings(), home).sentence("plonkster") == Dropped(reason="your list")


@settings(max_examples=25)
@given(
    st.integers(900, 1100), st.sampled_from(["x ", ".", "x, "]), st.sampled_from(["grumble bee", "plonk", "p l o n k"])
)
def test_of_a_long_text_that_is_written_down_what_lies_on_the_border_of_two_pieces_is_masked(
    before: int, filler: str, word: str
) -> None:
    begin = (filler * before)[:before] + " "
    text = f"{begin}{word} at the end of {'a long story ' * 100}"

    assert Guard(words=["plonk", "grumble bee"], finders=()).recorded(text) == text.replace(word, "●●●")


@pytest.mark.parametrize(
    "text",
    [
        "You <plonk>",
        "a <grumble bee> b",
        "</plonk>",
        "<i class=plonk>",
        "1<plonk and 2>1",
        "pl<b>on</b>k",
        "<b>plonk</b>",
    ],
)
def test_words_in_angle_brackets_are_looked_at_as_they_stand_and_without_them(text: str) -> None:
    assert isinstance(Guard(words=BLOCKED, finders=()).sentence(text), Dropped)


def test_what_the_cut_went_through_is_hidden_whole() -> None:
    guard = Guard(GuardSettings(overlay_chars=30))

    verdict = guard.overlay("my.own.joe.somebody@example.com")
    assert isinstance(verdict, Masked)
    assert "joe" not in verdict.text


@pytest.mark.parametrize("text", ["", "...", "?!", "🎉 🎉", "—"])
def test_a_text_without_a_word_passes(text: str) -> None:
    assert Guard(words=["plonk"]).sentence(text) == Pass(text=text)


@pytest.mark.parametrize("text", ["a" * 100_000, "plonk " * 20_000, "\u200b" * 20_001])
def test_a_text_far_too_long_is_dropped_unread(text: str) -> None:
    def read(_reading: object) -> NoReturn:
        raise AssertionError

    finder = SimpleNamespace(find=read)

    guard = Guard(finders=[finder])
    assert guard.sentence(text) == Dropped(reason="it has more than 20,000 characters")
    (entry,) = guard.log.entries
    assert (entry.where, entry.action) == ("speech", "drop")
    assert format_full_label(entry.category, entry.rule) == "too long: it has more than 20,000 characters"


def test_a_text_just_short_enough_is_judged() -> None:
    assert isinstance(Guard(words=["plonk"], finders=()).sentence("plonk " * 3_333), Dropped)
    assert isinstance(Guard(finders=()).sentence("bee " * 5_000), Pass)
