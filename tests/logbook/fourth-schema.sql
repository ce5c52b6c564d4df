PRAGMA application_id = 1296974661;
PRAGMA user_version = 4;
BEGIN TRANSACTION;
CREATE TABLE act_key (
            key TEXT PRIMARY KEY,
            action INTEGER NOT NULL UNIQUE REFERENCES entry (number)
        , digest INTEGER) STRICT, WITHOUT ROWID;
INSERT INTO "act_key" VALUES('a count',31,677575185809245282);
INSERT INTO "act_key" VALUES('a quick one',28,3694055165556759886);
CREATE TABLE box (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            opened INTEGER NOT NULL,
            touched INTEGER NOT NULL,
            counted INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT;
INSERT INTO "box" VALUES(1,0,0,31,31);
INSERT INTO "box" VALUES(2,3,39,32,39);
INSERT INTO "box" VALUES(3,1,8,32,8);
INSERT INTO "box" VALUES(4,0,0,32,0);
INSERT INTO "box" VALUES(5,0,0,32,0);
INSERT INTO "box" VALUES(6,1,25,32,25);
INSERT INTO "box" VALUES(7,0,0,32,0);
INSERT INTO "box" VALUES(8,3,38,32,38);
CREATE TABLE clock (
            entry INTEGER PRIMARY KEY REFERENCES entry (number),
            at TEXT NOT NULL,
            operator TEXT
        ) STRICT;
INSERT INTO "clock" VALUES(32,'2026-11-28T06:17:12.254+00:00','Ada');
CREATE TABLE contents (
            box INTEGER NOT NULL CHECK (box > 0),
            colour TEXT NOT NULL,
            start INTEGER NOT NULL CHECK (start >= 0),
            count INTEGER NOT NULL CHECK (count >= 0),
            PRIMARY KEY (box, colour)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "contents" VALUES(1,'red',1,3);
INSERT INTO "contents" VALUES(2,'blue',1,1);
INSERT INTO "contents" VALUES(2,'red',1,0);
INSERT INTO "contents" VALUES(3,'blue',1,0);
INSERT INTO "contents" VALUES(3,'red',1,1);
INSERT INTO "contents" VALUES(3,'yellow',1,1);
INSERT INTO "contents" VALUES(4,'blue',1,1);
INSERT INTO "contents" VALUES(4,'red',1,1);
INSERT INTO "contents" VALUES(4,'yellow',1,1);
INSERT INTO "contents" VALUES(5,'blue',1,1);
INSERT INTO "contents" VALUES(5,'red',1,1);
INSERT INTO "contents" VALUES(5,'yellow',1,1);
INSERT INTO "contents" VALUES(6,'blue',1,1);
INSERT INTO "contents" VALUES(6,'red',1,1);
INSERT INTO "contents" VALUES(6,'yellow',1,1);
INSERT INTO "contents" VALUES(7,'blue',1,1);
INSERT INTO "contents" VALUES(7,'red',1,1);
INSERT INTO "contents" VALUES(7,'yellow',1,1);
INSERT INTO "contents" VALUES(8,'blue',1,1);
INSERT INTO "contents" VALUES(8,'red',1,1);
INSERT INTO "contents" VALUES(8,'yellow',1,1);
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
            undoes INTEGER REFERENCES entry (number) CHECK (undoes < number), earlier INTEGER, digest INTEGER,
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
INSERT INTO "entry" VALUES(1,1,'2026-11-28T06:17:12.093+00:00','start',1,NULL,NULL,NULL,NULL,NULL,NULL,'first','Ada','Bob',NULL,NULL,NULL,8604335444185056085);
INSERT INTO "entry" VALUES(2,2,'2026-11-28T06:17:12.093+00:00','draw',1,8,'blue','7',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,866875037060329803);
INSERT INTO "entry" VALUES(3,3,'2026-11-28T06:17:12.093+00:00','reply',1,NULL,NULL,'4',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3304627702740021270);
INSERT INTO "entry" VALUES(4,4,'2026-11-28T06:17:12.093+00:00','draw',1,3,'blue','2',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1409970245886993007);
INSERT INTO "entry" VALUES(5,5,'2026-11-28T06:17:12.093+00:00','reply',1,NULL,NULL,'1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,6848566711136693077);
INSERT INTO "entry" VALUES(6,5,'2026-11-28T06:17:12.093+00:00','end',1,NULL,NULL,NULL,NULL,NULL,'loss',NULL,NULL,NULL,NULL,NULL,NULL,195385095670122553);
INSERT INTO "entry" VALUES(7,5,'2026-11-28T06:17:12.093+00:00','adjust',1,8,'blue',NULL,0,'result',NULL,NULL,NULL,NULL,NULL,NULL,NULL,2933360127174722518);
INSERT INTO "entry" VALUES(8,5,'2026-11-28T06:17:12.093+00:00','adjust',1,3,'blue',NULL,-1,'result',NULL,NULL,NULL,NULL,NULL,NULL,NULL,5743646336509541294);
INSERT INTO "entry" VALUES(9,9,'2026-11-28T06:17:12.093+00:00','confirm',1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,233128879185937031);
INSERT INTO "entry" VALUES(10,10,'2026-11-28T06:17:12.093+00:00','start',2,NULL,NULL,NULL,NULL,NULL,NULL,'first','Ada',NULL,NULL,NULL,NULL,4396994995166413529);
INSERT INTO "entry" VALUES(11,11,'2026-11-28T06:17:12.093+00:00','draw',2,8,'yellow','6',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,7260776741796453653);
INSERT INTO "entry" VALUES(12,12,'2026-11-28T06:17:12.093+00:00','reply',2,NULL,NULL,'3',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2291616437976476635);
INSERT INTO "entry" VALUES(13,13,'2026-11-28T06:17:12.093+00:00','draw',2,2,'red','2',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2123986392345752203);
INSERT INTO "entry" VALUES(14,14,'2026-11-28T06:17:12.093+00:00','reply',2,NULL,NULL,'1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,7161614131434576468);
INSERT INTO "entry" VALUES(15,14,'2026-11-28T06:17:12.093+00:00','end',2,NULL,NULL,NULL,NULL,NULL,'loss',NULL,NULL,NULL,NULL,NULL,NULL,3998093152535503517);
INSERT INTO "entry" VALUES(16,14,'2026-11-28T06:17:12.093+00:00','adjust',2,8,'yellow',NULL,0,'result',NULL,NULL,NULL,NULL,NULL,NULL,7,9018571346842685303);
INSERT INTO "entry" VALUES(17,14,'2026-11-28T06:17:12.093+00:00','adjust',2,2,'red',NULL,-1,'result',NULL,NULL,NULL,NULL,NULL,NULL,NULL,4646855770428906813);
INSERT INTO "entry" VALUES(18,18,'2026-11-28T06:17:12.093+00:00','confirm',2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,8694273474022758474);
INSERT INTO "entry" VALUES(19,19,'2026-11-28T06:17:12.093+00:00','start',3,NULL,NULL,NULL,NULL,NULL,NULL,'second','Ada',NULL,NULL,NULL,NULL,6300198647910444110);
INSERT INTO "entry" VALUES(20,20,'2026-11-28T06:17:12.093+00:00','reply',3,NULL,NULL,'7',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,5863620237886257520);
INSERT INTO "entry" VALUES(21,21,'2026-11-28T06:17:12.093+00:00','draw',3,6,'red','6',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,6786075879816454689);
INSERT INTO "entry" VALUES(22,22,'2026-11-28T06:17:12.093+00:00','reply',3,NULL,NULL,'3',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2227366226457032606);
INSERT INTO "entry" VALUES(23,23,'2026-11-28T06:17:12.093+00:00','draw',3,2,'blue','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,250206997767465033);
INSERT INTO "entry" VALUES(24,23,'2026-11-28T06:17:12.093+00:00','end',3,NULL,NULL,NULL,NULL,NULL,'win',NULL,NULL,NULL,NULL,NULL,NULL,8850853147307350848);
INSERT INTO "entry" VALUES(25,23,'2026-11-28T06:17:12.093+00:00','adjust',3,6,'red',NULL,0,'result',NULL,NULL,NULL,NULL,NULL,NULL,NULL,6515566577467340252);
INSERT INTO "entry" VALUES(26,23,'2026-11-28T06:17:12.093+00:00','adjust',3,2,'blue',NULL,0,'result',NULL,NULL,NULL,NULL,NULL,NULL,17,4252026912111322220);
INSERT INTO "entry" VALUES(27,27,'2026-11-28T06:17:12.093+00:00','confirm',3,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,4206746396671299738);
INSERT INTO "entry" VALUES(28,28,'2026-11-28T06:17:12.171+00:00','start',4,NULL,NULL,NULL,NULL,'outcome-only',NULL,'first',NULL,'Eve',NULL,NULL,NULL,8835087428258604171);
INSERT INTO "entry" VALUES(29,28,'2026-11-28T06:17:12.171+00:00','end',4,NULL,NULL,NULL,NULL,'outcome-only','win',NULL,NULL,NULL,NULL,NULL,NULL,1801437273456087092);
INSERT INTO "entry" VALUES(30,28,'2026-11-28T06:17:12.171+00:00','confirm',4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,6495755436544349454);
INSERT INTO "entry" VALUES(31,31,'2026-11-28T06:17:12.224+00:00','recount',NULL,1,'red',NULL,2,'recount',NULL,NULL,NULL,NULL,NULL,NULL,NULL,9122684965153456312);
INSERT INTO "entry" VALUES(32,31,'2026-11-28T06:17:12.224+00:00','stocktake',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'Ada',NULL,NULL,NULL,NULL,531238719207020207);
INSERT INTO "entry" VALUES(33,33,'2026-11-28T06:17:12.297+00:00','start',5,NULL,NULL,NULL,NULL,NULL,NULL,'first','Ada','Bob 🙂',NULL,NULL,NULL,7104412446326132424);
INSERT INTO "entry" VALUES(34,34,'2026-11-28T06:17:12.346+00:00','draw',5,8,'yellow','6',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3938772976717529013);
INSERT INTO "entry" VALUES(35,35,'2026-11-28T06:17:12.390+00:00','reply',5,NULL,NULL,'3',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2238665828660012862);
INSERT INTO "entry" VALUES(36,36,'2026-11-28T06:17:12.456+00:00','draw',5,2,'blue','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,405768714901930518);
INSERT INTO "entry" VALUES(37,36,'2026-11-28T06:17:12.456+00:00','end',5,NULL,NULL,NULL,NULL,NULL,'win',NULL,NULL,NULL,NULL,NULL,NULL,4806462570785194038);
INSERT INTO "entry" VALUES(38,36,'2026-11-28T06:17:12.456+00:00','adjust',5,8,'yellow',NULL,0,'result',NULL,NULL,NULL,NULL,NULL,NULL,16,5971738225850648654);
INSERT INTO "entry" VALUES(39,36,'2026-11-28T06:17:12.456+00:00','adjust',5,2,'blue',NULL,0,'result',NULL,NULL,NULL,NULL,NULL,NULL,26,5196599342872646531);
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
            outcome_only INTEGER NOT NULL CHECK (outcome_only IN (0, 1)), entries INTEGER NOT NULL DEFAULT 0, digest INTEGER,
            CHECK ((state = 'ended') = (result IS NOT NULL))
        ) STRICT;
INSERT INTO "game" VALUES(1,'ended',1,'first','2026-11-28T06:17:12.093+00:00','Ada','Bob','loss',0,0,9,1807628616762064521);
INSERT INTO "game" VALUES(2,'ended',1,'first','2026-11-28T06:17:12.093+00:00','Ada',NULL,'loss',0,0,9,8387190150501132873);
INSERT INTO "game" VALUES(3,'ended',1,'second','2026-11-28T06:17:12.093+00:00','Ada',NULL,'win',0,0,9,3772830691560892256);
INSERT INTO "game" VALUES(4,'ended',1,'first','2026-11-28T06:17:12.171+00:00',NULL,'Eve','win',0,1,3,2355594682379222958);
INSERT INTO "game" VALUES(5,'ended',0,'first','2026-11-28T06:17:12.297+00:00','Ada','Bob 🙂','win',0,0,7,1329742227414417990);
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
CREATE TABLE seal (
            name TEXT PRIMARY KEY,
            value INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
INSERT INTO "seal" VALUES('act_key',4189702884238203180);
INSERT INTO "seal" VALUES('box',550152079751319647);
INSERT INTO "seal" VALUES('clock',4778517470636115717);
INSERT INTO "seal" VALUES('contents',1162573464924450865);
INSERT INTO "seal" VALUES('entry',39);
INSERT INTO "seal" VALUES('game',7777590394326978120);
INSERT INTO "seal" VALUES('games',5);
INSERT INTO "seal" VALUES('last',5196599342872646531);
INSERT INTO "seal" VALUES('meta',2542243073735015101);
INSERT INTO "seal" VALUES('seal',8876177238511790405);
INSERT INTO "seal" VALUES('tables',8522149526083121809);
INSERT INTO "seal" VALUES('tally',8360998235638482424);
INSERT INTO "seal" VALUES('tick',1428810993471429143);
INSERT INTO "seal" VALUES('version',4);
CREATE TABLE tally (
            state TEXT NOT NULL,
            confirmed INTEGER NOT NULL,
            side TEXT NOT NULL,
            result TEXT NOT NULL,
            outcome_only INTEGER NOT NULL,
            games INTEGER NOT NULL,
            first_change INTEGER NOT NULL,
            PRIMARY KEY (state, confirmed, side, result, outcome_only)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "tally" VALUES('ended',0,'first','loss',0,0,0);
INSERT INTO "tally" VALUES('ended',0,'first','win',0,1,0);
INSERT INTO "tally" VALUES('ended',0,'first','win',1,0,0);
INSERT INTO "tally" VALUES('ended',0,'second','win',0,0,0);
INSERT INTO "tally" VALUES('ended',1,'first','loss',0,2,0);
INSERT INTO "tally" VALUES('ended',1,'first','win',1,1,0);
INSERT INTO "tally" VALUES('ended',1,'second','win',0,1,0);
INSERT INTO "tally" VALUES('running',0,'first','',0,0,0);
INSERT INTO "tally" VALUES('running',0,'first','',1,0,0);
INSERT INTO "tally" VALUES('running',0,'second','',0,0,0);
CREATE TABLE tick (
            entry INTEGER NOT NULL REFERENCES entry (number),
            line INTEGER NOT NULL CHECK (line > 0),
            PRIMARY KEY (entry, line)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "tick" VALUES(37,1);
CREATE INDEX game_by_state ON game (state, confirmed);
CREATE INDEX entry_of_game ON entry (game, number);
CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry
            BEGIN SELECT RAISE(ABORT, 'entries of the logbook are never removed'); END;
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry WHEN old.digest IS NOT NULL
            BEGIN SELECT RAISE(ABORT, 'entries of the logbook are never changed'); END;
COMMIT;
