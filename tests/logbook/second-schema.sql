PRAGMA application_id = 1296974661;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE contents (
            box INTEGER NOT NULL CHECK (box > 0),
            colour TEXT NOT NULL,
            start INTEGER NOT NULL CHECK (start >= 0),
            count INTEGER NOT NULL CHECK (count >= 0),
            PRIMARY KEY (box, colour)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "contents" VALUES(1,'red',1,1);
INSERT INTO "contents" VALUES(2,'blue',1,1);
INSERT INTO "contents" VALUES(2,'red',1,1);
INSERT INTO "contents" VALUES(3,'blue',1,1);
INSERT INTO "contents" VALUES(3,'red',1,1);
INSERT INTO "contents" VALUES(3,'yellow',1,1);
INSERT INTO "contents" VALUES(4,'blue',1,1);
INSERT INTO "contents" VALUES(4,'red',1,1);
INSERT INTO "contents" VALUES(4,'yellow',1,1);
INSERT INTO "contents" VALUES(5,'blue',1,0);
INSERT INTO "contents" VALUES(5,'red',1,1);
INSERT INTO "contents" VALUES(5,'yellow',1,0);
INSERT INTO "contents" VALUES(6,'blue',1,1);
INSERT INTO "contents" VALUES(6,'red',1,1);
INSERT INTO "contents" VALUES(6,'yellow',1,1);
INSERT INTO "contents" VALUES(7,'blue',1,1);
INSERT INTO "contents" VALUES(7,'red',1,1);
INSERT INTO "contents" VALUES(7,'yellow',1,1);
INSERT INTO "contents" VALUES(8,'blue',1,3);
INSERT INTO "contents" VALUES(8,'red',1,3);
INSERT INTO "contents" VALUES(8,'yellow',1,3);
CREATE TABLE "entry" (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            action INTEGER NOT NULL REFERENCES entry (number) CHECK (action <= number),
            at TEXT NOT NULL CHECK (length(at) >= 20),
            kind TEXT NOT NULL CHECK (kind IN ('start', 'draw', 'reply', 'forced', 'lot', 'empty', 'adjust', 'end',
                'confirm', 'abandon', 'undo', 'recount', 'stocktake')),
            game INTEGER REFERENCES game (number) CHECK (game > 0),
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
            undoes INTEGER REFERENCES entry (number) CHECK (undoes < number),
            FOREIGN KEY (box, colour) REFERENCES contents (box, colour),
            CHECK (kind <> 'start' OR (game IS NOT NULL AND side IS NOT NULL)),
            CHECK (kind <> 'draw' OR (game IS NOT NULL AND box IS NOT NULL AND colour IS NOT NULL
                AND (move IS NOT NULL OR why IS 'outcome-only'))),
            CHECK (kind NOT IN ('reply', 'forced', 'lot') OR (game IS NOT NULL AND move IS NOT NULL)),
            CHECK (kind <> 'adjust' OR (box IS NOT NULL AND colour IS NOT NULL AND change IS NOT NULL)),
            CHECK (kind <> 'end' OR (game IS NOT NULL AND result IS NOT NULL)),
            CHECK (kind NOT IN ('confirm', 'abandon') OR game IS NOT NULL),
            CHECK ((kind = 'undo') = (undoes IS NOT NULL))
        ) STRICT;
INSERT INTO "entry" VALUES(1,1,'2026-11-22T09:00:05.698+00:00','start',1,NULL,NULL,NULL,NULL,NULL,NULL,'first','Ada','O''Brien 🙂',NULL,NULL);
INSERT INTO "entry" VALUES(2,2,'2026-11-22T09:00:05.726+00:00','draw',1,8,'yellow','6',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,3,'2026-11-22T09:00:05.758+00:00','reply',1,NULL,NULL,'3',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(4,4,'2026-11-22T09:00:05.786+00:00','draw',1,2,'blue','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(5,4,'2026-11-22T09:00:05.786+00:00','end',1,NULL,NULL,NULL,NULL,NULL,'win',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(6,4,'2026-11-22T09:00:05.786+00:00','adjust',1,8,'yellow',NULL,0,'result',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(7,4,'2026-11-22T09:00:05.786+00:00','adjust',1,2,'blue',NULL,0,'result',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(8,8,'2026-11-22T09:00:05.818+00:00','undo',1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,4);
INSERT INTO "entry" VALUES(9,9,'2026-11-22T09:00:05.854+00:00','draw',1,2,'blue','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(10,9,'2026-11-22T09:00:05.854+00:00','end',1,NULL,NULL,NULL,NULL,NULL,'win',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(11,9,'2026-11-22T09:00:05.854+00:00','adjust',1,8,'yellow',NULL,0,'result',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(12,9,'2026-11-22T09:00:05.854+00:00','adjust',1,2,'blue',NULL,0,'result',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(13,13,'2026-11-22T09:00:05.890+00:00','confirm',1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(14,14,'2026-11-22T09:00:05.922+00:00','start',2,NULL,NULL,NULL,NULL,NULL,NULL,'both',NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(15,15,'2026-11-22T09:00:05.950+00:00','draw',2,8,'yellow','6',NULL,NULL,NULL,'first',NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(16,16,'2026-11-22T09:00:05.986+00:00','draw',2,5,'yellow','3',NULL,NULL,NULL,'second',NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(17,17,'2026-11-22T09:00:06.014+00:00','draw',2,2,'blue','1',NULL,NULL,NULL,'first',NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(18,17,'2026-11-22T09:00:06.014+00:00','end',2,NULL,NULL,NULL,NULL,NULL,'win',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(19,17,'2026-11-22T09:00:06.014+00:00','adjust',2,8,'yellow',NULL,0,'result',NULL,'first',NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(20,17,'2026-11-22T09:00:06.014+00:00','adjust',2,2,'blue',NULL,0,'result',NULL,'first',NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(21,17,'2026-11-22T09:00:06.014+00:00','adjust',2,5,'yellow',NULL,-1,'result',NULL,'second',NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(22,22,'2026-11-22T09:00:06.042+00:00','confirm',2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(23,23,'2026-11-22T09:00:06.067+00:00','start',3,NULL,NULL,NULL,NULL,'outcome-only',NULL,'first',NULL,'Eve',NULL,NULL);
INSERT INTO "entry" VALUES(24,23,'2026-11-22T09:00:06.067+00:00','end',3,NULL,NULL,NULL,NULL,'outcome-only','win',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(25,23,'2026-11-22T09:00:06.067+00:00','confirm',3,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(26,26,'2026-11-22T09:00:06.106+00:00','start',4,NULL,NULL,NULL,NULL,'outcome-only',NULL,'second',NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(27,26,'2026-11-22T09:00:06.106+00:00','end',4,NULL,NULL,NULL,NULL,'outcome-only','loss',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(28,26,'2026-11-22T09:00:06.106+00:00','confirm',4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(29,29,'2026-11-22T09:00:06.138+00:00','start',5,NULL,NULL,NULL,NULL,'outcome-only',NULL,'second',NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(30,29,'2026-11-22T09:00:06.138+00:00','end',5,NULL,NULL,NULL,NULL,'outcome-only','win',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(31,29,'2026-11-22T09:00:06.138+00:00','confirm',5,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(32,32,'2026-11-22T09:00:06.170+00:00','undo',5,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,29);
INSERT INTO "entry" VALUES(33,33,'2026-11-22T09:00:06.210+00:00','start',6,NULL,NULL,NULL,NULL,NULL,NULL,'first','Ada',NULL,NULL,NULL);
INSERT INTO "entry" VALUES(34,34,'2026-11-22T09:00:06.230+00:00','abandon',6,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(35,35,'2026-11-22T09:00:06.258+00:00','recount',NULL,8,'yellow',NULL,2,'recount',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(36,35,'2026-11-22T09:00:06.258+00:00','recount',NULL,8,'blue',NULL,2,'recount',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(37,35,'2026-11-22T09:00:06.258+00:00','recount',NULL,8,'red',NULL,2,'recount',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(38,38,'2026-11-22T09:00:06.294+00:00','start',7,NULL,NULL,NULL,NULL,NULL,NULL,'second','Ada','Bob',NULL,NULL);
INSERT INTO "entry" VALUES(39,39,'2026-11-22T09:00:06.320+00:00','reply',7,NULL,NULL,'6',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(40,40,'2026-11-22T09:00:06.366+00:00','draw',7,5,'blue','4',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(41,41,'2026-11-22T09:00:06.389+00:00','reply',7,NULL,NULL,'1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(42,41,'2026-11-22T09:00:06.389+00:00','end',7,NULL,NULL,NULL,NULL,NULL,'loss',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(43,41,'2026-11-22T09:00:06.389+00:00','adjust',7,5,'blue',NULL,-1,'result',NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE "game" (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            state TEXT NOT NULL CHECK (state IN ('running', 'ended', 'abandoned', 'taken-back')),
            confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
            side TEXT NOT NULL CHECK (side IN ('first', 'second', 'both')),
            started_at TEXT NOT NULL,
            operator TEXT,
            opponent TEXT,
            result TEXT CHECK (result IN ('win', 'draw', 'loss')),
            first_change INTEGER NOT NULL,
            outcome_only INTEGER NOT NULL CHECK (outcome_only IN (0, 1)),
            CHECK ((state = 'ended') = (result IS NOT NULL))
        ) STRICT;
INSERT INTO "game" VALUES(1,'ended',1,'first','2026-11-22T09:00:05.698+00:00','Ada','O''Brien 🙂','win',0,0);
INSERT INTO "game" VALUES(2,'ended',1,'both','2026-11-22T09:00:05.922+00:00',NULL,NULL,'win',0,0);
INSERT INTO "game" VALUES(3,'ended',1,'first','2026-11-22T09:00:06.067+00:00',NULL,'Eve','win',0,1);
INSERT INTO "game" VALUES(4,'ended',1,'second','2026-11-22T09:00:06.106+00:00',NULL,NULL,'loss',0,1);
INSERT INTO "game" VALUES(5,'taken-back',0,'second','2026-11-22T09:00:06.138+00:00',NULL,NULL,NULL,0,1);
INSERT INTO "game" VALUES(6,'abandoned',0,'first','2026-11-22T09:00:06.210+00:00','Ada',NULL,NULL,0,0);
INSERT INTO "game" VALUES(7,'ended',0,'second','2026-11-22T09:00:06.294+00:00','Ada','Bob','loss',0,0);
CREATE TABLE meta (
            key TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT;
INSERT INTO "meta" VALUES('fingerprint','08229ed0');
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
');
CREATE TABLE tick (
            entry INTEGER NOT NULL REFERENCES entry (number),
            line INTEGER NOT NULL CHECK (line > 0),
            PRIMARY KEY (entry, line)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "tick" VALUES(42,1);
CREATE INDEX game_by_state ON game (state, confirmed);
CREATE INDEX entry_of_game ON entry (game, number);
CREATE INDEX entry_of_box ON entry (box, kind);
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
            BEGIN SELECT RAISE(ABORT, 'entries of the logbook are never changed'); END;
CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry
            BEGIN SELECT RAISE(ABORT, 'entries of the logbook are never removed'); END;
COMMIT;
