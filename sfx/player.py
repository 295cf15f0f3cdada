"""The sound player: a stage client that plays speech and clips, and reports what was heard."""

import logging
import sys

from PySide6.QtCore import QObject, QUrl, Signal

from overlay.client.link import StageConnection
from performer.core.audio import Sound
from performer.stage.protocol.messages import Clip, Hello, Hush, Message, Meter, Soften, Wake
from sfx.clips import ClipCache, Clips
from sfx.decoder_process import codecs_left_out
from sfx.devices import OutputDevices
from sfx.ducking import ClipDucking
from sfx.intake import PieceIntake, RejectedPiece
from sfx.meter import LevelMeter
from sfx.server_watchdog import ServerWatchdog
from sfx.speech import SpeechPlayer

_log = logging.getLogger(__name__)


class Player(QObject):
    """Connects the parts; `start` begins."""

    worn_out = Signal(object)
    """Why only a new process can play sound again, as text."""

    def __init__(self, url: QUrl, *, speech_device: str, clip_device: str, volume: float, hold_ms: int) -> None:
        super().__init__()
        with codecs_left_out():
            self._watchdog = ServerWatchdog(parent=self) if sys.platform == "linux" else None
            self._devices = OutputDevices(speech=speech_device, clips=clip_device, parent=self)
        self._cache = ClipCache(url, parent=self)
        self._intake = PieceIntake()
        ducking = ClipDucking(parent=self)
        self._speech = SpeechPlayer(self._devices, ducking, volume=volume, hold_ms=hold_ms, parent=self)
        self._clips = Clips(self._devices, self._cache, ducking, volume=volume, parent=self)
        self._meter = LevelMeter(lambda: [*self._speech.sounding, *self._clips.sounding], parent=self)
        self._connection = StageConnection(url, parent=self)
        self._connection.opened.connect(self._greet)
        self._connection.lost.connect(self._fall_silent)
        self._connection.received.connect(self._take)
        self._connection.filled.connect(self._fill)
        self._devices.changed.connect(self._follow_devices)
        self._speech.reported.connect(self._connection.say)
        self._clips.reported.connect(self._connection.say)
        self._meter.measured.connect(self._connection.say)
        if self._watchdog is not None:
            self._watchdog.severed.connect(self._wear_out)

    def start(self) -> None:
        """Connect to the stage, now and whenever it is lost."""
        _log.info("%s", self._devices.hello.why)
        self._connection.open()

    def _greet(self) -> None:
        self._speech.begin_anew()
        self._connection.say(self._devices.hello)

    def _fall_silent(self) -> None:
        """Stop: no Hush could come any more, and the stage that comes back knows nothing of what waits."""
        self._intake.forget()
        self._meter.watch(is_watched=False)
        self._hush("the connection to the stage was lost")
        self._cache.forget()

    def _take(self, message: Message) -> None:
        match message:
            case Sound():
                self._reject(self._intake.announce(message))
            case Clip():
                self._check_server()
                self._clips.play(message)
            case Hush(speech_only=True):
                self._speech.hush()
            case Hush():
                self._hush()
            case Soften(share=share):
                self._speech.soften(share)
            case Meter(is_on=is_watched):
                self._meter.watch(is_watched=is_watched)
            case Wake():
                self._check_server()
                self._speech.wake()
            case _:
                pass

    def _fill(self, payload: bytes) -> None:
        sound = self._intake.fill(payload)
        if isinstance(sound, RejectedPiece):
            self._reject(sound)
            return
        self._check_server()
        self._speech.take(sound, payload)

    def _reject(self, rejected: RejectedPiece | None) -> None:
        if rejected is None:
            return
        _log.warning("A piece of speech cannot be played: %s.", rejected.trouble)
        if rejected.id:
            self._speech.reject(rejected.id, rejected.trouble)

    def _hush(self, trouble: str = "") -> None:
        self._speech.hush(trouble)
        self._clips.hush(trouble)

    def _follow_devices(self, hello: Hello) -> None:
        self._connection.say(hello)
        if not hello.sounds:
            self._hush(hello.why)
            return
        self._speech.leave(self._devices.present)
        self._clips.leave(self._devices.present)

    def _check_server(self) -> None:
        if self._watchdog is not None:
            self._watchdog.check()

    def _wear_out(self, why: str) -> None:
        self._devices.mark_all_unusable(why)
        self._connection.flush()
        self.worn_out.emit(why)
