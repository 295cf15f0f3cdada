from performer.core.finding_notes import FindingNotes, FindingState


class Noted(FindingNotes):
    """Notes that are only listed."""

    def __init__(self) -> None:
        self.all: list[tuple[str, FindingState, str, str]] = []

    def _add(self, name: str, state: FindingState, found: str, remedy: str = "") -> None:
        self.all.append((name, state, found, remedy))


def test_each_verb_notes_its_state() -> None:
    notes = Noted()
    notes.ok("token", "it is there")
    notes.warn("intent", "off", "switch it on")
    notes.fail("channel", "none")
    notes.skip("voice", "not asked")

    assert notes.all == [
        ("token", "ok", "it is there", ""),
        ("intent", "warning", "off", "switch it on"),
        ("channel", "failed", "none", ""),
        ("voice", "skipped", "not asked", ""),
    ]
