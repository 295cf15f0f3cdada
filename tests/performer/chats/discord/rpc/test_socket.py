import json

from hypothesis import given, settings
from hypothesis import strategies as st

from performer.chats.discord.rpc.socket import EventHistory
from performer.chats.discord.wire.values import LinkChanged


@settings(max_examples=40)
@given(st.integers(0, 20), st.integers(1, 8), st.data())
def test_whoever_reads_on_gets_each_event_that_is_kept_once_and_the_number_of_the_others(
    count: int, most: int, data: st.DataObject
) -> None:
    past = EventHistory(most)
    for number in range(1, count + 1):
        past.add(LinkChanged(is_up=True, reason=str(number)))
    seen = began = data.draw(st.integers(0, count))
    read, lost = list[int](), 0
    while True:
        missed, text = past.find_after(seen)
        lost, seen = lost + missed, seen + missed
        if text is None:
            break
        event = json.loads(text)
        assert event["id"] == event["payload"]["reason"]
        read.append(int(event["id"]))
        seen += 1

    assert read == list(range(max(began, count - most) + 1, count + 1))
    assert lost == max(count - most - began, 0)
