"""Which device sounds, or why none does; what the machine plugs in and takes away is followed."""

import logging

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QTimer, Signal
from PySide6.QtMultimedia import QAudioDevice, QAudioSink, QMediaDevices, QtAudio

from performer.messages import Hello
from sfx.line import pcm_format

RETRY_MS = 5_000
"""How often a device that failed is tried again; a change of devices tries at once."""
_PROBE_RATE = 48_000

_log = logging.getLogger(__name__)


class Devices(QObject):
    """The device that the user wants, else the machine's default, as long as it can be used."""

    changed = Signal(object)
    """A Hello: what the stage should know of us now. It may be the same as before when devices came or went."""

    def __init__(self, wanted: str, *, parent: QObject) -> None:
        super().__init__(parent)
        self._wanted = wanted
        self._doubt = ""
        self._watch = QMediaDevices(self)
        self._watch.audioOutputsChanged.connect(self._look_again)
        self._retry = QTimer(self)
        self._retry.setInterval(RETRY_MS)
        self._retry.timeout.connect(self._probe)
        self.chosen: QAudioDevice | None = None
        """None while nothing can sound."""
        self._present = _present()
        self._hello = self._choose()

    @property
    def hello(self) -> Hello:
        """Say who we are and whether we sound."""
        return self._hello

    @property
    def trouble(self) -> str:
        """Say why nothing can sound; empty when all is well."""
        return "" if self._hello.sounds else self._hello.why

    @property
    def present(self) -> frozenset[bytes]:
        """Tell the ids of the devices that are there."""
        return self._present

    def doubt(self, why: str) -> None:
        """Take the device for unusable, until it is tried again with success."""
        self._doubt = why
        self._retry.start()
        self._update()

    def _look_again(self) -> None:
        self._trust()
        self._update()

    def _probe(self) -> None:
        device = self._find()
        if device is not None and _opens(device):
            self._trust()
            self._update()

    def _trust(self) -> None:
        self._doubt = ""
        self._retry.stop()

    def _update(self) -> None:
        before = self._hello, self._present
        self._hello, self._present = self._choose(), _present()
        if (self._hello, self._present) != before:
            _log.info("%s", self._hello.why)
            self.changed.emit(self._hello)

    def _choose(self) -> Hello:
        device = self._find()
        self.chosen = None if self._doubt else device
        if device is None:
            return Hello(client="sfx", sounds=False, why="no sound device found")
        if self._doubt:
            return Hello(client="sfx", sounds=False, why=f"no sound device works: {self._doubt}")
        return Hello(client="sfx", sounds=True, why=self._words_for(device))

    def _find(self) -> QAudioDevice | None:
        outputs = QMediaDevices.audioOutputs()
        matching = [each for each in outputs if self._is_wanted(each)]
        default = QMediaDevices.defaultAudioOutput()
        if matching:
            return matching[0]
        if not default.isNull():
            return default
        return outputs[0] if outputs else None

    def _words_for(self, device: QAudioDevice) -> str:
        if not self._wanted or self._is_wanted(device):
            return device.description()
        known = ", ".join(f"'{each.description()}'" for each in QMediaDevices.audioOutputs())
        return f"{device.description()} (the default: no device is called '{self._wanted}'; there are {known})"

    def _is_wanted(self, device: QAudioDevice) -> bool:
        return bool(self._wanted) and self._wanted.casefold() in device.description().casefold()


def _present() -> frozenset[bytes]:
    return frozenset(bytes(each.id().data()) for each in QMediaDevices.audioOutputs())


def _opens(device: QAudioDevice) -> bool:
    """Try the device with a hundredth of a second of silence."""
    silence = QBuffer()
    silence.setData(QByteArray(bytes(_PROBE_RATE // 100 * 2)))
    silence.open(QIODevice.OpenModeFlag.ReadOnly)
    sink = QAudioSink(device, pcm_format(_PROBE_RATE, 1))
    sink.start(silence)
    opened = sink.state() != QtAudio.State.StoppedState
    sink.reset()
    return opened
