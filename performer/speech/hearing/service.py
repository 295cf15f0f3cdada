"""The hearing service: the listener that runs by the settings of the microphone, and the reports about it."""

from collections.abc import Callable
from functools import partial
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.core import events
from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.events.stream import EventStream
from performer.core.files.home import Home
from performer.core.operations import LiveSettings
from performer.core.own_text import OwnText, own
from performer.core.platform import explain_microphone_refusal
from performer.core.status import Fix, Role, RoleState
from performer.speech.hearing.lessons import Lessons
from performer.speech.hearing.listener import GiveWay, HoldableSpeech, Listener, OwnLine
from performer.speech.hearing.microphone import Microphone
from performer.speech.hearing.models import OFF
from performer.speech.hearing.recognition import NOTHING_EXPECTED, ExpectedWords, SpeechRecognition
from performer.speech.hearing.samples import HeardDevice, HeardVoice, RecogniserState
from performer.speech.hearing.settings import MicSettings
from performer.speech.hearing.talk_key import TalkKeyFloor
from performer.speech.hearing.voice_activity import MicrophoneFloor

_ANSWERS_WITHIN_S: Final = 4.0
"""How long the start-up table waits for the listener to say what it hears."""


_RECOGNISER: Final = own("recogniser")
_RUNS: Final = own("it runs")
NOT_ANSWERED: Final = own("the listener has not answered yet")


