"""Which device one kind of sound goes to, when some cannot be used."""

from dataclasses import dataclass
from typing import cast

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtMultimedia import QAudioDevice

from sfx.outlet import OutputList


@dataclass(frozen=True)
class Device:
    """Qt's device, which only a real one can be made of."""

    name: str

    def description(self) -> str:
        return self.name

    def id(self) -> QByteArray:
        return QByteArray(self.name.encode())

    def isNull(self) -> bool:  # noqa: N802 - Qt's name
        return not self.name


def device(name: str) -> QAudioDevice:
    return cast("QAudioDevice", Device(name))


def chosen(wanted: str, *, default: str = "Speakers", doubts: str = "", spare: str = "") -> tuple[str, str]:
    """Choose among three devices; tell which one it is, and its words."""
    outputs = OutputList(
        all=[device(name) for name in ("Cable", "Speakers", "Headset")],
        default=device(default),
        doubts={name.encode(): f"{name} does not open" for name in doubts.split()},
    )
    found, words = outputs.choose(wanted, device(spare) if spare else None)
    return found.description() if found else "", words


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (chosen(""), ("Speakers", "Speakers")),
        (chosen("head"), ("Headset", "Headset")),
        (chosen("head", doubts="Headset"), ("Speakers", "Speakers (the default: Headset does not open)")),
        (chosen("", doubts="Speakers"), ("", "")),
        (chosen("", doubts="Speakers", spare="Cable"), ("Cable", "Cable")),
        (chosen("", default=""), ("Cable", "Cable")),
        (
            chosen("horn"),
            (
                "Speakers",
                "Speakers (the default: no device is called 'horn'; there are 'Cable', 'Speakers', 'Headset')",
            ),
        ),
    ],
)
def test_the_wanted_device_is_taken_else_the_default_else_the_spare_one(
    found: tuple[str, str], expected: tuple[str, str]
) -> None:
    assert found == expected
