"""The scene: what is seen and was just said, folded into the messages of one turn."""

from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import KW_ONLY, field, replace
from functools import partial
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.agent.listening.talk import StreamersTalk, UnsaidRest
from performer.agent.persona import Persona, load_built_in_persona
from performer.agent.prompt.answer_length import ONE_SENTENCE, AnswerLength
from performer.agent.prompt.chat_messages import build_conversation, format_cue, name_streamer
from performer.agent.prompt.settings import SceneSettings
from performer.agent.prompt.short_form import build_conversation_turn, build_opening, build_reaction
from performer.agent.unwanted_lines import UnwantedLines
from performer.core.clock import Clock
from performer.core.cues import AnswerCue, Cue, OperatorCue, SceneCue, format_words
from performer.core.events.speech import SpeechEnded, SpeechStarted
from performer.core.events.stream import EventStream
from performer.core.excuses import remove_excuses
from performer.core.prompt_files import load_prompt
from performer.core.remembered_conversation import Recall, Recollection, recall_nothing
from performer.core.untrusted_text import NONE, NewMarker, Prompt, QuoteMarks, join_prompts, make_marker, state_to_model
from performer.core.values import dataclass
from performer.models.model import ChatMessage, SystemMessage, UserMessage
from performer.tools.tool import Privilege
from performer.vision.changes.motion import measure_difference
from performer.vision.encode import FrameShrinker, RecentFrames
from performer.vision.frame import Frame, Glimpse, Mask
from performer.vision.look_pace import CanLook

Describe = Callable[[Frame, Cue], Awaitable[str]]
"""Puts a picture into words, for a model that cannot see and a turn that waits for them; anybody's words."""

_PICTURE_CHARS: Final = 2500
"""What was seen, what was read, and what was seen before; each is shorter."""
_JUST_NOW_S: Final = 0.02
"""Age up to which a picture is of now."""
_LOOK_WITHIN_S: Final = 0.25
"""The time that a turn waits for a look; one takes some 10 ms, and a source that hangs delays nobody for longer."""
_OWN_LINE_CHARS: Final = 500
_TOOL_CHARS: Final = 80


@dataclass(frozen=True, kw_only=True)
class TurnPrompt:
    """What a turn's model is told."""

    messages: tuple[ChatMessage, ...]
    frame: Frame | None
    """The picture that it sees, or that was put into words for it."""
    quotes: QuoteMarks
    """Marks others' words in these messages, and in all that the turn will be told yet."""
    may: Privilege
    """The most that its tools may do: what is not the streamer's own word may only play."""
    short: tuple[ChatMessage, ...] = ()
    """The same in the short form, for a model that only talks."""
    seen: str = ""
    """What was put into words of the picture; anybody's words."""


