"""The switches of privacy that keep programs from the microphone, in a played registry."""

import pytest

from performer.core.platform.windows_privacy import explain_microphone_refusal
from tests.performer.core.platform.played_windows import play_windows

KEY = "\\Microsoft\\Windows\\CurrentVersion\\CapabilityAccessManager\\ConsentStore\\microphone"
MACHINE, PERSON = f"HKLM\\SOFTWARE{KEY}", f"HKCU\\Software{KEY}"


@pytest.mark.parametrize(
    ("path", "switch"),
    [
        (MACHINE, "Microphone access"),
        (PERSON, "Let apps access your microphone"),
        (f"{PERSON}\\NonPackaged", "Let desktop apps access your microphone"),
    ],
)
def test_the_switch_that_is_off_is_named_with_the_way_to_it(
    path: str, switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = play_windows(monkeypatch)
    windows.registry = {(each, "Value"): "Allow" for each in (MACHINE, PERSON, f"{PERSON}\\NonPackaged")}

    assert explain_microphone_refusal() is None
    windows.registry[path, "Value"] = "Deny"
    refusal = explain_microphone_refusal()
    assert refusal is not None
    assert f'"{switch}" is off' in refusal
    assert "ms-settings:privacy-microphone" in refusal


def test_a_windows_without_these_switches_refuses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    play_windows(monkeypatch)

    assert explain_microphone_refusal() is None
