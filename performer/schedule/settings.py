"""What is planned: whether it is kept to, and by whose clocks."""

from pydantic import BaseModel, ConfigDict, Field


class ScheduleSettings(BaseModel):
    """What is to be brought up at its time."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    enabled: bool = True
    """Bring up what is planned (python3 run.py schedule) when its time comes; off, plans stay and nothing fires."""
    zone: str = Field(default="", max_length=60)
    """By whose clocks a time is read, such as "Europe/Berlin"; empty is this computer's own."""
    model_plans: int = Field(default=5, ge=0, le=50)
    """So many plans the model may have in one channel, made on somebody's word there; 0 keeps it from planning."""
