"""Cases that are not read as they should be yet; whoever mends one strikes out its line."""

STILL_OPEN = frozenset(
    {
        "objects: all of it as text",
        "lines: bold",
        "lines: lines below the name",
        "lines: in stars",
        "labels: two in a list",
        "labels: tool_calls above a list",
        "labels: Mistral's old map",
        "Python: two stars",
        "tokens: python_tag and a call",
        "tokens: Gemma's call",
        "tokens: Gemma's call of two arguments",
        "tokens: Gemma's call never closed",
        "tokens: harmony without tokens",
        "tags: use_mcp_tool of a server",
        "ReAct: the name in brackets",
        "ReAct: an input in a fence",
        "ReAct: brackets behind the name",
        "ReAct: none",
        "damage: a byte order mark",
        "shown: placeholders",
        "shown: dots",
        "shown: a schema",
        "invented: an observation and an answer",
    }
)
