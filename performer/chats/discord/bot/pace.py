"""How fast a lost link is tried again; only a test is in more of a hurry."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Pace:
    """Pauses, in seconds; each is lengthened or shortened a little by chance, so that not all come at once."""

    first_s: float = 0.2
    """Before the first try after a connection that did not last; each further one is twice as long."""
    longest_s: float = 15.0
    """With twice `reach_within_s` less than the minute that discord.py takes to connect."""
    lasting_s: float = 30.0
    """A connection that was up for so long begins with the first pause again."""
    before_identify_s: tuple[float, float] = (5.0, 6.0)
    """Before a session is begun after another one: Discord takes one in five seconds."""
    reach_within_s: float = 20.0
    """For logging in, and for a socket to be greeted."""
