"""The protocol between a brain and its Discord: one JSON object (an envelope) a text frame of a WebSocket.

A brain sends `rpc/call` and gets an `rpc/ret` whose `reply_to` is the call's id. Events of Discord come as `event/…`,
in order, with ids that rise. A brain that names its session is welcomed by `session/welcome`, and told of a gap in the
events by `session/lost`.
"""

import json
from typing import Annotated, Any, ClassVar, Final

from pydantic import Field, TypeAdapter, ValidationError

from performer.chats.discord.hub import About, DiscordFailed, Trouble
from performer.chats.discord.wire.calls import BY_METHOD, Call
from performer.chats.discord.wire.values import EVENT_TYPES, DiscordEvent, LinkChanged, Value

MOST_FRAME: Final = 16 * 1024 * 1024
"""Bytes of a frame, either way: a picture as Base64 fits into it."""
MOST_PLAIN: Final = 256 * 1024
"""Characters of a frame that asks for anything but to write a message, which alone may bring pictures."""
MOST_ID: Final = 64

Id = Annotated[str, Field(min_length=1, max_length=MOST_ID)] | Annotated[int, Field(strict=True, ge=0, lt=1 << 53)]
"""A text or a whole number; it is repeated as it was written."""


class Envelope(Value):
    """The outer object of every message."""

    id: Id
    """Chosen by the sender; of an event its number, which rises by one from event to event."""
    op: Annotated[str, Field(min_length=1, max_length=64)]
    payload: dict[str, Any]
    reply_to: Id | None = None
    """The id of what it answers."""


class Payload(Value):
    """The content of an envelope, by its op."""

    op: ClassVar[str]


class Asked(Payload):
    """A call; one that is sent again with the same id within a session is answered again, and not done again."""

    op: ClassVar[str] = "rpc/call"
    method: Annotated[str, Field(max_length=64)]
    args: dict[str, Any] = Field(default_factory=dict)


class Failure(Value):
    """The reason why a call came to nothing."""

    type: Trouble
    message: str
    """One sentence."""
    method: str
    about: About = "place"
    """What is refused, of a `discord_error`."""
    again_in_s: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    """Of a moment: when it may be tried again."""


class Answered(Payload):
    """The answer to a call."""

    op: ClassVar[str] = "rpc/ret"
    ok: bool
    value: Any = None
    """The method's answer, when ok."""
    error: Failure | None = None
    """The failure, when not ok."""


class Welcome(Payload):
    """The first message to a brain that has named its session."""

    op: ClassVar[str] = "session/welcome"
    session: str
    is_resumed: bool
    """Whether the session was known: its calls were not forgotten, and what it missed follows."""
    seen: Annotated[int, Field(ge=0)]
    """The number of the event after which events are told: the brain's own, or that of the newest."""
    link: LinkChanged
    """The state of the link to Discord."""


class Lost(Payload):
    """The count of events that were missed and are not kept any more; those that are kept follow."""

    op: ClassVar[str] = "session/lost"
    count: Annotated[int, Field(ge=1)]


PAYLOADS: Final[tuple[type[Payload], ...]] = (Asked, Answered, Welcome, Lost)

_ID: Final[TypeAdapter[Id]] = TypeAdapter(Id)
_HAPPENS: Final[dict[str, type[Any]]] = {each.op: each for each in EVENT_TYPES}  # type: ignore[attr-defined]  # each has one
_ANSWERS: Final[dict[str, TypeAdapter[Any]]] = {name: TypeAdapter(call.answer) for name, call in BY_METHOD.items()}


class UnreadableMessageError(ValueError):
    """A message that cannot be read, with its id where that could be read."""

    def __init__(self, why: str, id_: Id | None = None) -> None:
        super().__init__(why)
        self.id = id_


