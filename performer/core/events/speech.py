"""Events of speech: sentences, the speaking turn, stopped and held texts, and calls that wait for approval."""

from collections.abc import Mapping
from typing import Literal

from performer.core.audio import MouthShape, WordTime
from performer.core.events.stream import Event


class ApprovalAsked(Event):
    """A tool call waits for a person's approval; its arguments are masked where the guard masks them."""

    approval: int
    """The number by which the call is approved or cancelled."""
    call: str
    tool: str
    server: str
    """The owner of the tool: an MCP server's name, `discord`, or empty for the performer's own."""
    arguments: Mapping[str, object]
    why: str
    """The subject of the turn that asks, in short."""
    within_s: float
    """The time after which the call is denied."""
    channel: str = ""
    """The channel in which the turn is answered, if any."""


class ApprovalSettled(Event):
    """A waiting tool call was approved or cancelled, or its time ran out; published once for each call."""

    approval: int
    outcome: Literal["approved", "cancelled", "expired"]
    who: str = ""
    """The name of the person who decided, as it is shown there."""
    where: str = ""
    """The place where the person decided: discord, console or control."""


class ApprovalEnded(Event):
    """An approved tool call has run, or nobody knows whether it did."""

    approval: int
    tool: str
    came: Literal["done", "failed", "lost"]
    """The outcome; lost: the performer ended meanwhile, and the call is not made again."""
    text: str
    """The result, in untrusted words that passed the guard."""


class TextStopped(Event):
    """The guard stopped a text; the text itself is kept out of the record."""

    number: int
    """The number by which the streamer may ask for the text."""
    category: str
    rule: str
    action: str
    """The action on the text: mask, drop, replace or hold."""
    where: str
    only_reported: bool = False
    """Whether the text went out all the same, because of a dry run."""


class GuardChanged(Event):
    """The streamer changed how the guard decides, while the show goes on."""

    level: str
    dry_run: bool
    actions: tuple[str, ...] = ()
    """The actions that the streamer chose instead of the level's, such as `profanity: hold`."""


class HeldTextSettled(Event):
    """The streamer decided about a text that the guard held."""

    number: int
    is_said: bool


class SentenceReady(Event):
    """A finished sentence passed the guard and may be spoken and shown."""

    text: str
    fresh_until_s: float | None = None
    """The instant of the clock by which the turn's speech must have begun, or the line is stale; None for no limit."""
    only_spoken: bool = False
    """Whether the turn is answered in writing too, in a channel where people read its SentenceWritten events."""


class SentenceWritten(Event):
    """A finished sentence, or a block of code, passed the guard and is to be written in the channel of its turn."""

    text: str
    """A sentence in Markdown on one line, or lines of code between two fences."""
    gap: str = " "
    """What parts it from the one before: nothing, a blank, or line breaks with the indentation of its own line."""


class SentenceBlocked(Event):
    """A sentence will not be spoken; its text is kept out of the record."""

    reason: str
    where: str = "speech"
    kind: Literal["guard", "length", "broken off", "stale", "said before", "unspeakable"] = "guard"
    """The kind of rule that stopped the sentence, for statistics."""


class SpeechStarted(Event):
    """A sentence began to sound, or the silence that stands for its sound began."""

    sentence: str
    """The sentence's id."""
    text: str
    duration_s: float
    """The duration as far as it is known; a streamed voice may go on after it (SpeechGrew)."""
    audible: bool
    """Whether a client plays the sound; the time passes all the same."""
    envelope: tuple[float, ...] = ()
    """Loudness from 0 to 1, one value every 20 ms; empty when there is no sound."""
    words: tuple[WordTime, ...] = ()
    """When each word of `text` is heard: begin and end in characters, then in seconds; empty when it is not known."""
    mouth: tuple[MouthShape, ...] = ()
    """How a mouth stands from which second on: closed, open, wide, round or teeth; empty when it is not known."""


class SpeechGrew(Event):
    """A further piece of a streamed sentence arrived; it sounds right after the pieces before it."""

    sentence: str
    duration_s: float
    """The duration of this piece; 0 when it only turned out that nothing more comes."""
    envelope: tuple[float, ...] = ()
    words: tuple[WordTime, ...] = ()
    """When each word of the whole sentence is heard, now that its end is known; empty when that has not changed."""
    mouth: tuple[MouthShape, ...] = ()
    """How a mouth stands during the whole sentence, as above."""


class SpeechEnded(Event):
    """A sentence ended, spoken to its end or cut."""

    sentence: str
    text: str
    heard_s: float
    cut: bool = False
    heard: str = ""
    """The words that were heard: all of `text`, or the part before the cut, which may be empty."""


class SpeechHeld(Event):
    """A sentence paused in its middle because the streamer speaks; it is resumed or cut later."""

    sentence: str
    heard_s: float


class SpeechResumed(Event):
    """A paused sentence goes on."""

    sentence: str
    after_s: float
    """The length of the silence."""
    from_s: float = 0.0
    """The second of the sentence at which speech goes on, a little before the pause."""


class FloorTaken(Event):
    """The streamer began to speak; no line begins until the streamer has finished."""


class FloorFreed(Event):
    """The streamer has finished speaking: the silence was long enough."""

    after_s: float
    """The time for which the streamer spoke."""


class StreamerHeard(Event):
    """The recogniser understood something that the streamer said; the sound itself is kept nowhere."""

    text: str
    """The words: untrusted, for a microphone hears others, too. The guard masks them wherever they are read or kept."""
    language: str
    """The language as a code, such as `en`; empty when the recogniser does not tell."""
    confidence: float
    """The recogniser's confidence in the words, 0 to 1."""
    began_s: float
    """The instant of the show's clock at which the speech began."""
    ended_s: float
    """The instant at which it ended."""


class StreamerSaid(Event):
    """The streamer said something that counts: no noise, no echo of a line of ours, and no order."""

    text: str
    """The words, as the guard lets them pass."""
    is_addressed: bool
    """Whether they were said to the performer."""
    is_answered: bool = False
    """Whether they are answered: for that, or because the conversation is open."""


class OrderGiven(Event):
    """The streamer gave an order by voice, which was carried out or refused."""

    order: str
    """The order's name, such as `louder`."""
    text: str
    """The words, as the guard lets them pass; empty where it lets none pass."""
    outcome: str
    """The answer to the order: what holds now, or why nothing came of it."""


class StrangerHeard(Event):
    """Somebody else than the streamer spoke into the microphone; what they said was not recognised."""

    likeness: float
    """How alike the voice is to the streamer's, from -1 to 1."""
    began_s: float
    ended_s: float
