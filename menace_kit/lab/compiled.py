"""Whether the compiled parts of the lab already lie on the disk."""

from pathlib import Path

from menace_kit.lab import kernels


def is_compiled() -> bool:
    """Return whether the trainer was compiled since it was last changed, by this Python, and kept."""
    kept = sorted(Path(kernels.play_games.stats.cache_path or ".").glob("kernels.play_games-*.nbi"))
    source = Path(kernels.__file__).stat().st_mtime
    return any(index.stat().st_mtime >= source for index in kept)
