"""The keys as people write them."""

import pytest
from pydantic import ValidationError

from performer.agent.game_keys.settings import KeySettings
from performer.agent.pause_triggers.settings import Shortcut


def test_a_key_is_written_as_people_do_and_an_empty_one_is_none() -> None:
    keys = KeySettings(hush="ctrl + alt + h", pause=" ", react="f7")

    assert (keys.hush, keys.pause, keys.react) == ("Ctrl+Alt+H", "", "F7")
    assert keys.list_shortcuts() == {"hush": Shortcut.read("Ctrl+Alt+H"), "react": Shortcut.read("F7")}


def test_two_orders_on_one_key_are_named() -> None:
    with pytest.raises(ValidationError, match=r"F9 is asked for twice: keys.hush has it, and so has keys.react"):
        KeySettings(hush="F9", react="f9")


@pytest.mark.parametrize("words", ["h", "Shift+H", "Ctrl+Banana"])
def test_a_key_that_text_needs_or_that_is_none_is_refused(words: str) -> None:
    with pytest.raises(ValidationError):
        KeySettings(hush=words)
