-- What queries read besides the tables. The views are each connection's own, so no journal has to be migrated for them.
--
-- They are quick: entries that name no box stand first in the index of boxes, so the few undos are found without reading
-- the journal, and then the entries of their games; the order of the join and the `+` keep SQLite to that.

-- What each undo took back, a confirmation of its game among it. A game as a whole is taken back by several undos, and
-- its confirmation stands then under each of them.
CREATE TEMP VIEW taken_back (undo, entry, kind, box, colour, change) AS
    SELECT undo.number, undone.number, undone.kind, +undone.box, undone.colour, undone.change
    FROM entry AS undo CROSS JOIN entry AS undone
        ON undone.game = undo.game AND undone.number BETWEEN undo.undoes AND undo.number
        AND (undone.action = undo.undoes OR undone.kind = 'confirm')
    WHERE undo.box IS NULL AND undo.kind = 'undo';

-- What changed the contents, and with which entry. What was taken back changes them twice, forth and back; a count
-- stands whatever is taken back.
CREATE TEMP VIEW effective_change (entry, box, colour, change) AS
    SELECT number, box, colour, coalesce(change, 0) FROM entry WHERE box > 0 AND kind IN ('adjust', 'recount')
    UNION ALL
    SELECT undo, box, colour, -change FROM taken_back WHERE kind = 'adjust';
