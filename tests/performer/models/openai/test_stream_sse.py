"""Events out of lines, whatever the server leaves out."""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.models.http.lines import LineSplitter
from performer.models.openai.stream import ServerSentEvent, ServerSentEventReader

JSON_OBJECTS = st.dictionaries(st.text(max_size=8), st.text(max_size=20) | st.integers() | st.none(), max_size=3)


def read(wire: bytes, cuts: list[int] | None = None) -> list[ServerSentEvent]:
    splitter, reader, events = LineSplitter("it", keep_empty=True), ServerSentEventReader(), list[ServerSentEvent]()
    bounds = [0, *sorted(cuts or []), len(wire)]
    for start, end in itertools.pairwise(bounds):
        for line in splitter.feed(wire[start:end]):
            events += reader.feed(line)
    for line in splitter.finish():
        events += reader.feed(line)
    return events + reader.finish()


@given(
    objects=st.lists(JSON_OBJECTS, max_size=4),
    data=st.data(),
    prefix=st.sampled_from(["data: ", "data:"]),
    end=st.sampled_from(["\n", "\r\n"]),
    gap=st.booleans(),
    indent=st.sampled_from([None, 1]),
)
def test_events_are_the_same_however_they_are_written_and_cut(
    objects: list[dict[str, object]], data: st.DataObject, prefix: str, end: str, gap: bool, indent: int | None
) -> None:
    texts = [json.dumps(each, ensure_ascii=False, indent=indent) for each in objects] + ["[DONE]"]
    wire = "".join(
        "".join(f"{prefix}{line}{end}" for line in text.split("\n")) + (end if gap else "") for text in texts
    ).encode()
    cuts = data.draw(st.lists(st.integers(0, len(wire)), max_size=9))

    events = read(wire, cuts)

    assert [json.loads(each.data) for each in events[:-1]] == objects
    assert events[-1].data == "[DONE]"


@pytest.mark.parametrize(
    ("wire", "events"),
    [
        (b": ping\n\n: OPENROUTER PROCESSING\n\n", []),
        (b"id: 7\nretry: 10\nevent: message\ndata: {}\n\n", [ServerSentEvent(data="{}")]),
        (
            b'event: error\ndata: {"a": 1}\n\ndata: {}\n\n',
            [ServerSentEvent(data='{"a": 1}', is_error=True), ServerSentEvent(data="{}")],
        ),
        (
            b'data: {}\n\nerror: {"a": 1}\n\n',
            [ServerSentEvent(data="{}"), ServerSentEvent(data='{"a": 1}', is_error=True)],
        ),
        (b"data\n\ndata:\n\n", []),
        (b"\xef\xbb\xbfdata: {}\n\n", [ServerSentEvent(data="{}")]),
        (b"data: {}", [ServerSentEvent(data="{}")]),
        (b'{"a": 1}\n{"b": 2}\n', [ServerSentEvent(data='{"a": 1}'), ServerSentEvent(data='{"b": 2}')]),
    ],
)
def test_what_is_no_data_is_passed_over_and_errors_are_marked(wire: bytes, events: list[ServerSentEvent]) -> None:
    assert read(wire) == events


@given(st.binary(max_size=200))
def test_any_bytes_whatever_are_read(wire: bytes) -> None:
    assert all(each.data for each in read(wire))