@dataclass(eq=False)
class Scene:
    """Keeps the newest picture and the last own lines."""

    clock: Clock
    stream: EventStream
    settings: SceneSettings
    _: KW_ONLY
    fresh_s: float | Callable[[], float]
    """How old a picture may be that is still talked about, in seconds."""
    shrink: Callable[[], int] = lambda: 1
    """Returns what the width of the next picture is to be divided by."""
    recall: Recall = recall_nothing
    """Returns what was said before where a cue comes from."""
    find_picture: Callable[[str], bytes | None] = lambda _digest: None
    """Returns a picture that a call came to, by its digest; None: it is gone."""
    pace: CanLook | None = None
    """Has the source look now, for a turn; None where it cannot be asked."""
    persona: Persona = field(default_factory=load_built_in_persona)
    talk: StreamersTalk = field(default_factory=StreamersTalk)
    """What the streamer said aloud of late."""
    unwanted: UnwantedLines = field(default_factory=UnwantedLines)
    """The lines of which the streamer wants less."""
    new_marker: NewMarker = make_marker
    """Makes what marks others' words, anew for each turn."""

    def __post_init__(self) -> None:
        self._reader = self.stream.whole("scene", SpeechStarted, SpeechEnded)
        self._shrinker = FrameShrinker()
        self._looked: Glimpse | None = None
        self._newest: Frame | None = None
        self._noted = anyio.Event()
        self._recent = RecentFrames()
        self.forgets = 0
        """How often all that was seen was forgotten: what was taken before must not be shown after."""
        self._said: deque[str] = deque(maxlen=self.settings.remembered_lines)
        self._saying: dict[str, str] = {}
        """The lines that have begun to sound and not ended yet, by their sentences."""

    def remember_lines(self, most: int) -> None:
        """Change how many of its own last lines the model is told not to repeat; those that are known stay."""
        self._said = deque(self._said, maxlen=most)

    def see(self, look: Glimpse, leave_out: Sequence[Mask] = ()) -> float:
        """Note a look and tell how much it differs from the one before; the newest picture stays while it is as it was.

        A picture that is made is kept at once.
        """
        before, self._looked = self._looked, look
        if isinstance(look, Frame):
            self.keep(look)
        elif self._newest is not None and self._newest.shows_same(look):
            self.keep(replace(self._newest, at_s=look.at_s))
        if before is None:
            return 0.0
        return measure_difference(before.luma, look.luma, leave_out)

    def wants(self, look: Glimpse) -> bool:
        """Whether the picture of a look is to be made: it shows something else, and there was none for some time."""
        return self._newest is None or (self._newest.at_s < look.at_s and self._recent.is_due(look.at_s))

    def keep(self, frame: Frame) -> None:
        """Keep the picture of the last look as the newest."""
        self._newest = frame
        self._recent.see(frame)
        self._note()

    def hide(self) -> None:
        """Hide the newest picture from turns, as it is worth no words; the next one is shown again."""
        if self._looked is not None:
            self._recent.drop(self._looked)
        self._newest = None
        self._note()

    def forget(self) -> None:
        """Keep what was seen of late to ourselves too: there may be something on it that nobody may see."""
        self.forgets += 1
        self.hide()
        self._recent.forget()

    def _note(self) -> None:
        self._noted.set()
        self._noted = anyio.Event()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Remember our own lines as they are heard; what was cut or dropped before was never said."""
        task_status.started()
        async for published in self._reader:
            match published.event:
                case SpeechStarted(sentence=sentence, text=text) if remove_excuses(text):
                    self._saying[sentence] = text
                case SpeechEnded(sentence=sentence, text=text, heard=heard):
                    self._saying.pop(sentence, None)
                    if heard and remove_excuses(text):  # one that was cut before its first word was never said
                        self._said.append(heard if heard == text else f"{heard}—")

    def _own_lines(self) -> list[str]:
        """Return the last lines, with the one that sounds now."""
        most = self._said.maxlen or 0
        return [*self._said, *self._saying.values()][-most:] if most else []

    @property
    def newest(self) -> Frame | None:
        """The newest picture that was made, unless it is hidden or too old to be talked about."""
        return self._newest if self._newest is not None and self._is_fresh(self._newest) else None

    def _is_fresh(self, look: Glimpse) -> bool:
        fresh_s = self.fresh_s() if callable(self.fresh_s) else self.fresh_s
        return self.clock.now() - look.at_s <= fresh_s

    @property
    def _shown(self) -> Frame | None:
        """The newest picture, however old, while looks are taken and are worth words: another one can be made."""
        return self._newest if self._looked is not None and self._is_fresh(self._looked) else None

    def want_look(self, *, full_size: bool = False) -> float:
        """Wake the source to look now, beside what else is to be done, and return the instant for `wait_for_look`."""
        newest, now_s = self._shown, self.clock.now()
        if newest is None:
            return now_s
        if now_s - newest.at_s <= _JUST_NOW_S and not full_size:
            return newest.at_s
        if self.pace is not None:
            self.pace.want(full_size=full_size)
        return now_s

    async def wait_for_look(self, since_s: float) -> Frame | None:
        """Return the newest picture once it is not older than that instant; without one after 0.25 s, an older one.

        Where there is no picture fit for words now, because of a pause or the dark, none is waited for.
        """
        with self.clock.move_on_after(_LOOK_WITHIN_S):
            while self.pace is not None and (newest := self._shown) is not None and newest.at_s < since_s:
                await self._noted.wait()
        return self.newest

    async def picture(self, ago_s: float = 0.0) -> Frame | None:
        """Return the picture of so many seconds ago, at most half a minute; 0 for one of just now, at its full size."""
        if ago_s >= 1:
            return self._recent.find_near(self.clock.now() - ago_s)
        return await self.wait_for_look(self.want_look(full_size=True))

    async def reaction(self, cue: Cue, *, sees: bool, describe: Describe, persona: Persona | None = None) -> TurnPrompt:
        """Return what a reaction is told: the short form, with the picture last for a model that sees.

        Another `persona` than the one that plays is only tried.
        """
        frame = await self.wait_for_look(self.want_look(full_size=not sees))
        seen = await self._described(frame, cue, sees=sees, describe=describe)
        has_picture = sees and frame is not None
        begun = build_opening(persona or self.persona)
        build = partial(
            build_reaction, cue, seen, heard=self.talk.list_lines(self.clock.now()), has_picture=has_picture
        )
        short = await self._asked(build(said=()), frame if sees else None, Recollection())
        asked = replace(short, text=build(said=self._own_lines(), unwanted=self.unwanted.lines))
        return TurnPrompt(
            messages=(*begun, asked), short=(*begun, short), frame=frame, quotes=self._quotes(), may="fun", seen=seen
        )

    def opening(self) -> tuple[ChatMessage, ...]:
        """Return how every reaction begins, with the shortest of last turns, for a server to have read it before."""
        return (
            *build_opening(self.persona),
            UserMessage(text=build_reaction(SceneCue(change=0), "", has_picture=False)),
        )

    async def told(
        self, cue: Cue, *, sees: bool, describe: Describe, length: AnswerLength = ONE_SENTENCE
    ) -> TurnPrompt:
        """Return what a conversation is told; a model that does not see gets words for the picture."""
        since_s = self.want_look(full_size=not sees)
        before = await self.recall(cue)
        came, about_came = self._find_came(cue, sees=sees)
        before = replace(before, pictures=()) if came else before
        frame, quotes = await self.wait_for_look(since_s), self._quotes()
        talk, since = build_conversation(before, quotes)
        seen = await self._described(frame, cue, sees=sees, describe=describe)
        scene = load_prompt(
            "scene",
            picture=_format_picture(seen, frame, quotes),
            already_said=join_prompts(
                _format_said(self._own_lines(), quotes), _format_unwanted(self.unwanted.lines, quotes)
            ),
            cue=format_cue(cue, quotes, length),
        )
        shown_frame, attached = (frame, before) if sees else (None, Recollection())
        # What the streamer types keeps its rights where nothing but that is told.
        is_own_word = isinstance(cue, OperatorCue) and not (shown_frame or quotes.used or talk)
        heard = () if is_own_word else self.talk.list_lines(self.clock.now(), but=format_words(cue))
        rest = None if is_own_word else self.talk.take_rest(self.clock.now())
        aloud = join_prompts(_format_heard(heard, self.settings.streamer, quotes), _format_unsaid(rest, quotes))
        asked = await self._asked(join_prompts(since, aloud, scene, about_came), shown_frame, attached, came)
        turn = join_prompts(build_conversation_turn(cue, seen, before, length, heard=heard, rest=rest), about_came)
        short = await self._asked(turn, shown_frame, attached, came)
        return TurnPrompt(
            messages=(SystemMessage(text=self.persona.prompt), *talk, asked),
            short=(*build_opening(self.persona), short),
            frame=frame,
            quotes=quotes,
            may=_find_privilege(cue, asked, quotes, talked=bool(talk)),
            seen=seen,
        )

    def _quotes(self) -> QuoteMarks:
        return QuoteMarks(self.new_marker())

    async def _asked(
        self, text: Prompt, frame: Frame | None, before: Recollection, came: tuple[bytes, ...] = ()
    ) -> UserMessage:
        """Show the picture, as small as `shrink` asks for, and behind it what people put to their lines.

        Where pictures came of a call, they stand there instead.
        """
        shrink = self.shrink() if frame else 1
        seen = (await self._shrinker.shrink(frame, shrink * self._find_divisor(frame)),) if frame else ()
        attached = load_prompt("scene/attached", count=len(before.pictures)) if before.pictures else NONE
        return UserMessage(text=join_prompts(text, attached), pictures=(*seen, *before.pictures, *came), shrink=shrink)

    def _find_divisor(self, frame: Frame) -> int:
        """Return by what a frame's width is divided to be no wider than is set."""
        return -(-frame.size[0] // self.settings.picture_width)

    def _find_came(self, cue: Cue, *, sees: bool) -> tuple[tuple[bytes, ...], Prompt]:
        """Return the pictures that came of the call of a cue, and what the model is told about them."""
        if not (isinstance(cue, AnswerCue) and cue.pictures):
            return (), NONE
        if not sees:
            return (), load_prompt("result_pictures/unseen")
        came = tuple(filter(None, map(self.find_picture, cue.pictures)))
        if not came:
            return (), load_prompt("result_pictures/unfit", why=state_to_model("it is gone by now", _TOOL_CHARS))
        tool = state_to_model(cue.tool, _TOOL_CHARS)
        return came, load_prompt("result_pictures/shown", count=len(came), tools=tool)

    async def _described(self, frame: Frame | None, cue: Cue, *, sees: bool, describe: Describe) -> str:
        """Put the picture into words, if there is one and the model does not see it."""
        return await describe(frame, cue) if frame and not sees else ""


def _find_privilege(cue: Cue, asked: UserMessage, quotes: QuoteMarks, *, talked: bool) -> Privilege:
    """Return the privilege of a turn's tools: more than play only if all that it holds is the streamer's own word.

    A picture is anybody's, and so is what the performer said before: it was made of such things.
    """
    is_own_word = isinstance(cue, OperatorCue) and not (asked.pictures or quotes.used or talked)
    return "outside" if is_own_word else "fun"


def _format_picture(described: str, frame: Frame | None, quotes: QuoteMarks) -> Prompt:
    if frame is None:
        return load_prompt("scene/no_picture")
    if described:
        return load_prompt("scene/described", words=quotes.quote(described, most=_PICTURE_CHARS))
    return load_prompt("scene/picture")


def _format_heard(lines: Sequence[str], streamer: str, quotes: QuoteMarks) -> Prompt:
    if not lines:
        return NONE
    told = quotes.quote(*lines, most=_OWN_LINE_CHARS)
    return load_prompt("scene/streamer_said", who=name_streamer(streamer), lines=told)


def _format_unsaid(rest: UnsaidRest | None, quotes: QuoteMarks) -> Prompt:
    if rest is None:
        return NONE
    said, unsaid = (quotes.quote(each, most=_OWN_LINE_CHARS) for each in (rest.said, rest.unsaid))
    return load_prompt("scene/unsaid", said=said, unsaid=unsaid)


def _format_said(lines: Sequence[str], quotes: QuoteMarks) -> Prompt:
    if not lines:
        return load_prompt("scene/silent")
    return load_prompt("scene/said", lines=quotes.quote(*lines, most=_OWN_LINE_CHARS))


def _format_unwanted(lines: Sequence[str], quotes: QuoteMarks) -> Prompt:
    return load_prompt("scene/unwanted", lines=quotes.quote(*lines, most=_OWN_LINE_CHARS)) if lines else NONE
