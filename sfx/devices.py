"""The devices that play sound, or why none does; devices that are plugged in or taken away are followed."""

import logging

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, Signal
from PySide6.QtMultimedia import QAudioDevice, QAudioSink, QMediaDevices, QtAudio

from overlay.client.process import make_timer
from performer.stage.protocol.messages import Hello
from sfx.outlet import OutputList, make_pcm_format, read_device_id

RETRY_MS = 5_000
"""How often a failed device is tried again; a change of devices tries at once."""
_PROBE_RATE = 48_000

_log = logging.getLogger(__name__)


class OutputDevices(QObject):
    """The device for speech and the one for clips, often the same; the default stands in for a device that fails.

    Each is wanted by a part of its description; empty is the machine's default.
    """

    changed = Signal(object)
    """The Hello for the stage. It may be the same as before when devices came or went."""

    def __init__(self, *, speech: str, clips: str, parent: QObject) -> None:
        super().__init__(parent)
        self._wanted = speech, clips
        self.speech: QAudioDevice | None = None
        """The device for speech; None while no device can be used."""
        self.clips: QAudioDevice | None = None
        """The device for clips, likewise."""
        self._doubts: dict[bytes, str] = {}
        self._watch = QMediaDevices(self)
        self._watch.audioOutputsChanged.connect(self._look_again)
        self._retry = make_timer(self, self._probe, RETRY_MS)
        self.present = _find_present()
        """The ids of the devices that are there."""
        self.hello = self._choose()
        """Our name, and whether we can play sound."""

    @property
    def trouble(self) -> str:
        """Why no device can play sound; empty if one can."""
        return "" if self.hello.sounds else self.hello.why

    def doubt(self, device: bytes, why: str) -> None:
        """Mark a device as unusable, until it is tried again with success."""
        self._doubts[device] = why
        self._retry.start()
        self._update()

    def doubt_unopened(self, device: QAudioDevice) -> None:
        """Mark a device that did not open as unusable."""
        self.doubt(read_device_id(device), f"sound device '{device.description()}' does not open")

    def mark_all_unusable(self, why: str) -> None:
        """Mark every device as unusable: what they all need is gone."""
        self._doubts = dict.fromkeys(_find_present() | self.present, why)
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
        before = self.hello, self.present
        self.hello, self.present = self._choose(), _find_present()
        if (self.hello, self.present) != before:
            _log.info("%s", self.hello.why)
            self.changed.emit(self.hello)

    def _choose(self) -> Hello:
        outputs = OutputList(
            all=QMediaDevices.audioOutputs(), default=QMediaDevices.defaultAudioOutput(), doubts=self._doubts
        )
        for_speech, for_clips = self._wanted
        self.speech, speech = outputs.choose(for_speech)
        self.clips, clips = outputs.choose(for_clips, spare=self.speech)
        if not outputs.all:
            return Hello(client="sfx", why="no sound device found")
        if self.speech is None:
            return Hello(client="sfx", why=f"no sound device works: {', '.join(dict.fromkeys(self._doubts.values()))}")
        why = speech if speech == clips else f"speech on {speech}, clips on {clips}"
        return Hello(client="sfx", sounds=True, why=why)


def _find_present() -> frozenset[bytes]:
    return frozenset(map(read_device_id, QMediaDevices.audioOutputs()))


def _is_openable(device: QAudioDevice) -> bool:
    """Whether a device opens for a hundredth of a second of silence."""
    silence = QBuffer()
    silence.setData(QByteArray(bytes(_PROBE_RATE // 100 * 2)))
    silence.open(QIODevice.OpenModeFlag.ReadOnly)
    sink = QAudioSink(device, make_pcm_format(_PROBE_RATE, 1))
    sink.start(silence)
    opened = sink.state() != QtAudio.State.StoppedState
    sink.reset()
    return opened
