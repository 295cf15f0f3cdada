"""Arguments as a Python call gives them: `(text="hi", duration_s=5)`."""

import re

from performer.models.soft.arguments.given import Given
from performer.models.soft.data.python_call import PythonCall, read_python_call
from performer.models.soft.heads import Head
from performer.models.soft.schema.offered import Offered
from performer.models.soft.schema.printed import Positional

_OBJECT = re.compile(r"\s*\{")


def read(text: str, head: Head, offered: Offered) -> Given | None:  # noqa: ARG001 - the ways are alike
    """Read the brackets right behind the name."""
    if not text.startswith(("(", " ("), head.end):
        return None
    call = read_python_call(text, head.at)
    if call is None or (_is_empty(call) and _OBJECT.match(text, call.end)):
        return None
    value = Positional(values=tuple(call.positional), keywords=call.keywords)
    return Given(value=value, end=call.end, cut=call.cut or not call.closed)


def _is_empty(call: PythonCall) -> bool:
    return call.closed and not call.positional and not call.keywords
