"""Lessons: what the ears learn when they are asked to, how loud the room is, and which voice is the streamer's."""

from collections.abc import Callable, Sequence
from typing import Final

import anyio

from performer.core.clock import Clock
from performer.core.errors import ConfigError, ServiceError
from performer.core.files.home import Home
from performer.core.own_text import OwnText, own
from performer.speech.hearing.models import SPEAKER, find_speaker_model
from performer.speech.hearing.room import RoomLevels
from performer.speech.hearing.samples import HeardVoice, RecogniserState, Slices
from performer.speech.hearing.voiceprint import NEEDED_S, Enrolment

_ROOM_WITHIN_S: Final = 10.0
"""Three seconds of sound, and a microphone that may just begin to listen."""
_VOICE_WITHIN_S: Final = 120.0
_NOTHING: Final = own("The microphone told nothing. Is it the right one, and plugged in?")


class _VoiceLesson:
    """An enrolment that is under way."""

    def __init__(self, enrolment: Enrolment, words: Sequence[str], tell: Callable[[float, str], None]) -> None:
        self.enrolment, self.words, self.tell = enrolment, words, tell
        self.over = anyio.Event()
        self.why_not = ""


class Lessons:
    """Learns from a microphone that somebody else reads, and hands in what it heard.

    Args:
        begin_anew: has the microphone listen by `listener_words`.
        is_ours: whether what was said between two instants was our own voice.
    """

    def __init__(
        self, clock: Clock, home: Home, begin_anew: Callable[[], None], is_ours: Callable[[float, float], bool]
    ) -> None:
        self._clock, self._home, self._begin_anew, self._is_ours = clock, home, begin_anew, is_ours
        self._room: RoomLevels | None = None
        self._room_known = anyio.Event()
        self._voice: _VoiceLesson | None = None

    @property
    def listener_words(self) -> Sequence[str] | None:
        """The words of the listener's command while a voice is learnt, instead of those that have words recognised."""
        return self._voice.words if self._voice else None

    def take(self, slices: Slices) -> None:
        """Note how loud it is."""
        if self._room is not None:
            self._room.take(slices)
            if self._room.is_whole:
                self._room_known.set()

    def take_voice(self, heard: HeardVoice) -> None:
        """Note a voiceprint that was measured; the progress is told."""
        lesson = self._voice
        if lesson is None or self._is_ours(heard.began_s, heard.ended_s):
            return
        left_out = lesson.enrolment.take(heard)
        lesson.tell(min(1.0, lesson.enrolment.taken_s / NEEDED_S), left_out or "")
        if lesson.enrolment.is_whole:
            lesson.over.set()

    def note_recogniser(self, state: RecogniserState) -> bool:
        """Note what measures voices, or why nothing does; return whether this concerns a lesson at all."""
        if self._voice is None:
            return False
        if not state.recogniser:
            self._voice.why_not = state.why
            self._voice.over.set()
        return True

    async def learn_room(self) -> float:
        """Listen to the silent room for three seconds; return from how loud on something may be speech in it, in dB.

        Raises:
            ConfigError: when somebody spoke, or the room is being listened to already.
            ServiceError: when nothing was heard.
        """
        if self._room is not None:
            raise ConfigError(own("The room is being listened to already. Wait three seconds."))
        room, self._room_known = RoomLevels(self._clock.now()), anyio.Event()
        self._room = room
        try:
            with self._clock.move_on_after(_ROOM_WITHIN_S) as limit:
                await self._room_known.wait()
        finally:
            self._room = None
        if limit.cancelled_caught:
            raise ServiceError(_NOTHING)
        return room.find_gate_db()

    async def learn_voice(self, tell: Callable[[float, str], None]) -> None:
        """Listen to the streamer until their voice is known, and keep its voiceprint, instead of an older one.

        Args:
            tell: called with the share that is done, and why the newest utterance was left out, or an empty text.

        Raises:
            ConfigError: when the model is not there, or a lesson is under way.
            ServiceError: when voices cannot be measured, or nobody spoke enough within two minutes.
        """
        if self._voice is not None:
            raise ConfigError(own("Your voice is being enrolled already."))
        folder, alike = find_speaker_model(self._home.ears_folder)
        lesson = _VoiceLesson(Enrolment(SPEAKER, alike), ("--speaker", str(folder)), tell)
        self._voice = lesson
        self._begin_anew()
        try:
            with self._clock.move_on_after(_VOICE_WITHIN_S) as limit:
                await lesson.over.wait()
            if limit.cancelled_caught:
                raise ServiceError(own("Too little was said within two minutes. Begin again."))
            if lesson.why_not:
                raise ServiceError(OwnText.of(lesson.why_not))
            lesson.enrolment.make().write(self._home.voiceprint_file)
        finally:
            self._voice = None
            self._begin_anew()
