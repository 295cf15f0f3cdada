"""The weather's server: the names and arguments of the real one's tools, in words of ours, none of them marked."""

from typing import Any

from tests.fakes.mcp.web import FakeWeb

_PLACE = {"latitude": {"type": "number"}, "longitude": {"type": "number"}, "city_name": {"type": "string"}}


def _tool(name: str, properties: dict[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"name": name, "description": f"Tell the {name.replace('_', ' ')}.", "inputSchema": schema}


class FakeWeather(FakeWeb):
    """It is always sunny."""

    def __init__(self) -> None:
        super().__init__()
        self.name, self.says = "weather", "Sunny."
        self.tools = [
            _tool("get_weather_summary", _PLACE),
            _tool("get_forecast", {**_PLACE, "days": {"type": "number"}}),
            _tool("get_current_conditions", _PLACE),
            _tool("get_alerts", _PLACE),
            _tool("search_location", {"query": {"type": "string"}, "limit": {"type": "number"}}, ("query",)),
            _tool("check_service_status", {}),
        ]
