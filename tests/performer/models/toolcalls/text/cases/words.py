"""Tools whose names are common words: prose with them is speech."""

from tests.performer.models.toolcalls.text.cases.case import Table, call

_SPEECH = {
    "say": "Say cheese, goblin.",
    "say and a colon": "Say: nobody saw that coming.",
    "schedule": "Schedule: tomorrow at nine.",
    "search": "Search the left room first.",
    "name": "Name your price.",
    "name and a colon": "Name: Mara",
    "in a list": "- search the room\n- say hello",
    "two sentences": "They search. Say what you want.",
}
CASES: Table = {
    **{name: (speech, speech, []) for name, speech in _SPEECH.items()},
    "a call": ('{"name": "say", "arguments": {"text": "Hi"}}', "", [call("say", text="Hi")]),
    "a call line": ('CALL search {"query": "Frost"}', "", [call("search", query="Frost")]),
    "a tag": ('<tool_call>{"name": "name", "arguments": {"pet": "Olly"}}</tool_call>', "", [call("name", pet="Olly")]),
    "brackets": ('schedule(what="poll", when="nine")', "", [call("schedule", what="poll", when="nine")]),
    "a key behind a common word": ("Search query: none.", "Search query: none.", []),
    "one behind another": ("Say text: hello.", "Say text: hello.", []),
    "a bracket behind a common word": (
        "Search (the drawers) and find nothing.",
        "Search (the drawers) and find nothing.",
        [],
    ),
}
