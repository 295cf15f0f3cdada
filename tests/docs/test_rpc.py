"""The schemas and the examples in the documentation, against what the code reads."""

import json
import re

import pytest
from pydantic import BaseModel

from docs.generate.pages import DOCS
from docs.generate.rpc import build_schemas, schemas
from performer.chats.discord.rpc import protocol
from performer.chats.discord.rpc.protocol import PAYLOADS
from performer.chats.discord.wire.calls import CALLS
from performer.chats.discord.wire.values import EVENT_TYPES

PAGE = (DOCS / "reference" / "discord-io.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r'^\{"id":.*\}$', PAGE, re.MULTILINE)


def kinds() -> dict[str, type[BaseModel]]:
    return {each.op: each for each in (*PAYLOADS, *EVENT_TYPES)}  # type: ignore[attr-defined]  # each has one


def test_every_reference_in_them_leads_somewhere() -> None:
    known = build_schemas()["$defs"]

    assert set(re.findall(r"#/\$defs/([\w.-]+)", schemas())) <= set(known)
    assert len(build_schemas()["methods"]) == len(CALLS)


def test_the_page_has_an_example_of_every_op() -> None:
    assert {json.loads(line)["op"] for line in EXAMPLES} == set(kinds())


@pytest.mark.parametrize("line", EXAMPLES, ids=lambda line: json.loads(line)["op"])
def test_an_example_of_the_page_is_read_as_it_stands(line: str) -> None:
    message = protocol.parse_envelope(line)
    payload = kinds()[message.op].model_validate(message.payload)

    assert payload.model_dump(mode="json", exclude_unset=True).keys() == message.payload.keys()
    if message.op == "rpc/call":
        protocol.parse_call(message.payload)
