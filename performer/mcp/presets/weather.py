"""The weather: current conditions, forecasts and places, from public services; no key, no account.

The server is `@dangahagan/weather-mcp` (MIT), run by Node's `npx` in the one version that was read here. It asks
Open-Meteo, NOAA and OpenStreetMap's place search, and sends them the place and nothing else.
"""

from typing import Final

from performer.mcp.presets.preset import Preset

_PACKAGE: Final = "@dangahagan/weather-mcp@1.23.0"

WEATHER: Final = Preset(
    name="weather",
    settings={
        "command": "npx",
        "args": ("-y", _PACKAGE),
        "env": {"ANALYTICS_ENABLED": "false", "ANALYTICS_SALT": "unused", "LOG_LEVEL": "2"},
        "tools": ("get_current_conditions", "get_forecast", "search_location"),
        "start_s": 180.0,  # the first time npx fetches 55 MB
    },
    # It marks none of its tools, though these only look things up: their sources were read.
    harmless={
        "get_current_conditions": "9c6d055fc980c234558d351e537e2f4ec27e1f333c57120d2d6c52b8f1d84481",
        "get_forecast": "6690c54af587afe80e353e8f8700c130fdd1534874013b73ca810dd8c869b177",
        "search_location": "fed952b2ab59810151128250faccb50fae6508f0aef4bd1a000e7791159e8856",
    },
)
