"""The performer that runs in a home, asked from outside what the doctor needs to know of it."""

from performer.cli.control_client import NotRunningError, ask
from performer.core.files.home import Home
from performer.doctor.report import RunningShow
from performer.doctor.running import describe_running


async def find_running(home: Home) -> RunningShow | None:
    """Find the performer that runs in a home; None without one, and a ServiceError when it does not answer."""
    try:
        return describe_running(home, await ask(home, "status", {}))
    except NotRunningError:
        return None
