"""Names compared."""

import pytest

from performer.models.toolcalls.text.schema.spelling import count_slips, fold, split_name


@pytest.mark.parametrize("name", ["play_sfx", "playSfx", "PLAY-SFX", "Play sfx", " play.sfx ", "`play\\_sfx`"])
def test_dress_does_not_matter(name: str) -> None:
    assert fold(name) == "playsfx"
    assert count_slips(name, "play_sfx") == 0


@pytest.mark.parametrize("name", ["playSfx2", "play_sfx2", "Play-Sfx2"])
def test_names_part_at_signs_and_humps(name: str) -> None:
    assert split_name(name) == ("play", "sfx2")


@pytest.mark.parametrize(
    ("printed", "right"),
    [
        ("txet", "text"),
        ("play_sounds", "play_sound"),
        ("drumrol", "drumroll"),
        ("grumpi", "grumpy"),
        ("aplause", "applause"),
    ],
)
def test_a_letter_lost_doubled_or_swapped_is_a_slip(printed: str, right: str) -> None:
    assert count_slips(printed, right) == 1
    assert count_slips(right, printed) == 1


@pytest.mark.parametrize(
    ("printed", "right"),
    [
        ("get_note", "set_note"),
        ("mute_mic", "unmute_mic"),
        ("move_card", "mode_card"),
        ("discord_delete", "discord_send"),
        ("channel1", "channel2"),
        ("", "wave"),
        ("lock_door", "unlock_door"),
        ("lock_door", "block_door"),
    ],
)
def test_another_word_is_no_slip(printed: str, right: str) -> None:
    assert count_slips(printed, right, most=2) is None
    assert count_slips(right, printed, most=2) is None
