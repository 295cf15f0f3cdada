"""What a candidate of the tests has to say of probes, and a driver that has been through one."""

from performer.models.model import Candidate
from performer.models.probe_result import Finding


class Proved:
    """The part of a candidate that a test without probes does not care for: nothing is left to be found out."""

    is_unproved = False
    calls_tools = True
    finding: Finding | None = None

    async def prove(self, finding: Finding) -> None:
        self.finding = finding


async def prove_able(model: Candidate) -> None:
    """Have a driver in mode auto call tools as its server says that it can."""
    await model.prove(Finding(way="native" if model.calls_tools else "soft"))
