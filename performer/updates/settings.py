"""The settings of the look for a newer version."""

from typing import Annotated

from pydantic import Field

from performer.core.settings import Live, Settings


class UpdateSettings(Settings):
    """The look for a newer version: one small file, once a day. Nothing is downloaded by it, and nothing installed."""

    enabled: Live[bool] = False
    """Whether a newer version is looked for. Without it nothing is asked of the network."""
    address: Live[Annotated[str, Field(pattern=r"^(https://\S+)?$")]] = ""
    """The https address of the file latest.json of the newest release; empty: the one that this copy was made with."""
