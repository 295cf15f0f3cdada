-- Version 3: who made a call that waits for a yes.

ALTER TABLE approval ADD COLUMN agent TEXT NOT NULL DEFAULT '';     -- its id, or its program's; empty: the show itself
ALTER TABLE approval ADD COLUMN lineage TEXT NOT NULL DEFAULT '[]'; -- the prototypes that led to it, JSON

-- Who made those that wait already nobody knows: with a yes they might run with more than their makers have.
INSERT INTO audit (approval, at_ms, what)
    SELECT id, CAST(strftime('%s', 'now') AS INTEGER) * 1000, 'expired' FROM approval WHERE state = 'pending';
UPDATE approval SET state = 'expired' WHERE state = 'pending';
