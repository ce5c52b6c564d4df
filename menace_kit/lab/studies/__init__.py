"""What many runs show: `curves`, a `film`, a `forecast` of beads, a `sweep` of rules."""
