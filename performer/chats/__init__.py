"""Chats: where people talk to the performer, and where the show can be read along."""

from performer.chats.chat import Chat

__all__ = ["Chat"]
