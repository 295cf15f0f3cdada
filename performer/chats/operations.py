"""The operations of the control socket on chats: how far each service is set up, its steps, and its test."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from performer.chats.setup import ChatSetup, SetupState, SetupStep, StepState
from performer.core.operations import Arguments, Operation, read_choice, read_text
from performer.core.values import dataclass
from performer.guard.guard import Guard

_LONGEST: Final = 600
_LONGEST_NAME: Final = 100


@dataclass(frozen=True)
class ChatOperations:
    """`chats.list chats.step chats.test`, each answering with what JSON can hold."""

    _services: Mapping[str, Callable[[], ChatSetup]]
    """Gives the setup of each service by its name; it is made when it is first asked for."""
    _guard: Guard

    def by_name(self) -> dict[str, Operation]:
        """Return the operations by their names on the wire."""
        return {"chats.list": self.all, "chats.step": self.step, "chats.test": self.test}

    async def all(self, _arguments: Arguments) -> list[dict[str, Any]]:
        """Return each service with `is_on`, `waits` (for the show to begin again), a `note` and its `steps`.

        A step has its `state` (`done`, `now` for the first that is not, `todo`), `notes` (each with `state`, `found`
        and `remedy`), `link`, `value` and `choices`. The service itself is asked, which takes seconds when it is away.
        """
        return [self._format(name, await setup().look()) for name, setup in self._services.items()]

    async def step(self, arguments: Arguments) -> str:
        """Accept the `value` of a `step` of a `service`: check it there, keep it, and return what was done.

        A token goes in and is never told again.
        """
        setup = self._find(arguments)
        return await setup.take(read_text(arguments, "step", most=40), read_text(arguments, "value", most=1000))

    async def test(self, arguments: Arguments) -> str:
        """Write a test line at a `service`, see that it is there, and return so."""
        return await self._find(arguments).test()

    def _find(self, arguments: Arguments) -> ChatSetup:
        return self._services[read_choice(arguments, "service", self._services, "")]()

    def _format(self, name: str, state: SetupState) -> dict[str, Any]:
        first = next((each.name for each in state.steps if not each.is_done), "")
        return {
            "service": name,
            "is_on": state.is_on,
            "waits": state.waits,
            "note": self._tell(state.note),
            "steps": [self._format_step(each, _find_state(each, first)) for each in state.steps],
        }

    def _format_step(self, step: SetupStep, state: StepState) -> dict[str, Any]:
        return {
            "step": step.name,
            "state": state,
            "notes": [
                {"state": each.state, "found": self._tell(each.found), "remedy": self._tell(each.remedy)}
                for each in step.notes
            ],
            "link": step.link,
            "value": step.value,
            "choices": [
                {"value": each.value, "name": self._pass_name(each.name, each.value), "lacks": each.lacks}
                for each in step.choices
            ],
        }

    def _tell(self, text: str) -> str:
        return self._guard.tell(text, limit=_LONGEST, where="panel") if text else ""

    def _pass_name(self, name: str, number: str) -> str:
        return self._guard.passed(name, limit=_LONGEST_NAME, where="panel", instead=number)


def _find_state(step: SetupStep, first: str) -> StepState:
    if step.is_done:
        return "done"
    return "now" if step.name == first else "todo"
