"""What the show itself keeps secret is not said, whoever brings it up."""

from performer.guard import Guard, Masked
from performer.guard.known import KnownSecrets
from performer.redaction import know


def test_a_token_that_stands_on_the_screen_is_not_read_out() -> None:
    know("hjklhjklhjklhjklhjklhjklhjklhjkl")
    guard = Guard(finders=[KnownSecrets()])

    verdict = guard.sentence("It says hjklhjklhjklhjklhjklhjklhjklhjkl there.")

    assert isinstance(verdict, Masked)
    assert "hjkl" not in verdict.text
    assert verdict.text.endswith(" there.")
