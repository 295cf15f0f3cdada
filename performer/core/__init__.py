"""The modules that every part of the performer uses, and that import no other part."""
