"""The guided game, a key a step; it knows the desk and no screen.

`game`: what each key does, and what the next one answers. `playing`: what its parts share.
`view`: what the screen shows beside the session. `keys`: what keys are called. The others are a
chapter each: `beginning`, `moves`, `tick_list`, `undoing`, `deeds`, `counting`, `outcome`.
"""

from menace_kit.cli.operator.guided.game import GuidedGame
from menace_kit.cli.operator.guided.view import Asking, View

__all__ = ["Asking", "GuidedGame", "View"]
