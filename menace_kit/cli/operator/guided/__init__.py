"""The guided game, one key a step. It knows the desk but no screen.

`game`: what each key does, and what the next key answers. `playing`: what the parts share. `view`:
what the screen shows beside the session. `keys`: names of keys. Each other module is one part of a
game: `beginning`, `moves`, `tick_list`, `undoing`, `deeds`, `counting`, `outcome`.
"""

from menace_kit.cli.operator.guided.game import GuidedGame
from menace_kit.cli.operator.guided.view import Asking, View

__all__ = ["Asking", "GuidedGame", "View"]
