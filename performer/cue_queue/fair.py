"""A fair choice among the lines of a crowd: everybody gets one in before anybody gets a second."""

from collections.abc import Sequence

from performer.cues import ChatLine


def fair_choice(lines: Sequence[ChatLine], most: int) -> list[ChatLine]:
    """Choose at most so many lines, and give them in the order in which they came.

    Everybody's first choice is the newest line that speaks to the performer, or else the newest. Where there are more
    people than lines to be chosen, those go first who spoke to the performer, then those who wrote last.
    """
    if len(lines) <= most:
        return list(lines)
    rank_of = _ranks(lines)
    chosen = sorted(range(len(lines)), key=rank_of.__getitem__)[:most]
    return [lines[place] for place in sorted(chosen)]


def _ranks(lines: Sequence[ChatLine]) -> dict[int, tuple[int, bool, int]]:
    """Give each line by its place its round, whether it speaks to nobody special, and how many came after it."""
    rounds: dict[str, int] = {}
    ranks: dict[int, tuple[int, bool, int]] = {}
    for place in sorted(range(len(lines)), key=lambda place: (not lines[place].direct, -place)):
        line = lines[place]
        who = line.author_id or line.author
        ranks[place] = rounds.get(who, 0), not line.direct, -place
        rounds[who] = rounds.get(who, 0) + 1
    return ranks
