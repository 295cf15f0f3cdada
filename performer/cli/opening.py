"""The opening of a show: holds the home, and starts the stage's clients, which load while `app` does."""

from contextlib import AsyncExitStack

from performer.config.config import Config
from performer.config.run_options import RunOptions
from performer.core.files.home import Home
from performer.core.files.instance_lock import hold_instance_lock
from performer.core.http_security.late_certificates import postpone_certificates
from performer.core.process.heap import bound_heap
from performer.core.process.lifetime import ShowEnd
from performer.core.process.process_groups import GROUPS
from performer.stage.processes.early_clients import list_client_commands, start_early


async def open_show(config: Config, home: Home, options: RunOptions) -> int | None:
    """Perform until the time is over, Ctrl+C or SIGTERM; return the port of the stage if it is to begin again.

    Whatever was started has ended when this returns.

    Raises:
        PerformerError: when the show cannot begin; its sentence says what to do.
    """
    bound_heap()
    home.make()
    async with AsyncExitStack() as stack:
        stack.enter_context(hold_instance_lock(home))
        GROUPS.record_in(home.children_file)
        stack.callback(GROUPS.end_all)
        ending = ShowEnd()
        stack.enter_context(ending.end_on_signal())
        commands = list_client_commands(config.sound, config.window, home, desktop=options.desktop)
        early = await stack.enter_async_context(start_early(commands.values()))
        with postpone_certificates():
            from performer import app  # most of all that a show loads

        port = await app.run(config, home, options, ending, early)
    return port if ending.begins_again else None
