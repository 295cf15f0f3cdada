"""The model that leads the show that runs in a home."""

from typing import Any

from performer.cli.control_client import ask
from performer.core.errors import ServiceError
from performer.core.files.home import Home
from performer.models.installed import LeadingModel


async def find_leading_model(home: Home) -> LeadingModel | None:
    """Find the model that leads the show that runs in a home; None when there is no show, or no lead."""
    try:
        state = await ask(home, "status", {})
    except ServiceError:
        return None
    endpoints: list[dict[str, Any]] = state["endpoints"]
    found = next((each for each in endpoints if each["state"] == "leads"), None)
    return LeadingModel(name=found["name"].partition(" ")[2], url=found["place"]) if found else None
