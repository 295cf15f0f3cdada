"""All tools, with the hooks around them; a new source of tools is named in `build_tools`."""

from functools import partial

from performer.agent.profiles.registry import SHOW, build_profiles
from performer.agent.queue.inbox import CueInbox
from performer.agent.schedule.tools import make_schedule_tools
from performer.agent.subagents.chat_reader import ChatReader
from performer.agent.subagents.service import SubAgents, make_approved_toolboxes
from performer.agent.toolboxes import Toolboxes, ToolSource
from performer.config.keys import collect_mentions
from performer.core.values import dataclass
from performer.tools.approvals.runner import ApprovalRunner
from performer.tools.chain import HookChain, PartHooks
from performer.tools.mcp.configured_servers import McpServers
from performer.tools.mcp.kept_keys import FILE, KeptKeys
from performer.tools.offer import make_offers
from performer.tools.pixel_art.tools import sprite_tools
from performer.tools.plugins import PluginTools
from performer.tools.programs import ProgramTools, make_say_tool, my_calls_tool
from performer.vision.tools import make_keep_tools
from performer.wiring.engines import Base, Engines
from performer.wiring.foundation import Foundation
from performer.wiring.sight import Sight


@dataclass(frozen=True)
class ToolParts:
    """All tools with the hooks around them, and who calls them beside the turns."""

    toolboxes: Toolboxes
    plugins: PluginTools
    servers: McpServers
    keys: KeptKeys
    """The keys of servers, those too that were entered."""
    programs: ProgramTools
    runner: ApprovalRunner
    chat_reader: ChatReader | None
    chat_inbox: ChatReader | CueInbox
    """Where the chat's lines go in."""


def build_tools(base: Base, engines: Engines, ground: Foundation, sight: Sight) -> ToolParts:
    """Build the hooks, then the tools, and last who runs them."""
    run, config, memory = base.runtime, base.config, ground.memory
    chain, mentions = _make_hook_chain(base, engines, ground), collect_mentions(config)
    profiles, models = build_profiles(config.prototypes), engines.helpers
    look, offer = sight.scene.picture, make_offers(config.tools)
    agents = SubAgents(run, config.agents, profiles=profiles, models=models, chain=chain, look=look, offer=offer)
    plugins = PluginTools(run.clock, run.stream, base.home.plugins_folder)
    keys = KeptKeys(base.home.config_file.with_name(FILE))
    servers = McpServers(run, config.mcp, memory.kept, mentions, environ=keys)
    link, keeping = ground.discord, partial(make_keep_tools, look, ground.pictures.put, run.stream)
    sources: tuple[ToolSource, ...] = (
        ground.stage.tools,
        sight.tools,
        partial(sprite_tools, memory.kept),
        agents.tools,
        memory.tools,
        partial(make_schedule_tools, ground.schedule),
        plugins.tools,
        servers.tools,
        *((link.make_tool_source(engines.models.captioner.describe), keeping) if link else ()),
    )
    toolboxes = Toolboxes(chain, profiles[SHOW], sources, mentions)
    say = make_say_tool(run.clock, run.guard, give=ground.inbox.put, is_paused=ground.turns.is_paused)
    box = partial(toolboxes.make_program_box, say, my_calls_tool(ground.approvals))
    programs = ProgramTools(run.clock, run.guard, box, calls_per_min=config.tools.program_calls_per_min)
    approved = make_approved_toolboxes(toolboxes, agents, programs)
    leave, answer, keep = agents.parents.left, ground.cues.keep, ground.seen.keep
    runner = ApprovalRunner(run, ground.approvals, toolbox=approved, answer=answer, leave=leave, keep_pictures=keep)
    reader = ChatReader(run, agents, ground.inbox) if config.agents.chat_reader else None
    return ToolParts(toolboxes, plugins, servers, keys, programs, runner, reader, reader or ground.inbox)


def _make_hook_chain(base: Base, engines: Engines, ground: Foundation) -> HookChain:
    run, config, link = base.runtime, base.config, ground.discord
    hooks = PartHooks(
        park=ground.approvals.park,
        jobs=ground.jobs.send,
        pictures=ground.stage.make_tool_pictures(ground.pictures.put).show,
    )
    return HookChain(run, config.tools, link.add_hooks(hooks) if link else hooks, judge=engines.judge)
