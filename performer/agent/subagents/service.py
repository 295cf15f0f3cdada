"""Sub-agents: sent by `delegate` for one task each, with less than whoever sends them, and cancelled with them."""

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import KW_ONLY
from typing import Final

from performer.agent.profiles.profile import AgentProfile, ToolboxNarrowing
from performer.agent.profiles.registry import select_subagent_profiles
from performer.agent.subagents.limits import Parent, Parents, SubAgentToolboxes
from performer.agent.subagents.spending import Budgets, SubAgentSettings
from performer.agent.subagents.subagent import SubAgent, SubAgentTask
from performer.agent.toolboxes import Toolboxes
from performer.agent.turn.tool_calls import NewOffer
from performer.core.errors import ServiceError, ToolRefusedError
from performer.core.own_text import own
from performer.core.prompt_files import load_prompt
from performer.core.untrusted_text import NONE, NewMarker, QuoteMarks, make_marker
from performer.core.values import dataclass
from performer.guard.runtime import Runtime
from performer.models.model import ChatMessage, Model, SystemMessage, UserMessage
from performer.tools.chain import HookChain
from performer.tools.offer import ToolOffer
from performer.tools.programs import ProgramTools
from performer.tools.tool import Privilege, Tool, ToolCall
from performer.tools.toolbox import Toolbox
from performer.vision.frame import Frame

_NO_TURN: Final = "the house"
"""The parent of a sub-agent that no turn has sent; such a sub-agent is shown nowhere."""
TASK_CHARS: Final = 2000
_WORDS: Final = 150
"""Words of a summary, as a model is told."""
_NO_NAME: Final = re.compile(r"[^a-z0-9]+")


async def _see_nothing() -> Frame | None:
    return None


Models = Callable[[str], Model]
"""Gives the model of a prototype by what it says of it; raises ServiceError when it is not there now."""


