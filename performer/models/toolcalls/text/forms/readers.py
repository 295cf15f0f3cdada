"""The places where calls, thinking and markup can begin, in the order in which they are asked.

A new one is one more module with OPENERS and `read`, and one more name in FORMS.
"""

from typing import Final

from performer.models.toolcalls.text.forms import (
    announced_calls,
    backticks,
    braces,
    brackets,
    broken_off,
    fenced_block,
    harmony,
    invented_results,
    leftovers,
    loose_marks,
    other_speakers,
    python_calls,
    quoted_lines,
    react,
    tags,
    thinking,
    wrappers,
    yaml_lines,
)
from performer.models.toolcalls.text.forms.form import Form

FORMS: Final[tuple[Form, ...]] = (
    wrappers,
    thinking,
    invented_results,
    other_speakers,
    quoted_lines,
    fenced_block,
    backticks,
    harmony,
    react,
    loose_marks,
    brackets,
    announced_calls,
    yaml_lines,
    tags,
    braces,
    python_calls,
    leftovers,
    broken_off,
)
