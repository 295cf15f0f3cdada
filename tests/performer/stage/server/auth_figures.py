"""Prints what each Host, Origin and token opens, over every route.

Run it with `python -m tests.performer.stage.server.auth_figures`.
"""

import tempfile
from collections import Counter
from pathlib import Path

import anyio

from performer.stage.access_tokens import ROLES
from tests.performer.stage.server.requests import ENTRANCES, HOSTS, ORIGINS, Knock, answered, due, knocks
from tests.performer.stage.standing import standing


def kind(knock: Knock) -> str:
    """Return whether a token is right for where it is brought."""
    if knock.token in ENTRANCES[knock.route].opens_to:
        return "right"
    return "of another role" if knock.token in ROLES else knock.token


def shown(statuses: Counter[int]) -> str:
    """Write how often each status came."""
    return ", ".join(f"{status} x {count}" for status, count in sorted(statuses.items()))


async def main() -> None:
    """Ask, and print a line for each Host, Origin and kind of token."""
    with tempfile.TemporaryDirectory() as home:
        async with standing(Path(home)) as house:
            found = {knock: await answered(house, knock) for knock in knocks(house)}
    odd = [knock for knock, status in found.items() if status != due(knock)]
    print(f"{len(found)} requests at {len({knock.route for knock in found})} routes; not as due: {len(odd)}\n")
    print(f"{'Host':6}{'Origin':8}{'token':17}answers")
    for host in HOSTS:
        for origin in ORIGINS:
            for token in ("none", "wrong", "of another role", "right"):
                cell = [k for k in found if (k.host, k.origin, kind(k)) == (host, origin, token)]
                print(f"{host:6}{origin:8}{token:17}{shown(Counter(found[k] for k in cell))}")
    print("\nwith no token at all, 200 is /health, which says whether all is well; 404 is a path that holds the token")
    for knock in odd:
        print(f"NOT AS DUE ({due(knock)}): {knock} {found[knock]}")


if __name__ == "__main__":
    anyio.run(main)
