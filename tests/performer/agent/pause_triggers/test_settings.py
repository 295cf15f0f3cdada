"""The settings of the pauses: one name is a list, and a key is read at once."""

import pytest
from pydantic import ValidationError

from performer.agent.pause_triggers.settings import PausesSettings


def test_one_name_is_a_list_of_one() -> None:
    settings = PausesSettings.model_validate({"scenes": "BRB", "programs": ["keepass*"]})

    assert (settings.scenes, settings.programs) == (("BRB",), ("keepass*",))


def test_a_key_is_read_at_once_and_none_is_none() -> None:
    assert PausesSettings.model_validate({"shortcut": " Ctrl+Alt+P "}).shortcut == "Ctrl+Alt+P"
    assert PausesSettings.model_validate({"shortcut": "  "}).shortcut == ""
    with pytest.raises(ValidationError):
        PausesSettings.model_validate({"shortcut": "Ctrl+Banana"})
