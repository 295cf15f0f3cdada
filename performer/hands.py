"""The hands: whoever else can do something for the show, put together: servers of tools, long calls, sub-agents."""