@dataclass(eq=False)
class SubAgents:
    """Sends sub-agents, and knows those that are at work."""

    runtime: Runtime
    settings: SubAgentSettings
    _: KW_ONLY
    profiles: Mapping[str, AgentProfile]
    """All there are; those of sub-agents count."""
    models: Models
    chain: HookChain
    """Makes the hooks of a profile's rules, and releases what a sub-agent that is over holds."""
    look: Callable[[], Awaitable[Frame | None]] = _see_nothing
    """Returns what is on the screen, masks painted; for those that are shown it."""
    offer: NewOffer = ToolOffer
    """Decides which tools of a box one is told of at once."""
    new_marker: NewMarker = make_marker
    """Makes what marks others' words, anew for each."""

    def __post_init__(self) -> None:
        known = select_subagent_profiles(self.profiles)
        self._narrowings = {name: ToolboxNarrowing(each, self.chain.added) for name, each in known.items()}
        self.boxes = SubAgentToolboxes(self._narrowings, self.settings.depth)
        self._budgets = Budgets(self.settings)
        self.parents = Parents(self._budgets, self.settings.depth, self.chain.leave)
        self._numbers: Counter[str] = Counter()

    def tools(self) -> list[Tool]:
        """Make the tool that sends them; none where there shall be none."""
        return [_make_delegate_tool(self._delegate, tuple(self._narrowings))] if self.settings.depth else []

    def find_model(self, name: str) -> Model:
        """Return the name of the model that would write for a profile; raise ServiceError when nobody does now."""
        return self.models(self._narrowings[name].profile.model or "")

    async def ask(self, name: str, question: ChatMessage, quotes: QuoteMarks, told: str) -> str:
        """Ask a profile's model a question of the show's own, without any tool and for no turn.

        The profile's prompt stands alone before the question; `told` is what it is about, for whoever watches.

        Raises:
            ServiceError: when no model is there for it.
            ToolFailed: when it came to no end.
        """
        profile = self._narrowings[name].profile
        sent = SubAgentTask(
            agent=self._new_id(name),
            profile=profile,
            task=told,
            messages=(SystemMessage(text=profile.prompt or NONE), question),
            quotes=quotes,
            model=self.find_model(name),
            toolbox=Toolbox(),
            budget=self._budgets.of(None),
            parent=_NO_TURN,
        )
        return await SubAgent(self.runtime, sent).run()

    async def _delegate(self, call: ToolCall, name: str, task: str) -> str:
        """Send one, and give what it brings back.

        Raises:
            ToolRefused: when it may not be sent, with the reason for the model.
            ToolFailed: when it came to no end.
        """
        parent = self.parents.of(call)
        try:
            model = self.find_model(name)
        except ServiceError as nobody:
            raise ToolRefusedError(own("delegate: {nobody} Do without it.", nobody=nobody)) from nobody
        if spent := parent.budget.spent:
            raise ToolRefusedError(own("delegate: {spent}; go on with what you have.", spent=spent))
        if not parent.budget.send(call.agent):
            most = "one helper" if self.settings.breadth == 1 else f"{self.settings.breadth} helpers"
            raise ToolRefusedError(
                own(
                    "delegate: you may send {most} in one turn; go on with what you have.",
                    most=most,
                )
            )
        frame = await self.look() if self._narrowings[name].profile.sees and model.sees else None
        sent = self._make_task(call, name, task, parent, model, frame)
        with self.parents.working(sent):
            return await SubAgent(self.runtime, sent).run()

    def _make_task(
        self, call: ToolCall, name: str, task: str, parent: Parent, model: Model, frame: Frame | None
    ) -> SubAgentTask:
        profile, quotes = self._narrowings[name].profile, QuoteMarks(self.new_marker())
        return SubAgentTask(
            agent=self._new_id(name),
            profile=profile,
            task=task,
            messages=_build_messages(profile, task, quotes, (frame.jpeg,) if frame else ()),
            quotes=quotes,
            model=model,
            toolbox=self.boxes.child(name, parent.box, len(parent.lineage) + 1),
            offer=self.offer,
            budget=parent.budget,
            may=_find_privilege(call, frame),
            turn=call.turn,
            cue=call.cue,
            parent=call.agent,
            lineage=(*parent.lineage, name),
        )

    def _new_id(self, name: str) -> str:
        slug = _NO_NAME.sub("-", name).strip("-")
        self._numbers[slug] += 1
        return f"{slug}-{self._numbers[slug]}"


def make_approved_toolboxes(
    toolboxes: Toolboxes, agents: SubAgents, programs: ProgramTools
) -> Callable[[ToolCall], Toolbox]:
    """Return what makes the box of an approved call: what its maker has, the show, a sub-agent or a program.

    It raises ToolRefusedError when the maker is none any more.
    """

    def make_box(call: ToolCall) -> Toolbox:
        box = programs.make_box() if call.is_of_program else agents.boxes.narrow(toolboxes.make_box(), call.lineage)
        return box.approved

    return make_box


def _find_privilege(call: ToolCall, frame: Frame | None) -> Privilege:
    """Return a sub-agent's privilege: a picture is anybody's, and the owner's yes to the call was for that alone."""
    return "fun" if frame or call.yes or call.turn is None else call.may


def _build_messages(
    profile: AgentProfile, task: str, quotes: QuoteMarks, pictures: tuple[bytes, ...]
) -> tuple[ChatMessage, ...]:
    asked = load_prompt("agents/task", task=quotes.quote(task, most=TASK_CHARS))
    return (
        SystemMessage(text=load_prompt("agents/frame", role=profile.prompt or NONE, words=_WORDS)),
        UserMessage(text=asked, pictures=pictures),
    )


def _make_delegate_tool(send: Callable[[ToolCall, str, str], Awaitable[str]], names: tuple[str, ...]) -> Tool:
    async def delegate(_call: ToolCall, prototype: str, task: str) -> str:
        """Send a helper to do what takes more than one look, such as finding something out, while you go on.

        Args:
            prototype: Which helper.
            task: What it shall find out or do, in full: it knows nothing of what you know.
        """
        return await send(_call, prototype, task)

    return Tool.of(delegate, choices={"prototype": names}, is_long=True, chars=TASK_CHARS)
