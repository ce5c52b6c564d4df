"""Real processes sharing one logbook, each forked from this one."""
