"""What to do about a picture that shows nothing."""

import pytest

from performer.vision import nothing_seen
from performer.vision.nothing_seen import explain_black, explain_frozen, find_black_remedy


@pytest.mark.parametrize(
    ("system", "remedy"), [("win32", "borderless"), ("darwin", "screen recording"), ("linux", "Is the monitor on?")]
)
def test_each_system_has_its_remedy_for_a_black_screen(system: str, remedy: str) -> None:
    assert remedy in find_black_remedy(system)


def test_a_game_that_has_the_screen_for_itself_is_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    before = explain_black(), explain_frozen(60)
    monkeypatch.setattr(nothing_seen, "is_screen_taken", lambda: True)
    taken = explain_black(), explain_frozen(60)

    assert not any("for itself" in each for each in before)
    assert all("has the screen for itself (exclusive full screen)" in each for each in taken)
    assert taken[1].startswith("The picture has not changed for 60 s")


def test_a_game_that_fills_the_screen_is_not_told_to_be_borderless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nothing_seen, "is_screen_filled", lambda: True)

    assert "set frames.source to recorder" in explain_black()
    assert "borderless" not in explain_black()

    monkeypatch.setattr(nothing_seen, "is_screen_taken", lambda: True)
    assert "exclusive full screen" in explain_black()
