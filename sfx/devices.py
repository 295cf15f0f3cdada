"""Which devices sound, or why none does; what the machine plugs in and takes away is followed."""

import logging

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QTimer, Signal
from PySide6.QtMultimedia import QAudioDevice, QAudioSink, QMediaDevices, QtAudio

from performer.stage.protocol.messages import Hello
from sfx.line import make_pcm_format
from sfx.outlet import OutputList, OutputSelector, read_device_id

RETRY_MS = 5_000
"""How often a device that failed is tried again; a change of devices tries at once."""
_PROBE_RATE = 48_000

_log = logging.getLogger(__name__)


class OutputDevices(QObject):
    """The device for speech and the one for clips, often the same; a device that fails is stood in for by the default.

    Args:
        speech: Part of the description of the device wanted for speech; empty takes the machine's default.
        clips: The same for clips.
        parent: Who owns it.
    """

    changed = Signal(object)
    """A Hello: what the stage should know of us now. It may be the same as before when devices came or went."""

    def __init__(self, *, speech: str, clips: str, parent: QObject) -> None:
        super().__init__(parent)
        self.speech = OutputSelector(speech)
        self.clips = OutputSelector(clips)
        self._doubts: dict[bytes, str] = {}
        self._watch = QMediaDevices(self)
        self._watch.audioOutputsChanged.connect(self._look_again)
        self._retry = QTimer(self)
        self._retry.setInterval(RETRY_MS)
        self._retry.timeout.connect(self._probe)
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

    def doubt(self, device: bytes, why: str) -> None:
        """Take a device for unusable, until it is tried again with success."""
        self._doubts[device] = why
        self._retry.start()
        self._update()

    def mark_all_unusable(self, why: str) -> None:
        """Take every device for unusable: what they all need is gone."""
        self._doubts = dict.fromkeys(_present() | self._present, why)
        self._retry.start()
        self._update()

    def _look_again(self) -> None:
        self._doubts.clear()
        self._retry.stop()
        self._update()

    def _probe(self) -> None:
        for device in QMediaDevices.audioOutputs():
            if read_device_id(device) in self._doubts and _is_openable(device):
                del self._doubts[read_device_id(device)]
        if not self._doubts:
            self._retry.stop()
        self._update()

    def _update(self) -> None:
        before = self._hello, self._present
        self._hello, self._present = self._choose(), _present()
        if (self._hello, self._present) != before:
            _log.info("%s", self._hello.why)
            self.changed.emit(self._hello)

    def _choose(self) -> Hello:
        outputs = OutputList(
            all=QMediaDevices.audioOutputs(), default=QMediaDevices.defaultAudioOutput(), doubts=self._doubts
        )
        self.speech.choose(outputs)
        self.clips.choose(outputs, spare=self.speech.chosen)
        if not outputs.all:
            return Hello(client="sfx", sounds=False, why="no sound device found")
        if self.speech.chosen is None:
            doubts = ", ".join(dict.fromkeys(self._doubts.values()))
            return Hello(client="sfx", sounds=False, why=f"no sound device works: {doubts}")
        return Hello(client="sfx", sounds=True, why=self._words())

    def _words(self) -> str:
        if self.clips.words == self.speech.words:
            return self.speech.words
        return f"speech on {self.speech.words}, clips on {self.clips.words}"


def _present() -> frozenset[bytes]:
    return frozenset(map(read_device_id, QMediaDevices.audioOutputs()))


def _is_openable(device: QAudioDevice) -> bool:
    """Try the device with a hundredth of a second of silence."""
    silence = QBuffer()
    silence.setData(QByteArray(bytes(_PROBE_RATE // 100 * 2)))
    silence.open(QIODevice.OpenModeFlag.ReadOnly)
    sink = QAudioSink(device, make_pcm_format(_PROBE_RATE, 1))
    sink.start(silence)
    opened = sink.state() != QtAudio.State.StoppedState
    sink.reset()
    return opened
