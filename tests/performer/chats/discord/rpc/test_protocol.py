"""The envelopes between a brain and its Discord."""

from typing import Any

import pytest

from performer.chats.discord.hub import DiscordFailed
from performer.chats.discord.rpc import protocol
from performer.chats.discord.rpc.protocol import Envelope, UnreadableMessageError
from performer.chats.discord.wire.calls import Call, Delete, Send, SyncCommands
from performer.chats.discord.wire.values import LinkChanged, MessageDeleted


@pytest.mark.parametrize("call", [Send(channel_id="1", content="hi"), Delete(channel_id="1", message_id="2")])
def test_a_call_comes_back_as_it_was(call: Call[Any]) -> None:
    text = protocol.format_envelope("a", "rpc/call", protocol.make_call_payload(call))
    envelope = protocol.parse_envelope(text)

    assert (envelope.id, envelope.op) == ("a", "rpc/call")
    assert protocol.parse_call(envelope.payload) == call


def test_an_answer_and_a_failure_come_back_as_they_were() -> None:
    call = SyncCommands(commands=())
    failed = DiscordFailed("discord_error", "Later.", call.method, about="moment", again_in_s=3.0)

    assert protocol.parse_answer(call, protocol.make_answer_payload(call, True)) is True
    with pytest.raises(DiscordFailed, match=r"Later\.") as raised:
        protocol.parse_answer(call, protocol.make_failure_payload(failed))
    assert (raised.value.kind, raised.value.about, raised.value.again_in_s) == ("discord_error", "moment", 3.0)


@pytest.mark.parametrize("event", [LinkChanged(is_up=True), MessageDeleted(channel_id="1", message_ids=("2",))])
def test_an_event_comes_back_as_it_was_and_an_unknown_one_is_none(event: Any) -> None:
    payload = event.model_dump(mode="json")

    assert protocol.parse_event(Envelope(id=1, op=event.op, payload=payload)) == event
    assert protocol.parse_event(Envelope(id=1, op="event/of.tomorrow", payload=payload)) is None


def test_an_event_that_cannot_be_read_is_named_by_its_id() -> None:
    with pytest.raises(UnreadableMessageError, match=r"event/discord\.link: is_up") as raised:
        protocol.parse_event(Envelope(id=7, op=LinkChanged.op, payload={}))

    assert raised.value.id == 7


@pytest.mark.parametrize(("text", "id_"), [("{", None), ("[]", None), ('{"id": "a"}', "a"), ('{"id": -1}', None)])
def test_what_is_no_envelope_is_refused_by_its_id(text: str, id_: str | None) -> None:
    with pytest.raises(UnreadableMessageError) as raised:
        protocol.parse_envelope(text)

    assert raised.value.id == id_


@pytest.mark.parametrize(
    ("payload", "kind"),
    [
        ({"method": "discord.fly"}, "unknown_method"),
        ({}, "bad_arguments"),
        ({"method": "discord.send", "args": {"content": "hi"}}, "bad_arguments"),
        ({"method": "discord.send", "args": {"channel_id": "1", "loud": True}}, "bad_arguments"),
    ],
)
def test_what_is_no_call_is_refused_by_its_kind(payload: dict[str, Any], kind: str) -> None:
    with pytest.raises(DiscordFailed) as raised:
        protocol.parse_call(payload)

    assert raised.value.kind == kind
