"""`menace-kit`, and `python -m menace_kit`: what is loaded first, so that Ctrl-C ends quietly whatever comes."""

import gc
import sys


def main() -> None:
    """Run the command line, and leave nothing to be seen to behind it."""
    try:
        # A command lives for a second and makes many small values that stay: collecting at every 700th costs time.
        gc.set_threshold(50_000)
        from menace_kit.cli import main as run

        run()
    except KeyboardInterrupt:
        from menace_kit.errors import NOT_BEGUN

        print(f"menace-kit: {NOT_BEGUN}", file=sys.stderr)
        sys.exit(130)
    finally:
        import signal

        # All was done and said: what is left is to end, without looking for garbage once more.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        gc.freeze()


if __name__ == "__main__":
    main()
