PRAGMA application_id = 1296974661;
PRAGMA user_version = 5;
BEGIN TRANSACTION;
CREATE TABLE cache (
    entry INTEGER PRIMARY KEY,
    mark INTEGER NOT NULL,
    value TEXT NOT NULL,
    digest INTEGER NOT NULL
) STRICT;
INSERT INTO "cache" VALUES(18,844697931350815993,'{"contents":[[1],[1,1],[1,1,1],[1,1,1],[0,1,1],[1,1,1],[1,1,1],[1,1,3]],"boxes":[[0,0,0],[1,15,0],[0,0,0],[0,0,0],[2,14,0],[0,0,0],[0,0,0],[0,0,0]],"tally":[["ended",1,"second","loss",null,1,0],["ended",1,"second","win",null,1,0],["running",0,"second",null,null,1,0]],"games":3,"mix":2496708684997552837,"beside":4328977376783823960,"doubtful":[],"unsure":false}',7386357488698408580);
CREATE TABLE clock (
    entry INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    operator TEXT,
    digest INTEGER NOT NULL
) STRICT;
CREATE TABLE entry (
    number INTEGER PRIMARY KEY CHECK (number > 0),
    action INTEGER NOT NULL CHECK (action BETWEEN 1 AND number),
    at TEXT NOT NULL CHECK (length(at) >= 20),
    kind TEXT NOT NULL CHECK (kind IN ('start', 'draw', 'reply', 'forced', 'lot', 'empty', 'adjust',
        'end', 'confirm', 'abandon', 'undo', 'recount', 'stocktake', 'lost')),
    game INTEGER CHECK (game > 0),
    box INTEGER CHECK (box > 0),
    colour TEXT,
    move TEXT,
    change INTEGER,
    why TEXT,
    result TEXT CHECK (result IN ('win', 'draw', 'loss')),
    side TEXT CHECK (side IN ('first', 'second') OR (side = 'both' AND kind = 'start')),
    operator TEXT,
    opponent TEXT,
    played_at TEXT,
    undoes INTEGER CHECK (undoes < number),
    key TEXT,
    count INTEGER,
    digest INTEGER NOT NULL,
    CHECK (kind <> 'start' OR (game IS NOT NULL AND side IS NOT NULL)),
    CHECK (kind <> 'draw' OR (game IS NOT NULL AND box IS NOT NULL AND colour IS NOT NULL
        AND (move IS NOT NULL OR why IS 'outcome-only'))),
    CHECK (kind NOT IN ('reply', 'forced', 'lot') OR (game IS NOT NULL AND move IS NOT NULL)),
    CHECK (kind NOT IN ('adjust', 'recount')
        OR (box IS NOT NULL AND colour IS NOT NULL AND change IS NOT NULL)),
    CHECK (kind <> 'end' OR (game IS NOT NULL AND result IS NOT NULL)),
    CHECK (kind NOT IN ('confirm', 'abandon') OR game IS NOT NULL),
    CHECK ((kind = 'undo') = (undoes IS NOT NULL))
) STRICT;
INSERT INTO "entry" VALUES(1,1,'2026-11-28T12:48:23.079+00:00','start',1,NULL,NULL,NULL,NULL,NULL,NULL,'second','Ada',NULL,NULL,NULL,NULL,NULL,5369699786277767569);
INSERT INTO "entry" VALUES(2,2,'2026-11-28T12:48:23.079+00:00','reply',1,NULL,NULL,'6',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2346562466342373286);
INSERT INTO "entry" VALUES(3,3,'2026-11-28T12:48:23.079+00:00','draw',1,5,'blue','4',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,5301195785202276273);
INSERT INTO "entry" VALUES(4,4,'2026-11-28T12:48:23.079+00:00','reply',1,NULL,NULL,'1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,6227294516140984292);
INSERT INTO "entry" VALUES(5,4,'2026-11-28T12:48:23.079+00:00','end',1,NULL,NULL,NULL,NULL,NULL,'loss',NULL,NULL,NULL,NULL,NULL,NULL,NULL,6300803674611080488);
INSERT INTO "entry" VALUES(6,4,'2026-11-28T12:48:23.079+00:00','adjust',1,5,'blue',NULL,-1,'result',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,6950219691492969262);
INSERT INTO "entry" VALUES(7,7,'2026-11-28T12:48:23.079+00:00','confirm',1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1993706359467140501);
INSERT INTO "entry" VALUES(8,8,'2026-11-28T12:48:23.079+00:00','start',2,NULL,NULL,NULL,NULL,NULL,NULL,'second','Ada','Bob',NULL,NULL,NULL,NULL,7159447292826191934);
INSERT INTO "entry" VALUES(9,9,'2026-11-28T12:48:23.079+00:00','reply',2,NULL,NULL,'6',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3861168448033433270);
INSERT INTO "entry" VALUES(10,10,'2026-11-28T12:48:23.079+00:00','draw',2,5,'red','5',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,7256139076635837692);
INSERT INTO "entry" VALUES(11,11,'2026-11-28T12:48:23.079+00:00','reply',2,NULL,NULL,'3',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,7849366744230383300);
INSERT INTO "entry" VALUES(12,12,'2026-11-28T12:48:23.079+00:00','draw',2,2,'blue','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,357448794364559582);
INSERT INTO "entry" VALUES(13,12,'2026-11-28T12:48:23.079+00:00','end',2,NULL,NULL,NULL,NULL,NULL,'win',NULL,NULL,NULL,NULL,NULL,NULL,NULL,2666388760539459562);
INSERT INTO "entry" VALUES(14,12,'2026-11-28T12:48:23.079+00:00','adjust',2,5,'red',NULL,0,'result',NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,962165808152991682);
INSERT INTO "entry" VALUES(15,12,'2026-11-28T12:48:23.079+00:00','adjust',2,2,'blue',NULL,0,'result',NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,2176155709691398386);
INSERT INTO "entry" VALUES(16,16,'2026-11-28T12:48:23.079+00:00','confirm',2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3634355664469167680);
INSERT INTO "entry" VALUES(17,17,'2026-11-28T12:48:23.158+00:00','recount',NULL,8,'yellow',NULL,2,'recount',NULL,NULL,NULL,NULL,NULL,NULL,'a count',3,2241447221928799463);
INSERT INTO "entry" VALUES(18,18,'2026-11-28T12:48:23.216+00:00','start',3,NULL,NULL,NULL,NULL,NULL,NULL,'second','Ada','Eve 🙂',NULL,NULL,NULL,NULL,844697931350815993);
CREATE TABLE game (
    number INTEGER PRIMARY KEY,
    state TEXT NOT NULL,
    confirmed INTEGER NOT NULL,
    side TEXT NOT NULL,
    started_at TEXT NOT NULL,
    operator TEXT,
    opponent TEXT,
    result TEXT,
    first_change INTEGER NOT NULL,
    why TEXT,
    entries INTEGER NOT NULL,
    digest INTEGER NOT NULL
) STRICT;
INSERT INTO "game" VALUES(1,'ended',1,'second','2026-11-28T12:48:23.079+00:00','Ada',NULL,'loss',0,NULL,7,2955771509305870943);
INSERT INTO "game" VALUES(2,'ended',1,'second','2026-11-28T12:48:23.079+00:00','Ada','Bob','win',0,NULL,9,4083086434579557002);
INSERT INTO "game" VALUES(3,'running',0,'second','2026-11-28T12:48:23.216+00:00','Ada','Eve 🙂',NULL,0,NULL,1,3677502111049337360);
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    digest INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "meta" VALUES('fingerprint','08229ed0',1409954292638060196);
INSERT INTO "meta" VALUES('logbook','9b1e70b99e496537',6887212270158980736);
INSERT INTO "meta" VALUES('machine','game nim
marks I J
win 0 0
draw 0 0
loss -1 -1
empty-box resign
protect-first-box false
teaches last-move
1 second 2 I....... red:1x1
2 first 2 II...... blue:1x1 red:2x1
3 first 2 III..... yellow:1x1 blue:2x1 red:3x1
4 first 2 IIII.... yellow:2x1 blue:3x1 red:4x1
5 second 1 IIIII... yellow:3x1 blue:4x1 red:5x1
6 second 1 IIIIII.. yellow:4x1 blue:5x1 red:6x1
7 second 1 IIIIIII. yellow:5x1 blue:6x1 red:7x1
8 first 1 IIIIIIII yellow:6x1 blue:7x1 red:8x1
',8076923461661219964);
CREATE TABLE tick (
    entry INTEGER NOT NULL,
    line INTEGER NOT NULL CHECK (line > 0),
    digest INTEGER NOT NULL,
    PRIMARY KEY (entry, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_of_game ON entry (game, number);
CREATE UNIQUE INDEX entry_of_key ON entry (key) WHERE key IS NOT NULL;
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'entries of the logbook are never changed'); END;
CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'entries of the logbook are never removed'); END;
CREATE INDEX game_by_state ON game (state, confirmed);
COMMIT;
