-- Version 4: answers that are not whole at Discord yet, so that they are sent after a restart, and none of them twice.

CREATE TABLE posting (
    nonce       TEXT PRIMARY KEY,  -- at Discord: of several messages with the same one the first is written
    channel_id  TEXT NOT NULL,
    reply_to    TEXT NOT NULL,
    text        TEXT NOT NULL,     -- as it is wanted
    sent        TEXT NOT NULL,     -- as it was sent; empty before that
    message_id  TEXT NOT NULL,     -- empty: nobody knows whether it is there
    worth_s     REAL NOT NULL,     -- how long after it was made it may still be sent
    at_ms       INTEGER NOT NULL
) WITHOUT ROWID;
