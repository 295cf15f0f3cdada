"""Why a pull failed, and what to do: Ollama's own words are few."""

import re
from typing import Final

from performer.errors import ServiceError

KEPT: Final = "What has come is kept: the same command goes on from there."
_SHORT: Final = 200
_ADDRESS: Final = re.compile(r"\bhttps?://\S+")
"""An error quotes where the download came from, signature and all."""

_REMEDIES: Final = (
    (
        ("file does not exist", "not found", "invalid model name", "name is invalid", "model is required"),
        "there is no model of that name; look it up at https://ollama.com/library, with its tag",
    ),
    (
        ("no space left", "not enough space", "disk full", "disk quota"),
        "the disk is full; make room where Ollama keeps its models (OLLAMA_MODELS), and the same command goes on",
    ),
    (
        ("newer version",),
        "it needs a newer Ollama; update that, and try again",
    ),
    (
        ("permission denied", "access is denied", "read-only file system"),
        "Ollama may not write where it keeps its models (OLLAMA_MODELS); mend the rights there",
    ),
    (
        ("unauthorized", "forbidden", ": 401", ": 403"),
        'it is not for everybody; run "ollama signin", or take another',
    ),
    (
        ("digest mismatch",),
        "what came was damaged; the same command downloads that part again",
    ),
    (
        (
            *("no such host", "dial tcp", "misbehaving", "timeout", "deadline exceeded", "x509", "tls:"),
            *("max retries", "connection re", "unexpected eof", ": eof", "stalled"),
        ),
        "the download broke off; see whether that machine is online, and the same command goes on",
    ),
)


def why_not(model: str, who: str, said: str) -> ServiceError:
    """Say in a sentence why a pull failed, and what to do.

    Args:
        model: What was to be pulled.
        who: Which Ollama tried.
        said: Its own words.
    """
    words = " ".join(_ADDRESS.sub("…", said).split())[:_SHORT].rstrip(".")
    low = said.lower()
    for marks, remedy in _REMEDIES:
        if any(mark in low for mark in marks):
            return ServiceError(f"'{model}' is not pulled: {remedy}. {who} says: {words}.", retry=False)
    return ServiceError(f"'{model}' is not pulled. {who} says: {words}.")
