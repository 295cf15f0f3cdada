"""What a candidate of the tests has to say of probes, and a driver that has been through one."""

from performer.models.driver.driver import Driver
from performer.models.driver.request_builder import RequestBuilder
from performer.models.http.lines import ServerError
from performer.models.probe_result import Finding


class Proved(Driver):
    """The part of a candidate that a test without probes does not care for: nothing is left to be found out."""

    is_unproved = False
    calls_tools = True
    finding: Finding | None = None

    def __init__(self) -> None:
        """Have no server: each test answers itself."""

    def _make_builder(self) -> RequestBuilder:
        raise NotImplementedError

    def _pause_s(self, error: ServerError, tries: int) -> None:
        raise NotImplementedError

    async def prove(self, finding: Finding) -> None:
        self.finding = finding


async def prove_able(model: Driver) -> None:
    """Have a driver in mode auto call tools as its server says that it can."""
    await model.prove(Finding(way="native" if model.calls_tools else "soft"))
