"""Chats: where people talk to the performer, and where the show can be read along."""
