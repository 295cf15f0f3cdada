-- Version 1. Instants are UTC, as whole milliseconds since 1970. A later version is a step of its own in migrations.py.

CREATE TABLE message (           -- what was said in a channel
    id          INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used again: a line may still be written on
    channel     TEXT NOT NULL,   -- `discord:123`, `stage`
    message     TEXT,            -- its number there; NULL where there is none
    role        TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'tool')),
    author_id   TEXT NOT NULL DEFAULT '',
    author      TEXT NOT NULL DEFAULT '',
    text        TEXT NOT NULL,
    reply_to    TEXT NOT NULL DEFAULT '',
    pictures    INTEGER NOT NULL DEFAULT 0,
    tool        TEXT NOT NULL DEFAULT '',
    arguments   TEXT NOT NULL DEFAULT '',
    result      TEXT NOT NULL DEFAULT '',
    at_ms       INTEGER NOT NULL,
    edited_ms   INTEGER,
    is_summed   INTEGER NOT NULL DEFAULT 0,  -- whether the summary of its channel tells of it
    UNIQUE (channel, message)
);
CREATE INDEX message_of_channel ON message (channel, at_ms, id);
CREATE INDEX message_summed ON message (channel, at_ms, id) WHERE is_summed;
CREATE INDEX message_of_author ON message (author_id) WHERE author_id <> '';

CREATE TABLE summary (           -- of what lies further back than the last messages
    channel     TEXT PRIMARY KEY,
    text        TEXT NOT NULL,
    until_ms    INTEGER NOT NULL -- when the last message was written that is in it
) WITHOUT ROWID;

CREATE TABLE summed (            -- messages that are gone and that a summary still tells of
    channel     TEXT NOT NULL,
    message     TEXT NOT NULL,
    author_id   TEXT NOT NULL,
    PRIMARY KEY (channel, message)
) WITHOUT ROWID;

CREATE TABLE note (              -- what the model kept on purpose
    id          INTEGER PRIMARY KEY AUTOINCREMENT,  -- by which people have it forgotten
    channel     TEXT NOT NULL,
    person_id   TEXT NOT NULL DEFAULT '',  -- empty: of the channel
    person      TEXT NOT NULL DEFAULT '',
    text        TEXT NOT NULL,
    at_ms       INTEGER NOT NULL
);
CREATE INDEX note_of ON note (channel, person_id);

CREATE TABLE kept (              -- small things by name: monitored channels, the hash of the commands
    name        TEXT PRIMARY KEY,
    value       TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE cue (               -- what waits for its turn and may not be lost
    id          TEXT PRIMARY KEY,
    kind        TEXT NOT NULL,
    body        TEXT NOT NULL,   -- JSON
    at_ms       INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE plan (              -- what the schedule holds
    id          INTEGER PRIMARY KEY AUTOINCREMENT,  -- none is given twice
    kind        TEXT NOT NULL CHECK (kind IN ('cron', 'every', 'once')),
    spec        TEXT NOT NULL,   -- five fields, minutes, or the instant as it was understood
    zone        TEXT NOT NULL,   -- its name; empty: the system's own
    prompt      TEXT NOT NULL,
    channel     TEXT NOT NULL DEFAULT '',
    by_id       TEXT NOT NULL DEFAULT '',
    by_name     TEXT NOT NULL DEFAULT '',
    is_own      INTEGER NOT NULL,  -- the streamer's own words
    catches_up  INTEGER NOT NULL,  -- fires once for what was missed, or skips it
    next_ms     INTEGER,           -- NULL: nothing more to come, and it goes when its last run is over
    made_ms     INTEGER NOT NULL
);
CREATE INDEX plan_due ON plan (next_ms) WHERE next_ms IS NOT NULL;

CREATE TABLE run (               -- each time that a plan fired; claimed before anything is done
    plan        INTEGER NOT NULL,
    due_ms      INTEGER NOT NULL,
    claimed_ms  INTEGER NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('claimed', 'taken', 'lost')),
    PRIMARY KEY (plan, due_ms)
) WITHOUT ROWID;

CREATE TABLE approval (          -- calls that wait, or waited, for a person's yes
    id          INTEGER PRIMARY KEY,
    state       TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'cancelled', 'expired', 'done', 'failed', 'lost')),
    tool        TEXT NOT NULL,
    server      TEXT NOT NULL DEFAULT '',
    call        TEXT NOT NULL,   -- its id in its turn
    arguments   TEXT NOT NULL,   -- JSON
    why         TEXT NOT NULL,
    channel     TEXT NOT NULL DEFAULT '',
    origin      TEXT NOT NULL,   -- the cue of its turn, JSON
    said        TEXT NOT NULL DEFAULT '',
    asked_ms    INTEGER NOT NULL,
    until_ms    INTEGER NOT NULL,
    asked_in    TEXT NOT NULL DEFAULT '',  -- the channel and message that ask
    asked_as    TEXT NOT NULL DEFAULT ''
);
CREATE INDEX approval_pending ON approval (until_ms) WHERE state = 'pending';

CREATE TABLE audit (             -- who pressed what
    id          INTEGER PRIMARY KEY,
    approval    INTEGER NOT NULL,
    at_ms       INTEGER NOT NULL,
    what        TEXT NOT NULL,   -- asked, approved, cancelled, expired, refused, done, failed, lost
    by_id       TEXT NOT NULL DEFAULT '',
    by_name     TEXT NOT NULL DEFAULT '',
    place       TEXT NOT NULL DEFAULT ''   -- discord, console, control
);

CREATE TABLE sending (           -- sends to a Discord elsewhere whose answer has not come
    id          TEXT PRIMARY KEY,  -- of the call; its nonce is made of it
    channel_id  TEXT NOT NULL,
    begin       TEXT NOT NULL,     -- the first words
    at_ms       INTEGER NOT NULL
) WITHOUT ROWID;
