"""Real processes at one logbook, each forked from this one."""
