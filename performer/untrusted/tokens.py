"""Tokens by which chat templates part turns, roles, tools and thinking. In somebody's words none of them may stand.

A server that finds one in a message takes it for its own: a chat line could end the user's turn and speak as the
system. They are left out as they look: in full width too, with unseen characters inside, and put together by leaving
others out.
"""

import re
from typing import Final

from performer.untrusted.looks import looks

_NAMES: Final = (
    # Beginnings and ends of texts, turns and messages.
    r"s|bos|eos|pad|unk|mask|cls|sep|sop|eop|eod|eot|eom|eoh|eoa|\w{1,40}_token|(?:start|end|begin|beginning)_of_\w{1,30}"
    r"|(?:start|begin|end)of(?:text|turn)|im_\w{1,20}|turn|channel|message|seed:\w{1,20}|session"
    # Roles.
    r"|sys|system|user|assistant|human|model|developer|ipython|observation|environment"
    # Tools and thinking.
    r"|(?:\w{1,12}:)?(?:tools?|functions?|tool_?\w{1,30}|function_\w{1,30}|toolcall\w{0,20}|invoke|parameters?|arg_\w{1,10})"
    r"|think(?:ing)?|thoughts?|reasoning|reflection|scratch_?pad|analysis"
    # Pictures, sound, code to be filled in, and what was kept for later.
    r"|im(?:g|age)(?:_\w{1,20})?|video(?:_\w{1,20})?|audio(?:_\w{1,20})?|vision_\w{1,20}|object_ref_\w{1,10}|fim_\w{1,20}"
    r"|file_sep|repo_name|jupyter_\w{1,20}|pre|suf|mid|extra_id_\d{1,4}|(?:unused|reserved|special|tokens_unused)_?\w{0,12}"
    r"|0x[0-9a-f]{2}"
)
_BRACKETED: Final = (
    r"inst|sys|system_prompt|available_tools|tools?_\w{1,20}|args|call_id|img(?:_\w{1,10})?|(?:begin_)?audio|transcribe"
    r"|prefix|suffix|middle|think|model_settings|control_\d{1,4}|[gs]?mask|cls|sep|unk|pad|bos|eos"
)
_TOKEN: Final = re.compile(
    r"<\|[^<>|]{0,64}\|?>|<[^<>|]{1,64}\|>"  # <|im_start|>, <｜User｜>, and those that have one bar: <|turn>, <turn|>
    r"|\[\|[^\[\]|]{0,64}\|\]"  # [|assistant|]
    rf"|<?</?(?:{_NAMES})(?:[\s=:/.][^<>]{{0,80}})?>>?"
    rf"|\[/?(?:{_BRACKETED})\]"
    r"|\]~!?b[\[\]]?|\[e~\[?|\]<\]\w{0,20}\[>\["  # those of MiniMax
    r"|◁/?\w{1,20}▷"
    r"|#{2,6} ?(?:system|user|assistant|human|instructions?|response|input|tools?)\b ?:?"
    r"|<\||\|>|\[\||\|\]",
    re.IGNORECASE,
)
_SUSPECT: Final = re.compile(r"[<>\[\]|◁]|##")
_OPENS: Final = re.compile(r"<(?=[\w/|!?<\[])(?!3)")
"""What may yet begin a token; a heart does not."""
_ROUNDS: Final = 20
"""Whoever nests tokens more often has no other word to say."""
_SIGNS: Final = str.maketrans(dict.fromkeys("<>[]|◁▷#", " "))


def without_tokens(text: str) -> str:
    """Leave tokens out until there is none."""
    for _ in range(_ROUNDS):
        seen = looks(text)
        if not _SUSPECT.search(seen):
            return text
        left = cut_out(_TOKEN, text, seen)
        if left == text:
            return text
        text = left
    return looks(text).translate(_SIGNS)


def cut_out(pattern: re.Pattern[str], text: str, seen: str) -> str:
    """Leave out of a text what the pattern finds in its looks."""
    kept: list[str] = []
    end = 0
    for match in pattern.finditer(seen):
        kept.append(text[end : match.start()])
        end = match.end()
    return "".join([*kept, text[end:]]) if kept else text


def opened_otherwise(text: str) -> str:
    """Let nothing begin as a tag does, for it may be a token that nobody knows of here: `<new>` becomes `‹new>`."""
    letters = list(text)
    for match in _OPENS.finditer(looks(text)):
        letters[match.start()] = "‹"
    return "".join(letters)
