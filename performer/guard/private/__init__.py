"""Private data: addresses, numbers, keys and names of folders that belong to somebody, and to nobody's show."""

from performer.guard.private.finder import PrivateFinder

__all__ = ["PrivateFinder"]
