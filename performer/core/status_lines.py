"""The state of a running show in lines for people; the command line and the terminal of the show print the same."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from performer.core.own_text import OwnText, join_own, own
from performer.core.text import make_printable
from performer.core.values import dataclass

State = Mapping[str, Any]
"""The answer of the operation `status`, or a part of it."""

_DIM: Final = "dim"
_BAD: Final = "red"
_BEHIND: Final = frozenset({"stands by", "in reserve"})
_OVER: Final = own("last failure, now over: ")
_NONE: Final = own("")
_OF_FAILURE: Final = {"down": _NONE, "loading": own("last failure: ")}
"""The words before the last failure, by the states in which it is not over."""
_ROLE_CHARS: Final = 7
_MODEL_CHARS: Final = 13


@dataclass(frozen=True)
class StatusLine:
    """A line, and how it is shown."""

    text: OwnText
    style: str = ""
    label: OwnText = _NONE
    """What stands before the text."""
    label_style: str = ""

    @property
    def whole(self) -> OwnText:
        """The label and the text."""
        return join_own("", (self.label, self.text))


def list_status_lines(state: State) -> list[StatusLine]:
    """Return what the show does now, who plays each part, how its models do, what is down, and its version."""
    return [
        StatusLine(_describe_now(state), "bold"),
        *_list_roles(state["roles"]),
        *_list_models(state["endpoints"]),
        *_list_down(state),
        *([StatusLine(_clean(state["updates"]["words"]), _DIM)] if "updates" in state else []),
    ]


def _describe_now(state: State) -> OwnText:
    if state["pauses"]:
        return own("paused: {why}", why=_clean(join_own("; ", state["pauses"].values())))
    if state["speaking"]:
        return own("speaking: {line}", line=_clean(state["said"]))
    return (
        own("writing turn {turn}", turn=state["turn"]) if state["turn"] else own("waiting for something worth a line")
    )


def _list_roles(roles: Sequence[State]) -> Iterator[StatusLine]:
    for role in roles:
        yield StatusLine(_clean(role["plays"]), label=_pad(role["part"], _ROLE_CHARS), label_style="cyan")
        if role["why"]:
            yield StatusLine(_clean(role["why"]), _DIM, _pad("", _ROLE_CHARS))


def _list_models(endpoints: Sequence[State]) -> Iterator[StatusLine]:
    if endpoints:
        yield StatusLine(own("models"), "bold")
    under = _pad("", _MODEL_CHARS)
    for each in endpoints:
        name = join_own(" at ", [_clean(each["name"]), _clean(each["place"])])
        state = join_own("", (own("  "), each["state"]))
        is_down = each["state"] == "down"
        yield StatusLine(name, label=_pad(state, _MODEL_CHARS), label_style=_BAD if is_down else "")
        yield StatusLine(join_own(", ", _list_figures(each)), _DIM, under)
        if each["state"] in _BEHIND:  # for the model that leads, the line of the brain gives the reason
            yield StatusLine(_clean(each["reason"]), _DIM, under)
        if each["last_error"]:
            failure = join_own("", (_OF_FAILURE.get(each["state"], _OVER), _clean(each["last_error"])))
            yield StatusLine(failure, _DIM, under)


def _list_figures(endpoint: State) -> Iterator[OwnText]:
    yield _count(endpoint["answers"], own("answer"))
    if endpoint["answer_s"] is not None:
        yield own("{each_s:g} s each", each_s=endpoint["answer_s"])
    if endpoint["tokens_per_s"] is not None:
        yield own("{speed:g} tokens/s", speed=endpoint["tokens_per_s"])
    if endpoint["load_s"] is not None:
        yield own("loaded in {load_s:g} s", load_s=endpoint["load_s"])
    if endpoint.get("cold_reads"):
        yield own("{count} late, because the whole prompt was read again", count=endpoint["cold_reads"])
    if endpoint["failures"]:
        yield _count(endpoint["failures"], own("failure"))


def _count(number: int, what: OwnText) -> OwnText:
    return join_own("", (own("{number} ", number=number), what, "" if number == 1 else own("s")))


def _list_down(state: State) -> Iterator[StatusLine]:
    """Yield a line for each service that is down; where something stands in for it, its part still works partly."""
    partly = {role["part"] for role in state["roles"] if role["state"] == "partly"}
    for service, why in state["down"].items():
        if service in partly:
            yield StatusLine(own("{service} works only partly: {why}", service=service, why=_clean(why)), _BAD)
        else:
            yield StatusLine(own("{service} is down: {why}", service=service, why=_clean(why)), _BAD)


def _pad(text: str, width: int) -> OwnText:
    """Return a text with blanks behind it; they are a piece by themselves, for the guard may strip others' words."""
    return join_own("", (text, *[own(" ")] * (width - len(text))))


def _clean(text: str) -> OwnText:
    return OwnText.of(text).map_pieces(make_printable)
