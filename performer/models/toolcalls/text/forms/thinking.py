"""Thinking aloud, between its marks, under its heading, or in a channel of harmony's: neither spoken nor obeyed."""

from typing import Final

from performer.core.pattern_file import PatternFile
from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import BARE_CLOSE, OPEN, find_close

_PATTERN: Final = PatternFile(__file__).patterns


def _read_thinking(place: FormPlace, _offered: OfferedTools) -> Answer:
    """Read what may be a mark around thinking; a close mark that closes nothing is dropped."""
    if place.text[place.at] not in "<[":
        return _read_headed(place) if place.is_line_start else None
    opening = place.match(OPEN)
    if opening is not None:
        return Found(end=opening.end(), skip_to=find_close(opening.group()))
    close = place.match(BARE_CLOSE)
    if close is not None:
        return Found(end=close.end())
    return MORE if not place.whole and place.match(_PATTERN["begun"]) else None


def _read_headed(place: FormPlace) -> Answer:
    shell = place.match(_PATTERN["shell"])
    heading = place.match(_PATTERN["heading"])
    opening = shell or heading
    if opening is None:
        begun = place.match(_PATTERN["shell_begun"]) or place.match(_PATTERN["heading_begun"])
        return MORE if not place.whole and begun else None
    if not place.whole:
        return HOLD
    end = (_PATTERN["shell_end"] if shell else _PATTERN["next_heading"]).search(place.text, opening.end() - 1)
    if end is None:
        end = _PATTERN["paragraph"].match(place.text, opening.end()) if heading else None
    return Found(end=end.end()) if end else None


def _read_channel(place: FormPlace, _offered: OfferedTools) -> Answer:
    """Read a channel's header, or the end of a message.

    In harmony (gpt-oss) `final` and what has no addressee is speech, and `analysis` is thinking.
    """
    channel = place.match(_PATTERN["channel"])
    if channel is not None:
        thinks = channel.group(1) in ("analysis", "thought")
        ends = "<|end|>" if channel.group().endswith("|>") else "<channel|>"
        return Found(end=channel.end(), skip_to=ends if thinks else "")
    turn = place.match(_PATTERN["turn"])
    if turn is not None and (place.whole or turn.end() < len(place.text)):
        return Found(end=turn.end())
    if not place.whole and place.match(_PATTERN["turn_begun"]):
        return MORE
    end = place.match(_PATTERN["message_end"])
    if end is not None:
        return Found(end=end.end())
    return MORE if not place.whole and place.match(_PATTERN["header"]) else None


THINKING: Final = Form(openers="<[a*#", words=("thinking...",), read=_read_thinking)
CHANNEL: Final = Form(openers="<", read=_read_channel)
