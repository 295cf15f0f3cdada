"""The cues that wait for a turn: bounded, gathered, and never lost without a word."""

from collections import deque

from performer import cues, events
from performer.cues import ChatCue, ChatLine, Cue, OperatorCue, SayCue, SceneCue, SilenceCue
from performer.errors import ServiceError
from performer.events import EventStream

MOST_ASKED = 16
MOST_CHAT_LINES = 20
"""About a screenful: more lines than that nobody could answer in one turn."""


class CueQueue:
    """What was asked, in order; the chat lines since the last turn; and the newest change of scene."""

    def __init__(self, stream: EventStream) -> None:
        self._stream = stream
        self._asked: deque[SayCue | OperatorCue] = deque()
        self._chat: deque[ChatLine] = deque()
        self._crowded_out = 0
        self._scene: SceneCue | None = None

    @property
    def asked(self) -> int:
        """How many requests of the streamer's wait."""
        return len(self._asked)

    @property
    def has_scene(self) -> bool:
        """Whether a change of scene waits."""
        return self._scene is not None

    def put(self, cue: Cue) -> None:
        """Take a cue in.

        Raises:
            ServiceError: when too many requests of the streamer's wait already.
        """
        match cue:
            case SayCue() | OperatorCue():
                if len(self._asked) >= MOST_ASKED:
                    raise ServiceError(f"{MOST_ASKED} requests are waiting already; try again after the next line.")
                self._asked.append(cue)
            case ChatCue(lines=lines):
                self._gather(lines)
            case SceneCue():
                self._let_scene_go("a newer one came")
                self._scene = cue
            case SilenceCue():
                raise ValueError("Silence is the director's own to notice.")

    def take_asked(self) -> SayCue | OperatorCue | None:
        """Take the streamer's oldest request."""
        return self._asked.popleft() if self._asked else None

    def take_chat(self) -> ChatCue | None:
        """Take all chat lines together."""
        if not self._chat:
            return None
        lines = tuple(self._chat)
        self._chat.clear()
        self._say_who_was_crowded_out()
        return ChatCue(lines=lines)

    def take_scene(self) -> SceneCue | None:
        """Take the newest change of scene."""
        scene, self._scene = self._scene, None
        return scene

    def let_stale_go(self, now_s: float, *, chat_age_s: float, scene_age_s: float) -> None:
        """Let go of chat lines and changes that are older than that."""
        stale = tuple(line for line in self._chat if now_s - line.at_s > chat_age_s)
        if stale:
            self._chat = deque(line for line in self._chat if line not in stale)
            self._drop(ChatCue(lines=stale), f"waited longer than {chat_age_s:g} s")
        if self._scene is not None and now_s - self._scene.at_s > scene_age_s:
            self._let_scene_go(f"waited longer than {scene_age_s:g} s")

    def clear(self, reason: str) -> None:
        """Let everything go."""
        while (asked := self.take_asked()) is not None:
            self._drop(asked, reason)
        if (chat := self.take_chat()) is not None:
            self._drop(chat, reason)
        self._let_scene_go(reason)

    def _gather(self, lines: tuple[ChatLine, ...]) -> None:
        self._chat.extend(lines)
        while len(self._chat) > MOST_CHAT_LINES:
            self._chat.popleft()
            self._crowded_out += 1

    def _say_who_was_crowded_out(self) -> None:
        """State it once a turn: a flood of lines must not become a flood of events."""
        if self._crowded_out:
            reason = f"{self._crowded_out} older lines gave way to newer ones"
            self._stream.publish(events.CueDropped(kind="chat", reason=reason))
            self._crowded_out = 0

    def _let_scene_go(self, reason: str) -> None:
        if (scene := self.take_scene()) is not None:
            self._drop(scene, reason)

    def _drop(self, cue: Cue, reason: str) -> None:
        self._stream.publish(events.CueDropped(kind=cues.kind(cue), reason=reason, text=cues.words(cue)))
