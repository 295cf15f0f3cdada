"""The voice's settings: what cannot be spoken with is refused where it is written."""

from typing import Any

import pytest
from pydantic import ValidationError

from performer.speech.voices.settings import VoiceSettings


@pytest.mark.parametrize("rate", [0, 8_000, 22_050, 48_000])
def test_a_rate_that_can_be_played_is_taken(rate: int) -> None:
    assert VoiceSettings.model_validate({"command": {"raw_rate": rate}}).command.raw_rate == rate


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"engine": "espek"}, "Did you mean 'espeak'"),
        ({"fallback": ["espeak", "say hello"]}, "'say hello' is no voice"),
        ({"command": {"raw_rate": 7_999}}, "expected 0 for WAV, or 8000 to 48000"),
        ({"http": {"key_variable": "MY KEY"}}, "key_variable"),
        ({"voice": "x"}, "Extra inputs"),
        ({"languages": {"de": "espek"}}, "Did you mean 'espeak'"),
        ({"languages": {"German": "espeak"}}, "languages.German"),
    ],
)
def test_anything_else_is_refused_with_what_is_wrong(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError) as refused:
        VoiceSettings.model_validate(settings)

    assert words in str(refused.value)
