"""What many runs tell: `curves`, a `film`, a `forecast` of beads, a `sweep` of rules."""
