"""The output device for one kind of sound: the one that the user wants, else one that can be used."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtMultimedia import QAudioDevice, QAudioFormat


@dataclass(frozen=True, kw_only=True)
class OutputList:
    """The devices of the machine, as they are now."""

    all: Sequence[QAudioDevice]
    default: QAudioDevice
    doubts: Mapping[bytes, str]
    """The reasons why some devices cannot be used, by id."""

    def is_usable(self, device: QAudioDevice | None) -> bool:
        """Whether a device is there and can be used, as far as is known."""
        return device is not None and not device.isNull() and read_device_id(device) not in self.doubts


class OutputSelector:
    """Follows the devices of the machine for one kind of sound, wanted by a part of a device's description.

    An empty part means the machine's default.
    """

    def __init__(self, wanted: str) -> None:
        self._wanted = wanted
        self.chosen: QAudioDevice | None = None
        """None while no device can be used."""
        self.description = ""
        """The chosen device for people, and why it is not the wanted one."""

    def choose(self, outputs: OutputList, spare: QAudioDevice | None = None) -> None:
        """Choose the wanted device, else the default, else the spare one, whichever can be used."""
        matching = [each for each in outputs.all if self._is_wanted(each)]
        # A machine without a default has devices all the same.
        default = outputs.all[0] if outputs.default.isNull() and outputs.all else outputs.default
        usable = filter(outputs.is_usable, [*matching, default, spare])
        self.chosen = next(usable, None)
        self.description = "" if self.chosen is None else self._describe(self.chosen, matching, outputs)

    def _describe(self, chosen: QAudioDevice, matching: Sequence[QAudioDevice], outputs: OutputList) -> str:
        name = chosen.description()
        if not self._wanted or self._is_wanted(chosen):
            return name
        if matching:
            return f"{name} (the default: {outputs.doubts[read_device_id(matching[0])]})"
        known = ", ".join(f"'{each.description()}'" for each in outputs.all)
        return f"{name} (the default: no device is called '{self._wanted}'; there are {known})"

    def _is_wanted(self, device: QAudioDevice) -> bool:
        return bool(self._wanted) and self._wanted.casefold() in device.description().casefold()


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
