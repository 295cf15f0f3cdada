"""What a printed name and printed arguments come to: a call, one that must not run, or one of a tool nobody has."""

import re
from collections.abc import Mapping
from typing import Final

from performer.models.soft.place import Outcome, PrintedCall, PrintedMisprint, UnknownCall
from performer.models.soft.schema.fit import Unfit, fit
from performer.models.soft.schema.offered import Offered
from performer.tools import ToolSpec

PLACEHOLDER: Final = re.compile(
    r"\.{3,}|…|<[A-Za-z_][\w \-]{1,40}>|\{{1,2}[\w \-]{1,40}\}{1,2}|\[your [\w ]{1,40}\]"
    r"|YOUR_[A-Z_]{1,40}|\w{1,40}_HERE|string|str"
)
"""What stands for a value in a description of the format."""
_LONGEST_PLACEHOLDER: Final = 60


def resolved(name: str, arguments: object, offered: Offered, *, cut: bool) -> Outcome:
    """Make of a name and arguments what they are.

    Args:
        name: As printed.
        arguments: As printed: a mapping, text, nothing, or whatever `schema.fit` takes.
        offered: The tools on offer.
        cut: Whether the arguments broke off; they are then never completed.
    """
    tool = offered.find(name)
    if tool is None:
        return UnknownCall(call=PrintedCall(name=name.strip(), arguments=_shown(arguments)))
    return outcome(tool, arguments, cut=cut)


def outcome(tool: ToolSpec, arguments: object, *, cut: bool) -> Outcome:
    """Make of a tool and printed arguments a call, or one that must not run and why."""
    if cut:
        reason = f"{tool.name}: the call was cut off before its arguments ended; print it again, whole."
        return PrintedMisprint(call=PrintedCall(name=tool.name, arguments=_shown(arguments)), reason=reason)
    is_empty = isinstance(arguments, str) and not arguments.strip()
    fitted = fit(None if is_empty else arguments, tool)
    if isinstance(fitted, Unfit):
        return PrintedMisprint(call=PrintedCall(name=tool.name, arguments=fitted.arguments), reason=fitted.reason)
    if _has_placeholder(fitted.arguments):
        reason = f"{tool.name}: an argument is no more than a placeholder; print the call with what it shall be."
        return PrintedMisprint(call=PrintedCall(name=tool.name, arguments=fitted.arguments), reason=reason)
    return PrintedCall(name=tool.name, arguments=fitted.arguments, strays=fitted.strays)


def _has_placeholder(arguments: Mapping[str, object]) -> bool:
    for each in arguments.values():
        if isinstance(each, str) and len(each) <= _LONGEST_PLACEHOLDER and PLACEHOLDER.fullmatch(each.strip()):
            return True
    return False


def _shown(arguments: object) -> Mapping[str, object]:
    return arguments if isinstance(arguments, dict) else {}
