"""The output device for one kind of sound: the one that the user wants, else one that can be used."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtMultimedia import QAudioDevice, QAudioFormat, QMediaDevices


@dataclass(frozen=True, kw_only=True)
class OutputList:
    """The devices of the machine, as they are now."""

    all: Sequence[QAudioDevice]
    default: QAudioDevice
    doubts: Mapping[bytes, str]
    """The reasons why some devices cannot be used, by id."""

    def choose(self, wanted: str, spare: QAudioDevice | None = None) -> tuple[QAudioDevice | None, str]:
        """Return the wanted device, else the default, else the spare one, whichever can be used, or None.

        A device is wanted by a part of its description, or by an empty text for the machine's default. The second value
        is its description, and why it is not the wanted one.
        """
        matching = [each for each in self.all if _is_wanted(each, wanted)]
        # A machine without a default has devices all the same.
        default = self.all[0] if self.default.isNull() and self.all else self.default
        chosen = next(filter(self.is_usable, [*matching, default, spare]), None)
        return chosen, "" if chosen is None else self._describe(chosen, wanted, matching)

    def is_usable(self, device: QAudioDevice | None) -> bool:
        """Whether a device is there and can be used, as far as is known."""
        return device is not None and not device.isNull() and read_device_id(device) not in self.doubts

    def _describe(self, chosen: QAudioDevice, wanted: str, matching: Sequence[QAudioDevice]) -> str:
        name = chosen.description()
        if not wanted or _is_wanted(chosen, wanted):
            return name
        if matching:
            return f"{name} (the default: {self.doubts[read_device_id(matching[0])]})"
        known = ", ".join(f"'{each.description()}'" for each in self.all)
        return f"{name} (the default: no device is called '{wanted}'; there are {known})"


def _is_wanted(device: QAudioDevice, wanted: str) -> bool:
    return bool(wanted) and wanted.casefold() in device.description().casefold()


def list_outputs() -> list[str]:
    """List the output devices by their descriptions, the system's own first."""
    devices = [QMediaDevices.defaultAudioOutput(), *QMediaDevices.audioOutputs()]
    return list(dict.fromkeys(each.description() for each in devices if not each.isNull()))


def read_device_id(device: QAudioDevice) -> bytes:
    """Return Qt's id of a device."""
    return bytes(device.id().data())


def make_pcm_format(rate: int, channels: int) -> QAudioFormat:
    """Return Qt's description of signed 16-bit PCM."""
    pcm = QAudioFormat()
    pcm.setSampleRate(rate)
    pcm.setChannelCount(channels)
    pcm.setSampleFormat(QAudioFormat.SampleFormat.Int16)
    return pcm
