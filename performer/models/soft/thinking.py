"""The marks that models put around their thinking, which is neither spoken nor obeyed."""

import re
from typing import Final

_WORDS: Final = r"(?:[\w]{1,12}:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|scratchpad|reflection|analysis)"
OPEN = re.compile(
    rf"<{_WORDS}>|\[THINK\]|<\|(?:START_THINKING|begin_of_thought)\|>|<｜(?:begin▁of▁)?think(?:ing)?｜>", re.IGNORECASE
)
"""What opens thinking."""
BARE_CLOSE = re.compile(
    rf"</\s*{_WORDS}\s*>|\[/THINK\]|<\|(?:END_THINKING|end_of_thought)\|>|<｜(?:end▁of▁)?/?think(?:ing)?｜>(?<!<｜think｜>)",
    re.IGNORECASE,
)
"""What closes it, opened or not."""


def close_of(opening: str) -> str:
    """Give what closes the thinking that these words open."""
    if opening.startswith("["):
        return "[/THINK]"
    if opening.startswith("<|"):
        return opening.replace("START", "END").replace("begin", "end")
    if opening.startswith("<｜"):
        return opening.replace("begin", "end")
    return f"</{opening[1:]}"
