"""The changelog's part of one version, for the page of its release."""

from __future__ import annotations

import re

from requirements.terminal import Stop

UNRELEASED = "Unreleased"
_HEAD = re.compile(r"^## (?P<name>\S+).*$", re.MULTILINE)


def find_part(changelog: str, version: str) -> str:
    """Return what the changelog says of a version; else what is not released, under the version's name.

    Raises:
        Stop: when the changelog has neither.
    """
    heads = list(_HEAD.finditer(changelog))
    ends = [*(head.start() for head in heads[1:]), len(changelog)]
    parts = {head["name"]: changelog[head.end() : end].strip() for head, end in zip(heads, ends, strict=True)}
    part = parts.get(version) or parts.get(UNRELEASED)
    if not part:
        raise Stop(f"CHANGELOG.md says nothing of {version}: write what a streamer notices under '## {version}'.")
    return f"# {version}\n\n{part}\n"
