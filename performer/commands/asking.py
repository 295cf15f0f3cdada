"""Asking: what the command line has the running performer do or tell."""

from typing import Any

import anyio


def asked(op: str, **arguments: object) -> Any:
    """Ask the performer that runs for an operation of its control socket, and give the answer.

    Raises:
        NobodyThereError: when none runs.
        ServiceError: when it does not answer, or says no; with its sentence.
    """
    from performer.control_client import ask
    from performer.home import Home

    return anyio.run(ask, Home.find(), op, arguments)
