"""`performer memory`: lists what is remembered of channels and people, and has it forgotten."""

from typing import Annotated, Any

import anyio
import typer

from performer.cli.control_client import ask_performer_or
from performer.core.command_line import COMMAND
from performer.core.text import make_printable

cli = typer.Typer(invoke_without_command=True, rich_markup_mode=None)


@cli.callback()
def memory(context: typer.Context) -> None:
    """Show of which channels something is remembered, and the notes that the performer keeps."""
    if context.invoked_subcommand:
        return
    channels, notes = _ask("memory.channels"), _ask("memory.notes")
    for channel, count in channels.items():
        print(f"{make_printable(channel):28} {count} message{'' if count == 1 else 's'}")
    for note in notes:
        who = f" of {note['person']} ({note['person_id']})" if note["person_id"] else ""
        print(make_printable(f"note {note['number']}, {note['channel']}{who}: {note['text']}"))
    if not channels and not notes:
        print("Nothing is remembered.")
    else:
        print(f"To forget: {COMMAND} memory forget --note N, --channel NAME or --person ID")


@cli.command("forget")
def forget(
    note: Annotated[int | None, typer.Option(metavar="N", min=1, help="the note of this number")] = None,
    channel: Annotated[str, typer.Option(metavar="NAME", help="all of a channel, such as discord:123")] = "",
    person: Annotated[str, typer.Option(metavar="ID", help="all of a person, by their number there")] = "",
) -> None:
    """Remove a note, all of a channel, or a person in every channel from the memory."""
    given: dict[str, Any] = {"note": note, "channel": channel, "person": person}
    print(_ask("memory.forget", **{name: value for name, value in given.items() if value}))


def _ask(operation: str, **arguments: Any) -> Any:
    return ask_performer_or(lambda: anyio.run(_run_on_file, operation, arguments), operation, **arguments)


async def _run_on_file(operation: str, arguments: dict[str, Any]) -> Any:
    """Run an operation of the memory on its file: no performer runs that has it open."""
    from performer.core.clock import SystemClock
    from performer.core.errors import ServiceError
    from performer.core.events.stream import EventStream
    from performer.core.files.home import Home
    from performer.core.files.instance_lock import hold_instance_lock
    from performer.memory.backups import Backups
    from performer.memory.database import open_database
    from performer.memory.messages import MessageStore
    from performer.memory.notes import Notes
    from performer.memory.operations import MemoryOperations

    home, clock = Home.find(), SystemClock()
    home.make()
    with hold_instance_lock(home):
        async with open_database(clock, home.memory_file) as database:
            if not database.is_kept:
                raise ServiceError(database.trouble)
            copies = Backups(clock, EventStream(clock), home.memory_file)
            operations = MemoryOperations(MessageStore(clock, database), Notes(clock, database), copies.renew)
            return await operations.by_name()[operation](arguments)
