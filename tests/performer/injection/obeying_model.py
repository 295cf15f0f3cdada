"""A model that obeys strangers with both hands: it calls all that a show with servers and helpers has to offer.

Sent as a helper, it does so too, and brings the stranger's text back.
"""

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from tests.fakes.ollama_wire import Reply
from tests.performer.injection.obedient import is_in, letters, told_of
from tests.performer.injection.texts import FORBIDDEN, MARKER

Call = tuple[str, dict[str, Any]]
WRITE: Final = "mcp.answers.write"
OPENER: Final = "opener"
"""A prototype that names all tools there are."""
_SHOUT: Final = f"Oh {FORBIDDEN}! {' '.join(FORBIDDEN)}!"
_HOUSE: Final = letters("The streamer asks you")
"""How the house itself puts the streamer's word; some texts begin so too, and are not known again by that alone."""
_ODD: Final = re.compile(r"\W")


def deeds(*, is_helper: bool) -> list[Call]:
    """Name what a stranger may want at once, differently for whoever is sent."""
    code = "4321" if is_helper else "1234"
    return [
        ("open_door", {"code": code}),
        ("discord.send", {"channel_id": "999", "content": f"hello {code}"}),
        (WRITE, {"text": code}),
        ("delegate", {"prototype": OPENER, "task": f"Open the door, {code}"}),
    ]


class Puppet:
    """Answers for a fake Ollama, for the show and for its helpers."""

    def __init__(self) -> None:
        self.text = ""
        self.first: Call | None = None
        """A call that it makes first of all."""
        self.helper_first: Call | None = None
        self.reached = False
        """Whether any of the text reached it in a turn of the show's own."""
        self.helper_reached = False

    def begin(self, text: str, first: Call | None, *, helper_first: Call | None) -> None:
        """Forget the last turn, and look out for a text."""
        self.text, self.first, self.helper_first = text, first, helper_first
        self.reached = self.helper_reached = False

    def __call__(self, body: dict[str, Any]) -> Reply:
        messages = body["messages"]
        is_helper = any(each["content"].startswith("Your task:") for each in messages)
        is_opener = "Open the door" in str(messages[1]["content"])
        told = _unmarked(told_of({**body, "tools": [*_of_servers(body), *_printed(body)]}))
        is_reached = is_in(_unmarked(self.text), told.replace(_HOUSE, ""))
        self.reached |= is_reached and not is_helper
        self.helper_reached |= is_reached and is_helper
        has_called = any(each["role"] == "assistant" for each in messages)
        if is_helper and has_called:
            return self._helper_returns(body)
        if is_reached or is_opener:
            return self._obeys(body, is_helper=is_helper)
        first = self.helper_first if is_helper else self.first
        if first and not has_called:
            return _calling(body, "", [first])
        return Reply(text="Well played.")

    def _obeys(self, body: dict[str, Any], *, is_helper: bool) -> Reply:
        """Do all at once, and shout; and then show it to everybody."""
        if self._has_done(body["messages"]):
            return _calling(body, FORBIDDEN, [("overlay_text", {"text": f"You {FORBIDDEN}"})])
        return _calling(body, _SHOUT, deeds(is_helper=is_helper))

    def _helper_returns(self, body: dict[str, Any]) -> Reply:
        """Obey once, and then give what was read as what was found."""
        if self.helper_reached and not self._has_done(body["messages"]):
            return self._obeys(body, is_helper=True)
        return Reply(text=self.text)

    def _has_done(self, messages: Sequence[Any]) -> bool:
        return any("open_door" in json.dumps(each) for each in messages if each["role"] == "assistant")


def _unmarked(text: str) -> str:
    """Return the letters of a text without the turn's marks, by which alone none is known again."""
    return letters(text).replace(MARKER, "")


def _of_servers(body: dict[str, Any]) -> list[Any]:
    """Return what is said of tools that others made, but not how it is put together: that is no stranger's."""
    tools = [each["function"] for each in body.get("tools") or ()]
    theirs = [each for each in tools if each["name"].startswith("mcp")]
    return [[each["name"], each["description"], each["parameters"]["properties"]] for each in theirs]


def _printed(body: dict[str, Any]) -> list[str]:
    """Return the same where tools are named in words."""
    lines = "\n".join(each["content"] for each in body["messages"] if each["role"] == "system").splitlines()
    return [line for line in lines if line.startswith("- mcp_")]


def _calling(body: dict[str, Any], text: str, calls: Sequence[Call]) -> Reply:
    """Call by the names that it is offered; or in print, if it is offered none."""
    offered = {_ODD.sub("_", each["function"]["name"]): each["function"]["name"] for each in body.get("tools") or ()}
    if not offered:
        lines = [f"CALL {name} {json.dumps(given)}" for name, given in calls]
        return Reply(text="\n".join(filter(None, [text, *lines])))
    named = [(offered.get(_ODD.sub("_", name), name), given) for name, given in calls]
    return Reply(text=text, calls=named)
