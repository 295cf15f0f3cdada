"""Orders that need no words, and how the state of a show is shown."""

from dataclasses import asdict

from performer.cli.orders import format_status
from performer.core.status import Role


def test_the_lines_of_a_state_are_printed_with_their_labels() -> None:
    role = asdict(Role(part="brain", plays="ollama llava:7b", why="as configured"))
    state = {"pauses": {}, "turn": 7, "speaking": False, "said": "", "roles": [role], "endpoints": [], "down": {}}

    assert format_status(state).plain.splitlines() == [
        "writing turn 7",
        "brain  ollama llava:7b",
        "       as configured",
    ]
