"""Finds private data: what nobody is to read, hear or be reached by, whoever it belongs to."""

from collections.abc import Iterator
from typing import Final

from performer.guard.hit import Hit
from performer.guard.private.address import ADDRESS
from performer.guard.private.bank import BANK_ACCOUNT
from performer.guard.private.card import CARD
from performer.guard.private.folder import FOLDER
from performer.guard.private.identity import IDENTITY
from performer.guard.private.mail import MAIL
from performer.guard.private.network import NETWORK
from performer.guard.private.phone import PHONE
from performer.guard.private.seen import seen
from performer.guard.private.shape import Shape
from performer.guard.private.spelled import SPELLED
from performer.guard.private.wallet import WALLET
from performer.guard.reading import Reading
from performer.secret_shapes import secrets_in

_SHAPES: Final[tuple[Shape, ...]] = (
    MAIL,
    CARD,
    BANK_ACCOUNT,
    WALLET,
    IDENTITY,
    NETWORK,
    FOLDER,
    ADDRESS,
    PHONE,
    SPELLED,
)
"""The surest first: the log names the first that was found."""
_CODES: Final = "<%&\\"
"""What the plain reading undoes though it may belong to a folder, or to an address in brackets."""


class PrivateFinder:
    """Finds addresses, numbers that reach somebody or somebody's money, keys, and names of users in paths."""

    def find(self, reading: Reading) -> Iterator[Hit]:
        """Find them."""
        text = seen(reading)
        for start, end, rule in _private(text):
            begin, stop = reading.written_span(start, end)
            yield Hit(start=begin, end=stop, category="private", rule=rule)
        if text != reading.written and any(each in reading.written for each in _CODES):
            for start, end, rule in _private(reading.written):
                yield Hit(start=start, end=end, category="private", rule=rule)


def _private(text: str) -> Iterator[tuple[int, int, str]]:
    for start, end in secrets_in(text):
        yield start, end, "key or token"
    for shape in _SHAPES:
        if shape.sign(text):
            for start, end in shape.spans(text):
                yield start, end, shape.rule
