"""A server of one tool, which lists the coolest cities: the smallest there is, to see that servers of tools work.

It is a program of its own, which needs nothing, asks nobody, and imports nothing of the performer's.
"""

from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations

CITIES = (
    ("Tokyo", "arcades on nine floors"),
    ("Reykjavik", "northern lights and the least traffic jams"),
    ("Kyiv", "a metro station deeper than most dungeons"),
    ("Montreal", "half the games you love were made there"),
    ("Helsinki", "more saunas than cars"),
    ("Seoul", "whole districts of PC bangs"),
    ("Medellin", "cable cars as public transport"),
    ("Cape Town", "a mountain for a backdrop"),
    ("Lisbon", "every street is a level with stairs"),
    ("Melbourne", "the oldest games festival in the south"),
    ("New York", "you have saved it in a dozen games"),
    ("San Francisco", "fog included"),
)
server = MCPServer("coolest cities")


@server.tool(annotations=ToolAnnotations(read_only_hint=True), structured_output=False)
def get_coolest_cities(count: int = 5) -> str:
    """List the coolest cities of the world, as an owl judges them."""
    shown = CITIES[: max(1, min(count, len(CITIES)))]
    return "\n".join(f"{place}. {city}: {why}" for place, (city, why) in enumerate(shown, 1))


if __name__ == "__main__":
    server.run()