class HearingService:
    """The microphone of a show; while it is off, the floor is free and nobody listens. A change of it holds at once."""

    def __init__(self, clock: Clock, stream: EventStream, settings: MicSettings, home: Home | None = None) -> None:
        self._clock, self._stream, self._settings = clock, stream, settings
        self._streamers_floor = MicrophoneFloor(clock, stream)
        self.floor = TalkKeyFloor(clock, stream, self._streamers_floor)
        """The floor that is asked before a line begins."""
        self.home = home or Home.find()
        self._recognition = SpeechRecognition(stream, self.home, self.note_deafness)
        self.lessons = Lessons(clock, self.home, self.listen_again, self._recognition.is_ours)
        """What it learns when it is asked to."""
        self.microphone = Microphone(
            clock,
            settings.command(),
            self.note_device,
            on_recogniser=self._note_recogniser,
            on_words=self._recognition.note_words,
            on_voice=self._note_voice,
            on_slices=self.lessons.take,
        )
        self._expect: Callable[[str], ExpectedWords] = lambda _language: NOTHING_EXPECTED
        self._is_known = anyio.Event()
        """Set when it is known whether anything is heard."""
        self._device: HeardDevice | None = None
        self._why: str = NOT_ANSWERED
        self._is_down = self._is_doubted = self._is_new = False
        self._deafness = ""
        """Why the words of the streamer are not understood; empty while they are."""
        self._changed = anyio.Event()

    @property
    def is_on(self) -> bool:
        """Whether the settings ask for the microphone."""
        return self._settings.enabled

    @property
    def listens(self) -> bool:
        """Whether a microphone is open now."""
        return self.is_on and self._device is not None

    @property
    def hears_stranger(self) -> bool:
        """Whether the newest words were another speaker's, and not recognised for that."""
        return self._recognition.is_stranger

    @property
    def settings(self) -> MicSettings:
        """The settings in force."""
        return self._settings

    @property
    def live(self) -> LiveSettings:
        """The settings that can be changed during the show, by `section.key`: all."""
        return {f"mic.{name}": partial(self._change, name) for name in MicSettings.model_fields}

    async def run(
        self, *, speaker: HoldableSpeech, give_way: GiveWay, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED
    ) -> None:
        """Listen while it is on, and hold the lines of `speaker`; ready when the device is known, or after 4 s."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self.microphone.own_sound.run)
            tasks.start_soon(self._follow_settings, OwnLine(speaker, give_way))
            if self.is_on:
                with self._clock.move_on_after(_ANSWERS_WITHIN_S) as limit:
                    await self._is_known.wait()
                self._is_new = self._is_new or limit.cancelled_caught  # then that it listens is news
            task_status.started()

    async def _follow_settings(self, line: OwnLine) -> None:
        """Listen by the settings of the moment, and begin anew whenever they change."""
        while True:
            changed = self._changed = anyio.Event()
            async with anyio.create_task_group() as tasks:
                if self.is_on:
                    tasks.start_soon(self._make_listener(line).run)
                await changed.wait()
                tasks.cancel_scope.cancel()
            self._forget_trouble()

    def listen_again(self) -> None:
        """Begin to listen anew at once, as after a change of the settings: a device may have come."""
        self._changed.set()

    def expect(self, expect: Callable[[str], ExpectedWords]) -> None:
        """Set what returns the words that are likely to be said, by the recogniser's language."""
        self._expect = expect
        self.renew_expected()

    def renew_expected(self) -> None:
        """Restart the recogniser if the words that are likely to be said have changed, as with the persona."""
        expected = self._expect(self._settings.language)
        if expected != self._recognition.expected:
            self._recognition.expected = expected
            if self._settings.recognition != OFF:
                self._changed.set()

    def _make_listener(self, line: OwnLine) -> Listener:
        words = self.lessons.listener_words or self._recognition.list_words(self._settings)
        self.microphone.command = [*self._settings.command(), *words]
        return Listener(
            self._clock,
            self._stream,
            source=self.microphone,
            floor=self._streamers_floor,
            line=line if self._settings.while_speaking == "stop" else None,
            echo_margin_db=self._settings.echo_margin_db,
            least_db=self._settings.speech_from_db,
            on_failure=self.note_loss,
            on_doubt=self.note_doubt,
            on_judged=self._recognition.own.note,
        )

    def _note_recogniser(self, state: RecogniserState) -> None:
        if not self.lessons.note_recogniser(state):
            self._recognition.note_state(state)

    def _note_voice(self, heard: HeardVoice) -> None:
        if heard.vector:
            self.lessons.take_voice(heard)
        else:
            self._recognition.note_stranger(heard)

    async def _change(self, name: str, value: object) -> None:
        self._settings = self._settings.model_copy(update={name: value})
        self._recognition.expected = self._expect(self._settings.language)
        self._changed.set()

    def _forget_trouble(self) -> None:
        """Publish that what was wrong with the listener of before is over, and await the next one's device."""
        if self._is_doubted:
            self.note_doubt(False)
        if self._settings.recognition == OFF:
            self.note_deafness("", own("off"))  # else it is over when the model has been loaded
        if self._is_down:
            self._is_down = False
            self._stream.publish(events.ServiceUp(service=own("mic"), reason=own("it begins anew")))
        self._device, self._why, self._is_new = None, NOT_ANSWERED, True

    def note_device(self, device: HeardDevice) -> None:
        """Note the device that is heard now, and publish that when the microphone was lost before."""
        why = explain_microphone_refusal() or device.why
        if not device.device:
            self.note_loss(why)
            return
        self._device, self._why = device, why
        self._is_known.set()
        if self._is_down or self._is_new:
            self._is_down = self._is_new = False
            self._stream.publish(events.ServiceUp(service=own("mic"), reason=device.device))

    def note_loss(self, why: str) -> None:
        """Note that nothing is heard, and publish that once; the show goes on as if nobody spoke."""
        self._device, self._why = None, why
        self._is_known.set()
        self._is_new = False
        if not self._is_down:
            self._is_down = True
            self._stream.publish(events.ServiceDown(service=own("mic"), reason=why))

    def note_doubt(self, is_on: bool) -> None:
        """Publish that the detector is not believed because it has heard speech for a minute, or that it is again."""
        self._is_doubted = is_on
        if not is_on:
            self._stream.publish(events.ServiceUp(service=own("ears"), reason=own("the microphone has been quiet")))
            return
        has_better = self._device is None or self._device.detector == "silero"
        remedy = (
            own("set another mic.device")
            if has_better
            else own("{start} add mic, or set another mic.device", start=COMMAND)
        )
        self._stream.publish(
            events.ServiceDown(
                service=own("ears"),
                reason=own(
                    "the microphone has heard speech for a minute without a pause: music, a television? "
                    "Until it is quiet you are talked over. Remedy: {remedy}.",
                    remedy=remedy,
                ),
            )
        )

    def note_deafness(self, why: str, recovery: OwnText = _RUNS) -> None:
        """Publish why the words of the streamer are not understood, or, without a reason, that they are again."""
        if why not in ("", self._deafness) and not self._is_down:
            self._stream.publish(events.ServiceDown(service=_RECOGNISER, reason=OwnText.of(why)))
        elif self._deafness and not why:
            self._stream.publish(events.ServiceUp(service=_RECOGNISER, reason=recovery))
        self._deafness = why

    def stop_reporting(self) -> None:
        """Publish nothing more: at the end of the show the listener process ends as it should."""
        self._is_down = True

    def role(self) -> Role:
        """Return the row of the start-up table."""
        if not self.is_on:
            hint = own("set mic.enabled = true, and it falls silent while you speak")
            return Role(part="ears", plays=own("off"), why=hint, state="off")
        if self._device is None:
            fix = Fix(op="mic.again", label=own("Listen again"))
            return Role(part="ears", plays=own("none"), why=self._why, state="down", fix=fix)
        device, detector, kind = self._device.device, self._device.detector, self._recognition.kind
        plays = own("{device}, {detector}", device=device, detector=detector)
        if self._settings.recognition == OFF:
            return Role(part="ears", plays=plays, why=self._why)
        if kind:
            plays = own("{device}, {detector}, {kind}", device=device, detector=detector, kind=kind)
        state: RoleState = "partly" if self._deafness or not kind else "works"
        return Role(part="ears", plays=plays, why=self._recognition.why or self._why, state=state)
