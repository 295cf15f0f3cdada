"""The entry of the program: loads the command line and runs it; a lack of memory for either ends with a sentence."""

import mmap
from typing import Final

from performer.core.process.out_of_memory import LAST_RESORT, end_without_memory, is_out_of_memory

_LOADED_BYTES: Final = 128 * 2**20
"""The address space that the least command takes, and a good deal more: a show takes a gigabyte."""


def main() -> None:
    """Run the command line, which is loaded here: that alone may take more memory than there is."""
    LAST_RESORT.is_allowed = True
    try:
        _look_for_room()
        from performer.cli.program import main as run_command_line

        run_command_line()
    except BaseException as error:
        try:
            is_starved = is_out_of_memory(error)
        except MemoryError:  # not even enough to find out
            end_without_memory()
        if is_starved:
            end_without_memory()
        raise


def _look_for_room() -> None:
    """Raise OSError where there is no room for what is loaded: some libraries crash when it ends while they load."""
    mmap.mmap(-1, _LOADED_BYTES).close()


if __name__ == "__main__":
    main()
