"""Windows: whether the person's settings of privacy keep programs from the microphone."""

from typing import Final

from performer.core.own_text import OwnText, own
from performer.core.platform.windows_registry import read_value

_STORE: Final = "\\CurrentVersion\\CapabilityAccessManager\\ConsentStore\\microphone"
_OF_MACHINE: Final = f"HKLM\\SOFTWARE\\Microsoft\\Windows{_STORE}"
_OF_PERSON: Final = f"HKCU\\Software\\Microsoft\\Windows{_STORE}"
_SWITCHES: Final = {
    _OF_MACHINE: own('"Microphone access"'),
    _OF_PERSON: own('"Let apps access your microphone"'),
    f"{_OF_PERSON}\\NonPackaged": own('"Let desktop apps access your microphone"'),
}
"""Each switch of Settings by where it is kept: that of the machine, of the person, and of programs beside the Store."""


def explain_microphone_refusal() -> OwnText | None:
    """Return which switch keeps every program from the microphone, and where it is; None: none does."""
    for path, switch in _SWITCHES.items():
        if read_value(path, "Value") == "Deny":
            return own(
                "Windows lets no program hear the microphone: {switch} is off, in Settings > Privacy & security"
                " > Microphone (Win+R, ms-settings:privacy-microphone)",
                switch=switch,
            )
    return None
