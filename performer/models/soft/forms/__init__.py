"""The places where calls, thinking and markup can begin, in the order in which they are asked.

A new one is one more module with OPENERS and `read`, and one more name in FORMS.
"""

from typing import Final

from performer.models.soft.forms import (
    announced,
    braces,
    brackets,
    broken_off,
    code,
    fence,
    harmony,
    labelled,
    leftovers,
    loose,
    parentheses,
    quoted_line,
    react,
    results,
    tags,
    thinking,
    voices,
    wrappers,
)
from performer.models.soft.place import Form

FORMS: Final[tuple[Form, ...]] = (
    wrappers,
    thinking,
    results,
    voices,
    quoted_line,
    fence,
    code,
    harmony,
    react,
    loose,
    brackets,
    announced,
    labelled,
    tags,
    braces,
    parentheses,
    leftovers,
    broken_off,
)
