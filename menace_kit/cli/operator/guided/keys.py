"""Names of the guided game's keys."""

# Letters and digits are for beads and squares, so each command has a key
# that no palette can use.

BACKSPACE, ENTER, SPACE, TAB = "backspace", "enter", " ", "tab"
DELETE, HELP, QUIT, LOOK_AGAIN, UNDO = "delete", "help", "quit", "look-again", "undo"
UP, DOWN, ESCAPE = "up", "down", "escape"
COUNT, HALVE, LOG = "#", "%", "+"

NO_KEY = "no-key"
