"""Thinking aloud, between its marks, under its heading, or in a channel of harmony's: neither spoken nor obeyed."""

import re
from typing import Final

from performer.models.toolcalls.text.forms.form import HOLD, MORE, Answer, Form, FormPlace, Found
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.speech import BARE_CLOSE, OPEN, find_close

_BEGUN: Final = re.compile(r"[<\[](?:/?[A-Za-z_:]{0,20}(?:\s[^<>\n]{0,60})?|[|｜][\w▁/]{0,20}[|｜]?)\Z")
"""The beginning of a mark."""
_SHELL: Final = re.compile(r"thinking(?:\.\.\.|…)[ \t]*\n", re.IGNORECASE)
_SHELL_BEGUN: Final = re.compile(r"t(?:h(?:i(?:n(?:k(?:i(?:n(?:g(?:\.{0,3}|…)[ \t]*)?)?)?)?)?)?)?\Z", re.IGNORECASE)
_SHELL_END: Final = re.compile(r"(?:\.\.\.|…)done thinking\.?", re.IGNORECASE)
"""The marks of Ollama's command line around thinking."""
_HEADING: Final = re.compile(
    r"(?:#{1,4} ?|\*\*)(?:(?:my )?(?:thinking|thoughts?|reasoning)(?: process)?|internal monologue|chain of thought)"
    r"[:*]{0,4}[ \t]*\n",
    re.IGNORECASE,
)
_HEADING_BEGUN: Final = re.compile(r"(?:#{1,4} ?|\*{1,2})[A-Za-z ]{0,20}[:*]{0,4}[ \t]*\Z")
_NEXT_HEADING: Final = re.compile(
    r"\n(?=#{1,4} ?\w|\*\*\w)(?:(?:#{1,4} ?|\*\*)(?:final )?(?:answer|response|reply|speech)[:*]{0,4}[ \t]*(?=\n|\Z))?",
    re.IGNORECASE,
)
_PARAGRAPH: Final = re.compile(r"\s*(?:[^\n]+\n?)*+")


def _read_thinking(place: FormPlace, _offered: OfferedTools) -> Answer:
    """Read what may be a mark around thinking; a close mark that closes nothing is dropped."""
    if place.text[place.at] not in "<[":
        return _read_headed(place) if place.is_line_start else None
    opening = OPEN.match(place.text, place.at)
    if opening is not None:
        return Found(end=opening.end(), skip_to=find_close(opening.group()))
    close = BARE_CLOSE.match(place.text, place.at)
    if close is not None:
        return Found(end=close.end())
    return MORE if not place.whole and _BEGUN.match(place.text, place.at) else None


def _read_headed(place: FormPlace) -> Answer:
    shell = _SHELL.match(place.text, place.at)
    heading = _HEADING.match(place.text, place.at)
    opening = shell or heading
    if opening is None:
        begun = _SHELL_BEGUN.match(place.text, place.at) or _HEADING_BEGUN.match(place.text, place.at)
        return MORE if not place.whole and begun else None
    if not place.whole:
        return HOLD
    end = (_SHELL_END if shell else _NEXT_HEADING).search(place.text, opening.end() - 1)
    if end is None:
        end = _PARAGRAPH.match(place.text, opening.end()) if heading else None
    return Found(end=end.end()) if end else None


_CHANNEL = re.compile(
    r"(?:<\|start\|>\s*assistant\s*)?<\|channel\|?>\s*(analysis|thought|commentary|final)\b\s*(?:<\|message\|>|(?=\n))"
)
_TURN = re.compile(r"<start_of_turn>\s*model\b\s*")
_TURN_BEGUN = re.compile(r"<start_of_turn>\s*(?:m(?:o(?:d(?:el?)?)?)?)?\s*\Z")
"""The beginning of Gemma's own turn."""
_HEADER = re.compile(r"<\|(?:start|channel)\|?>[^<>{}\n]{0,40}(?:<\|?[a-z]{0,12}\|?>?)?\Z")
_MESSAGE_END = re.compile(
    r"<\|(?:end|return|im_end|endoftext|eot_id|eom_id|end_of_text|end_of_turn)\|>|<(?:end_of_turn|eos)>|</s>|<｜end▁of▁sentence｜>(?!\w)"
)


def _read_channel(place: FormPlace, _offered: OfferedTools) -> Answer:
    """Read a channel's header, or the end of a message.

    In harmony (gpt-oss) `final` and what has no addressee is speech, and `analysis` is thinking.
    """
    channel = _CHANNEL.match(place.text, place.at)
    if channel is not None:
        thinks = channel.group(1) in ("analysis", "thought")
        ends = "<|end|>" if channel.group().endswith("|>") else "<channel|>"
        return Found(end=channel.end(), skip_to=ends if thinks else "")
    turn = _TURN.match(place.text, place.at)
    if turn is not None and (place.whole or turn.end() < len(place.text)):
        return Found(end=turn.end())
    if not place.whole and _TURN_BEGUN.match(place.text, place.at):
        return MORE
    end = _MESSAGE_END.match(place.text, place.at)
    if end is not None:
        return Found(end=end.end())
    return MORE if not place.whole and _HEADER.match(place.text, place.at) else None


THINKING: Final = Form(openers="<[a*#", words=("thinking...",), read=_read_thinking)
CHANNEL: Final = Form(openers="<", read=_read_channel)
