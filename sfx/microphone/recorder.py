"""The recorder: it records one input device by Qt, and follows it when it is unplugged and comes back.

WORKAROUND Qt 6.11 hears from PulseAudio of inputs that come, but not of those that go, and the server moves a recording
whose input has gone to any other input: a person would be recorded whom nobody chose. So `pactl`, if there is one, is
asked every five seconds.
"""

import shutil
import time
from typing import Final

from PySide6.QtCore import QIODevice, QObject, QProcess, QTimer, Signal
from PySide6.QtMultimedia import QAudioDevice, QAudioFormat, QAudioSource, QMediaDevices, QtAudio

from sfx.microphone.samples import RATE, SampleConverter
from sfx.outlet import make_pcm_format, read_device_id

_EVERY_MS: Final = 5_000
_FIRST_MS: Final = 1_000


class DeviceWatch(QObject):
    """Watches one input by its id; an id that pactl never knew (another sound system's) is not watched."""

    gone = Signal(object)
    """The id of an input that was there and is not any more."""

    def __init__(self, *, parent: QObject) -> None:
        super().__init__(parent)
        self._id = b""
        self._was_there = False
        self._pactl = QProcess(self)
        self._pactl.finished.connect(self._compare)
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self._ask)
        self._program = shutil.which("pactl")

    def watch(self, device_id: bytes) -> None:
        """Watch this input from now on instead of another one; an empty id watches none.

        Returns once the first answer is there, some 10 ms later: an input that went before it would not be missed.
        """
        self._id, self._was_there = device_id, False
        if device_id and self._program:
            self._timer.start()
            self._ask()
            self._pactl.waitForFinished(_FIRST_MS)
        else:
            self._timer.stop()

    def _ask(self) -> None:
        if self._program and self._pactl.state() == QProcess.ProcessState.NotRunning:
            self._pactl.start(self._program, ["list", "short", "sources"])

    def _compare(self, code: int) -> None:
        lines = bytes(self._pactl.readAllStandardOutput().data()).splitlines()
        known = [line.split(b"\t")[1] for line in lines if b"\t" in line]
        if code != 0 or not self._id:
            return
        if self._id in known:
            self._was_there = True
        elif self._was_there:
            gone, self._id = self._id, b""
            self._timer.stop()
            self.gone.emit(gone)


def list_inputs() -> list[str]:
    """List the input devices by their descriptions, the system's own first."""
    devices = [QMediaDevices.defaultAudioInput(), *QMediaDevices.audioInputs()]
    return list(dict.fromkeys(each.description() for each in devices if not each.isNull()))


_DEAF_AFTER_S: Final = 4.0
"""A device that gives nothing for so long is opened anew; a sleeping device takes two seconds to wake."""
_WAITS_US: Final = 500_000
"""The most sound that may wait for us, on a busy machine, before some is lost."""
_CHECK_EVERY_MS: Final = 1000