def format_envelope(id_: str, op: str, payload: Any, reply_to: Id | None = None) -> str:
    """Return a message as text; the payload is what JSON can hold."""
    whole = {"id": id_, "op": op, "payload": payload, "reply_to": reply_to}
    return json.dumps(whole, ensure_ascii=True, separators=(",", ":"))


def parse_envelope(text: str) -> Envelope:
    """Return the envelope of a message, or raise UnreadableMessageError."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise UnreadableMessageError("That is no JSON.") from None
    try:
        return Envelope.model_validate(fields)
    except ValidationError as error:
        raise UnreadableMessageError(describe_validation_error(error), _find_id(fields)) from None


def make_call_payload(call: Call[Any]) -> dict[str, Any]:
    """Return the payload of `rpc/call` for a call."""
    return {"method": call.method, "args": call.model_dump(mode="json", exclude_defaults=True)}


def make_answer_payload(call: Call[Any], value: Any) -> dict[str, Any]:
    """Return the payload of `rpc/ret` for a call's answer."""
    return {"ok": True, "value": _ANSWERS[call.method].dump_python(value, mode="json")}


def make_failure_payload(failed: DiscordFailed) -> dict[str, Any]:
    """Return the payload of `rpc/ret` for a failure."""
    failure = Failure(
        type=failed.kind, message=str(failed), method=failed.method, about=failed.about, again_in_s=failed.again_in_s
    )
    return {"ok": False, "error": failure.model_dump(mode="json", exclude_defaults=True)}


def parse_call(payload: dict[str, Any]) -> Call[Any]:
    """Return the call in the payload of `rpc/call`, or raise DiscordFailed: `unknown_method` or `bad_arguments`."""
    method = str(payload.get("method", ""))[:64]
    try:
        what = Asked.model_validate(payload)
        kind = BY_METHOD.get(what.method)
        if kind is not None:
            return kind.model_validate(what.args)
    except ValidationError as error:
        raise DiscordFailed("bad_arguments", describe_validation_error(error), method) from None
    message = f"There is no method '{what.method}'; there are: {', '.join(BY_METHOD)}."
    raise DiscordFailed("unknown_method", message, method)


def parse_answer(call: Call[Any], payload: dict[str, Any]) -> Any:
    """Return the value in the payload of an `rpc/ret` to a call; raise what failed, or that it cannot be read."""
    try:
        answer = Answered.model_validate(payload)
        if answer.ok:
            return _ANSWERS[call.method].validate_python(answer.value)
    except ValidationError as error:
        message = f"The answer cannot be read ({describe_validation_error(error)}); are both sides of the same version?"
        raise DiscordFailed("discord_error", message, call.method) from None
    unknown = Failure(type="discord_error", message="It failed, and no reason came.", method=call.method)
    failure = answer.error or unknown
    raise DiscordFailed(failure.type, failure.message, call.method, about=failure.about, again_in_s=failure.again_in_s)


def parse_event(envelope: Envelope) -> DiscordEvent | None:
    """Return the event of an `event/…`, or raise UnreadableMessageError; None for one of a newer side."""
    kind = _HAPPENS.get(envelope.op)
    try:
        event: DiscordEvent | None = kind.model_validate(envelope.payload) if kind else None
    except ValidationError as error:
        raise UnreadableMessageError(f"{envelope.op}: {describe_validation_error(error)}", envelope.id) from None
    return event


def describe_validation_error(error: ValidationError) -> str:
    """Return what is wrong, and where, without the values: they may be long, and private."""
    found = [
        f"{'.'.join(map(str, each['loc'])) or 'it'}: {each['msg']}"
        for each in error.errors(include_url=False, include_context=False, include_input=False)
    ]
    more = f" (and {len(found) - 3} more)" if len(found) > 3 else ""
    return "; ".join(found[:3])[:500] + more + "."


def _find_id(fields: Any) -> Id | None:
    try:
        return _ID.validate_python(fields.get("id") if isinstance(fields, dict) else None)
    except ValidationError:
        return None
