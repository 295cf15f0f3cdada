"""What the show itself keeps secret is not said, whoever brings it up."""

import pytest

from performer.core.redact.redact import add_secret
from performer.guard.decide import MASK
from performer.guard.guard import Guard
from performer.guard.shipped_finders import KnownSecrets
from performer.guard.verdict import Masked

TOKEN = "hJkL7wert4zuIoP2yXcVbNm9qAsDf5Gh"
SAID = {
    "whole": TOKEN,
    "in another case": TOKEN.swapcase(),
    "without its end": TOKEN[:-4],
    "without its beginning, in small letters": TOKEN[4:].lower(),
}


@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_a_token_that_stands_on_the_screen_is_not_read_out(said: str) -> None:
    add_secret(TOKEN)
    guard = Guard(finders=[KnownSecrets()])

    verdict = guard.sentence(f"It says {said} there.")

    assert verdict == Masked(text=f"It says {MASK} there.", reason="a secret of this show's own")
