"""The guard: the one way out. Every word that anybody will see or hear passes here, whoever wrote it."""
