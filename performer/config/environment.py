"""The settings among the environment variables."""

from collections.abc import Mapping
from typing import Any

from pydantic_settings import BaseSettings, EnvSettingsSource, SettingsConfigDict, SettingsError

from performer.config.config import Config
from performer.core.errors import ConfigError


class _Variables(Config, BaseSettings):
    """The settings tree for the reader of environment variables."""

    model_config = SettingsConfigDict(env_nested_delimiter="__", env_ignore_empty=True)


def read_variables(environ: Mapping[str, str], prefix: str) -> dict[str, Any]:
    """Read the variables that begin with a prefix into a tree of sections and keys, unchecked; empty ones are none.

    Raises:
        ConfigError: when the JSON of a variable cannot be read.
    """
    try:
        source = EnvSettingsSource(_Variables, env_prefix=prefix)
        # The source reads os.environ by itself; it is handed the variables that were asked for.
        source.env_vars = {name.lower(): value for name, value in environ.items() if value}
        return source()
    except SettingsError as error:
        raise ConfigError(f"The environment cannot be read: {error}. Lists are written as JSON.") from None
    except RecursionError:
        raise ConfigError("The environment cannot be read: the JSON of a variable is nested too deep.") from None
