"""All that may be asked of a running show, by name, for the control socket and Discord's commands."""

from performer.agent.operations import ShowOperations
from performer.agent.schedule.operations import ScheduleOperations
from performer.config.file import ConfigFile
from performer.config.live import LiveConfig
from performer.config.operations import ConfigOperations
from performer.core.operations import Operation
from performer.guard.operations import GuardOperations
from performer.memory.operations import MemoryOperations
from performer.models.operations import ModelOperations
from performer.models.settings import list_lead_settings
from performer.stage.server.status import Status
from performer.tools.approvals.operations import ApprovalOperations
from performer.wiring.company import ShowParts


def build_operations(company: ShowParts, status: Status) -> dict[str, Operation]:
    """Name every operation of the show."""
    file = ConfigFile(company.home.config_file, options=company.options.overrides)
    of_show = ShowOperations(
        company.clock,
        company.director,
        company.guard,
        inbox=company.inbox,
        turns=company.turns,
        show_scene=company.lookout.show_scene,
        keep=company.archive.keeper.keep,
        cancel_call=company.performer.cancel_call,
    )
    of_guard = GuardOperations(company.guard, company.stream, of_show.say_next)
    live = {**company.stage.live, **company.pacing.live, **of_guard.live}
    settings = LiveConfig(company.config, file, live=live)
    of_config = ConfigOperations(settings, status, company.stage.renew_tokens)
    memory = company.archive.memory
    of_memory = MemoryOperations(memory.messages, memory.notes, memory.renew_copies)
    wanted = list_lead_settings(company.config.model, company.config.models)[0]
    company.operations |= {
        **of_show.by_name(),
        **of_config.by_name(),
        **of_guard.by_name(),
        **ApprovalOperations(company.archive.desk).by_name(),
        **of_memory.by_name(),
        **ModelOperations(company.clock, wanted).by_name(),
        **ScheduleOperations(company.archive.timetable, company.guard).by_name(),
        **company.hands.operations(),
    }
    return company.operations
