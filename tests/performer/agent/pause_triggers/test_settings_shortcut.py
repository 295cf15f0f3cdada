"""A global key as people write it."""

import pytest

from performer.agent.pause_triggers.settings import Shortcut


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("Ctrl+Alt+P", "Ctrl+Alt+P"),
        ("alt + control + p", "Ctrl+Alt+P"),
        ("F13", "F13"),
        ("shift+f5", "Shift+F5"),
        ("Win+Space", "Super+Space"),
        ("cmd+1", "Super+1"),
        ("pause", "Pause"),
    ],
)
def test_any_usual_spelling_is_read(words: str, written: str) -> None:
    assert str(Shortcut.read(words)) == written


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("Ctrl+Hyper+P", "'Hyper' in 'Ctrl\\+Hyper\\+P' is no modifier"),
        ("Ctrl+Alt+Delete", "'Delete' in 'Ctrl\\+Alt\\+Delete' is no key for this"),
        ("P", "'P' would be taken away from every game"),
        ("Shift+P", "would be taken away"),
        ("F25", "no key for this"),
        ("Ctrl+", "no key for this"),
    ],
)
def test_another_is_refused_with_what_was_expected(words: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Shortcut.read(words)
