"""The keys of the guided game, by their names."""

# The letters and digits belong to the beads and the squares, so every command has a key
# that no palette can have.

BACKSPACE, ENTER, SPACE, TAB = "backspace", "enter", " ", "tab"
DELETE, HELP, QUIT, LOOK_AGAIN, UNDO = "delete", "help", "quit", "look-again", "undo"
UP, DOWN, ESCAPE = "up", "down", "escape"
COUNT, HALVE, LOG = "#", "%", "+"

NO_KEY = "no-key"
