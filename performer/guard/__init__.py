"""The guard: the one way out. Every word that anybody will see or hear passes the guard, whoever wrote it."""
