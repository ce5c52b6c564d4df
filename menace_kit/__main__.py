"""Start `menace-kit` or `python -m menace_kit`; loaded first so that Ctrl-C always ends quietly."""

# These are built into Python. Nothing may be loaded from a file before `main` sets its guard.
import _thread
import gc
import sys

TYPE_CHECKING = False  # as in `typing`, which would have to be loaded first
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any

INTERRUPTED = "menace-kit: interrupted before it began; nothing was done"
"""The same as `cli.mistakes.NOT_BEGUN`, which cannot be imported yet."""


def _uncaught(
    kind: type[BaseException],
    error: BaseException,
    trace: "TracebackType | None",
    otherwise: "Any" = sys.excepthook,
) -> None:
    """Print one sentence if Ctrl-C comes before `main` can catch it; show other errors as usual."""
    if issubclass(kind, KeyboardInterrupt):
        print(INTERRUPTED, file=sys.stderr)
    else:
        otherwise(kind, error, trace)


sys.excepthook = _uncaught


def _interrupt_again() -> None:
    import time

    time.sleep(0.01)  # by then the main thread can take an exception again
    _thread.interrupt_main()


def _unraisable(told: "Any", otherwise: "Any" = sys.unraisablehook) -> None:
    """Repeat a Ctrl-C that Python swallowed where nothing can be raised.

    Other errors are shown as usual.
    """
    if told.exc_type is KeyboardInterrupt:
        _thread.start_new_thread(_interrupt_again, ())
    else:
        otherwise(told)


def _version_told() -> bool:
    """Print the version without loading anything else.

    Return False if it cannot be printed; the command line then says why.
    """
    from menace_kit import __version__

    try:
        print(f"menace-kit {__version__}", flush=True)
    except OSError:
        return False
    return True


def main() -> None:
    """Run the command line; print no traceback for Ctrl-C."""
    sys.unraisablehook = _unraisable
    try:
        # A command runs for a second and keeps most of the small values that it makes (importing
        # numba makes 200,000), so collecting after every 700 of them only costs time.
        gc.set_threshold(400_000)
        if sys.argv[1:] == ["--version"] and _version_told():
            return
        from menace_kit.cli import main as run

        run()
    except (KeyboardInterrupt, RuntimeError) as error:
        # Python 3.11 turns a Ctrl-C while a class is being made into a RuntimeError.
        if not isinstance(error.__cause__ or error, KeyboardInterrupt):
            raise
        print(INTERRUPTED, file=sys.stderr)
        sys.exit(130)
    finally:
        import signal

        # All that is left is to exit: skip the last garbage collection.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        gc.freeze()


if __name__ == "__main__":
    main()
