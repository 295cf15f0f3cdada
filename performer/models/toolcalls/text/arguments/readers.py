"""The ways to print arguments behind a tool's name, in the order in which they are tried.

A new one is one more module with `read`, and one more name in WAYS.
"""

from typing import Final

from performer.models.toolcalls.text.arguments import (
    attributes,
    in_order,
    inline,
    key_tags,
    keywords,
    lines,
    mapping,
    pairs,
    parameter_tags,
    python,
)
from performer.models.toolcalls.text.arguments.given import Way

WAYS: Final[tuple[Way, ...]] = (
    python,
    mapping,
    key_tags,
    parameter_tags,
    attributes,
    keywords,
    pairs,
    inline,
    lines,
    in_order,
)
