"""Files of Python that make a benchmark by the small language of `dsl`; who names one runs it."""

import runpy
from pathlib import Path
from traceback import extract_tb

from bench.tool_choice.cases.case import Benchmark
from performer.core.errors import ConfigError

ENDING = ".py"


def read_benchmark(file: Path) -> Benchmark:
    """Run a file and return the one benchmark among its names.

    Raises:
        ConfigError: for a file that is not there, fails, or has none or several, by the file, with the remedy.
    """
    try:
        made = [each for each in runpy.run_path(str(file)).values() if isinstance(each, Benchmark)]
    except OSError as error:
        raise ConfigError(f"The cases {file} cannot be read: {error.strerror}. Name another file.") from None
    except ConfigError as error:
        raise ConfigError(f"{_name_place(error, file)}: {error}") from None
    except Exception as error:  # noqa: BLE001  whatever the user's own code raises
        wrong = error.msg if isinstance(error, SyntaxError) else error
        raise ConfigError(f"{_name_place(error, file)}: {type(error).__name__}: {wrong}. Mend it there.") from None
    if len(made) != 1:
        raise ConfigError(f"{file.name} makes {len(made)} benchmarks. Make one: mine = benchmark('mine', cases=[…]).")
    return made[0]


def _name_place(error: Exception, file: Path) -> str:
    """Return the file's name and the last of its lines that led to an error: `mine.py, line 7`."""
    if isinstance(error, SyntaxError) and error.filename == str(file):
        return f"{file.name}, line {error.lineno}"
    lines = [each.lineno for each in extract_tb(error.__traceback__) if each.filename == str(file)]
    return f"{file.name}, line {lines[-1]}" if lines else file.name
