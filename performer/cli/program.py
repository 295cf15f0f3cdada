"""The program: runs what its words ask for; an error that a person can mend ends it with a sentence."""

import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import NoReturn

from performer.core.errors import PerformerError
from performer.core.last_words import print_last_words
from performer.core.log import log_crashes, log_warnings_to_stderr
from performer.core.platform import make_output
from performer.core.process.out_of_memory import is_out_of_memory


def main() -> None:
    """Run the command line; an error that a person can mend is printed as a sentence, without a traceback.

    Raises:
        BaseException: what comes from a lack of memory, and every bug.
    """
    log_crashes()
    log_warnings_to_stderr()
    for name in ("stdout", "stderr"):
        if isinstance(output := getattr(sys, name), TextIOWrapper):
            output.reconfigure(errors="replace")  # into a file or a pipe, Windows writes few scripts
            setattr(sys, name, make_output(output))
    try:
        _run(sys.argv[1:])
    except PerformerError as error:
        _give_up(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(1)  # the reader of our output has left
    except BaseException as error:
        if is_out_of_memory(error) or not isinstance(error, BaseExceptionGroup):
            raise
        _tell_of_group(error)


def _run(words: Sequence[str]) -> None:
    """Run a command, or a show without words; the plainest need no reader of words, which takes longer than they do."""
    from performer.cli import orders

    match words:
        case ["hush" | "react" as op]:
            orders.order(op)
        case ["status"]:
            orders.print_status()
        case _:
            import typer.main

            from performer.cli.main import cli
            from performer.core.command_line import COMMAND

            # Not `cli()` itself, which would print crashes in its own way, secrets included.
            typer.main.get_command(cli)(name_command(words), prog_name=str(COMMAND))


def name_command(words: Sequence[str]) -> list[str]:
    """Put `run` before the options of a show, which may stand alone."""
    of_show = not words or (words[0].startswith("-") and words[0] not in {"--help", "--version"})
    return [*(["run"] if of_show else []), *words]


def _tell_of_group(group: BaseExceptionGroup[BaseException]) -> NoReturn:
    unread, others = group.split(BrokenPipeError)
    if unread is not None and others is None:
        sys.exit(1)  # the reader of our output has left
    expected, bugs = group.split(PerformerError)
    if bugs is not None or expected is None:
        raise group
    _give_up("\n".join(str(error) for error in _list_leaves(expected)))


def _list_leaves(group: BaseExceptionGroup[BaseException]) -> list[BaseException]:
    leaves: list[BaseException] = []
    for error in group.exceptions:
        leaves += _list_leaves(error) if isinstance(error, BaseExceptionGroup) else [error]
    return leaves


def _give_up(sentences: str) -> NoReturn:
    print_last_words(sentences)
    sys.exit(1)
