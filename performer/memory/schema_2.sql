-- Version 2: calls that take long and go on beside the show.

CREATE TABLE errand (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,  -- none is given twice
    state       TEXT NOT NULL CHECK (state IN ('going', 'done', 'failed', 'cancelled', 'lost')),
    tool        TEXT NOT NULL,
    server      TEXT NOT NULL DEFAULT '',
    call        TEXT NOT NULL,   -- its id in its turn
    arguments   TEXT NOT NULL,   -- JSON
    origin      TEXT NOT NULL,   -- the cue of its turn, JSON
    said        TEXT NOT NULL DEFAULT '',
    began_ms    INTEGER NOT NULL
);
CREATE INDEX errand_going ON errand (id) WHERE state = 'going';