class MicRecorder(QObject):
    """Keeps the wanted device open, or waits for it; `wanted` is part of its description, empty for the default."""

    heard = Signal(object)
    """The sound as 16 kHz mono 16-bit bytes."""
    changed = Signal(str, str)
    """The device that is recorded now, empty when there is none, and why."""
    passed = Signal()
    """A second has passed."""

    def __init__(self, wanted: str, *, parent: QObject) -> None:
        super().__init__(parent)
        self._wanted = wanted
        self._devices = QMediaDevices(self)
        self._device: QAudioDevice | None = None
        self._source: QAudioSource | None = None
        self._sound: QIODevice | None = None
        self._conversion = SampleConverter(RATE, 1)
        self._gone: set[bytes] = set()
        self._heard_at = 0.0
        self._deaf = b""
        """The id of the device that gives nothing; empty while none is known to."""
        self._said = ("", "")
        self._presence = DeviceWatch(parent=self)
        self._presence.gone.connect(self._note_gone)
        self._watch = QTimer(self, interval=_CHECK_EVERY_MS)
        self._watch.timeout.connect(self._check_source)
        self._devices.audioInputsChanged.connect(self._begin_again)

    def start(self) -> None:
        """Open the device, and check it every second."""
        self._choose()
        self._watch.start()

    def _begin_again(self) -> None:
        """Open the device anew: it may be another, or the same one back after its recording was moved elsewhere."""
        self._gone.clear()
        self._reopen()

    def _note_gone(self, device_id: bytes) -> None:
        self._gone.add(device_id)
        self._reopen()

    def _reopen(self) -> None:
        self._close()
        self._choose()

    def _choose(self) -> None:
        """Open the device to be recorded, or report once why there is none."""
        device, why = self._find_device()
        if device is not None:
            self._open(device)
        else:
            self._emit_change("", why)

    def _find_device(self) -> tuple[QAudioDevice | None, str]:
        inputs = [each for each in QMediaDevices.audioInputs() if read_device_id(each) not in self._gone]
        if not inputs:
            return None, "there is no microphone"
        if not self._wanted:
            default = QMediaDevices.defaultAudioInput()
            is_there = not default.isNull() and read_device_id(default) not in self._gone
            return (default if is_there else inputs[0]), ""
        wanted = self._wanted.casefold()
        for each in inputs:
            if wanted in each.description().casefold():
                return each, ""
        # Never another one: the streamer has chosen what may be heard.
        known = ", ".join(f"'{each.description()}'" for each in inputs)
        return None, f"no microphone is called '{self._wanted}'; there are {known}"

    def _open(self, device: QAudioDevice) -> None:
        form = _choose_format(device)
        self._conversion = SampleConverter(form.sampleRate(), form.channelCount())
        source = QAudioSource(device, form, self)
        source.setBufferSize(form.bytesForDuration(_WAITS_US))
        sound = source.start()
        if source.error() != QtAudio.Error.NoError or not sound.isOpen():
            source.deleteLater()
            self._emit_change("", f"{device.description()} cannot be opened: {source.error().name}")
            return
        self._device, self._source, self._sound = device, source, sound
        self._heard_at = time.monotonic()
        sound.readyRead.connect(self._read)
        self._presence.watch(read_device_id(device))
        if read_device_id(device) != self._deaf:
            self._emit_change(device.description(), "")

    def _emit_change(self, device: str, why: str) -> None:
        """Emit what is recorded, when that has changed."""
        if (device, why) != self._said:
            self._said = (device, why)
            self.changed.emit(device, why)

    def _close(self) -> None:
        source, self._source, self._sound = self._source, None, None
        self._presence.watch(b"")
        if source is not None:
            source.stop()
            source.deleteLater()

    def _read(self) -> None:
        if self._sound is None:
            return
        pcm = self._sound.readAll().data()
        if pcm:
            self._heard_at = time.monotonic()
            self._note_sound()
            self.heard.emit(self._conversion.take(bytes(pcm)))

    def _note_sound(self) -> None:
        if self._deaf and self._device is not None:
            self._deaf = b""
            self._emit_change(self._device.description(), "")

    def _note_deaf(self) -> None:
        assert self._device is not None
        self._deaf = read_device_id(self._device)
        self._emit_change("", f"{self._device.description()} gives no sound; another program may hold it")

    def _check_source(self) -> None:
        """Open anew what was lost silently: a device that cannot be opened, or gives nothing any more."""
        self.passed.emit()
        if self._source is not None and time.monotonic() - self._heard_at > _DEAF_AFTER_S:
            self._note_deaf()
            self._close()
        if self._source is None:
            self._choose()


def _choose_format(device: QAudioDevice) -> QAudioFormat:
    """Choose the detector's format, else the one that the device prefers, in 16 bit."""
    form = make_pcm_format(RATE, 1)
    if device.isFormatSupported(form):
        return form
    preferred = device.preferredFormat()
    # The one of a headset on the telephone may be 8 kHz.
    return make_pcm_format(preferred.sampleRate(), preferred.channelCount())
