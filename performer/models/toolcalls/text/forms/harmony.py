"""The channels of harmony (gpt-oss): `final` and what has no addressee is speech, `analysis` is thinking."""

import re
from collections.abc import Sequence

from performer.models.toolcalls.text.forms.form import MORE, Answer, FormPlace, Found
from performer.models.toolcalls.text.schema.offered import OfferedTools

OPENERS: str = "<"
WORDS: Sequence[str] = ()

_CHANNEL = re.compile(
    r"(?:<\|start\|>\s*assistant\s*)?<\|channel\|?>\s*(analysis|thought|commentary|final)\b\s*(?:<\|message\|>|(?=\n))"
)
_TURN = re.compile(r"<start_of_turn>\s*model\b\s*")
_TURN_BEGUN = re.compile(r"<start_of_turn>\s*(?:m(?:o(?:d(?:el?)?)?)?)?\s*\Z")
"""How Gemma begins its own turn."""
_HEADER = re.compile(r"<\|(?:start|channel)\|?>[^<>{}\n]{0,40}(?:<\|?[a-z]{0,12}\|?>?)?\Z")
_END = re.compile(
    r"<\|(?:end|return|im_end|endoftext|eot_id|eom_id|end_of_text|end_of_turn)\|>|<(?:end_of_turn|eos)>|</s>|<｜end▁of▁sentence｜>(?!\w)"
)


def read(place: FormPlace, offered: OfferedTools) -> Answer:  # noqa: ARG001 - the forms are alike
    """Judge a channel's header, or the end of a message."""
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
    end = _END.match(place.text, place.at)
    if end is not None:
        return Found(end=end.end())
    return MORE if not place.whole and _HEADER.match(place.text, place.at) else None
