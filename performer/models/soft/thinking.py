"""The marks that models put around their thinking, which is neither spoken nor obeyed."""

import re
from typing import Final

_WORDS: Final = (
    r"(?:[\w]{1,12}:)?(?:(?:ant)?think(?:ing)?|thoughts?|reason(?:ing)?|scratchpad|reflection|analysis"
    r"|(?:inner_|internal_)?monologue|internal|plan(?:ning)?)"
)
OPEN = re.compile(
    rf"<{_WORDS}(?:\s[^<>\n]{{0,60}})?>|\[THINK\]|<\|(?:START_THINKING|begin_of_thought|think(?:ing)?)\|>"
    r"|<｜(?:begin▁of▁)?think(?:ing)?｜>",
    re.IGNORECASE,
)
"""What opens thinking."""
BARE_CLOSE = re.compile(
    rf"</\s{{0,9}}{_WORDS}\s{{0,9}}>|\[/THINK\]|<\|(?:END_THINKING|end_of_thought|/think(?:ing)?)\|>"
    r"|<｜(?:end▁of▁)?/?think(?:ing)?｜>(?<!<｜think｜>)|◁/think▷|\bassistantfinal(?=\S)",
    re.IGNORECASE,
)
"""What closes it, opened or not; `assistantfinal` is what is left of harmony's marks when they are stripped."""
LONGEST_CLOSE: Final = 64
"""More characters than it ever has."""
_NAME = re.compile(r"[\w:]+")


def close_of(opening: str) -> str:
    """Give what closes the thinking that these words open."""
    if opening.startswith("["):
        return "[/THINK]"
    if opening.lower().startswith("<|think"):
        return f"<|/{opening[2:]}"
    if opening.startswith("<|"):
        return opening.replace("START", "END").replace("begin", "end")
    if opening.startswith("<｜"):
        return opening.replace("begin", "end")
    name = _NAME.search(opening)
    assert name is not None
    return f"</{name.group()}>"


_NAMED: Final = (
    "think", "thought", "reason", "scratchpad", "reflection", "analysis", "monologue", "internal", "plan",
    "assistantfinal",
)  # fmt: skip
"""What every mark has in it, in small letters."""


def closes_unopened(text: str) -> bool:
    """Tell whether a text closes thinking that it never opened."""
    small = text.lower()
    if not any(name in small for name in _NAMED):
        return False
    close = BARE_CLOSE.search(text)
    return close is not None and OPEN.search(text, 0, close.start()) is None
