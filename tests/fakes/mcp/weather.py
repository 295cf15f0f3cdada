"""The weather's server: the names and arguments of the real one's tools, in words of ours, none of them marked."""

from typing import Any

from aiohttp import web

from tests.fakes.mcp.web import result, words
from tests.fakes.server import FakeServer

_PLACE = {"latitude": {"type": "number"}, "longitude": {"type": "number"}, "city_name": {"type": "string"}}


def _tool(name: str, properties: dict[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"name": name, "description": f"Tell the {name.replace('_', ' ')}.", "inputSchema": schema}


class FakeWeather(FakeServer):
    """It is always sunny."""

    def __init__(self) -> None:
        super().__init__()
        self.tools = [
            _tool("get_weather_summary", _PLACE),
            _tool("get_forecast", {**_PLACE, "days": {"type": "number"}}),
            _tool("get_current_conditions", _PLACE),
            _tool("get_alerts", _PLACE),
            _tool("search_location", {"query": {"type": "string"}, "limit": {"type": "number"}}, ("query",)),
            _tool("check_service_status", {}),
        ]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/mcp"

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/mcp", self._answer)]

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        message = await request.json()
        match message.get("method"):
            case "initialize":
                info = {"name": "weather", "version": "1"}
                told = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}
                return result(message, told)
            case "tools/list":
                return result(message, {"tools": self.tools})
            case "tools/call":
                return result(message, words("Sunny."))
            case _ if "id" in message:
                error = {"code": -32601, "message": "no such method"}
                return web.json_response({"jsonrpc": "2.0", "id": message["id"], "error": error})
        return web.Response(status=202)
