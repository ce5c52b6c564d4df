"""`menace-kit`, and `python -m menace_kit`: what is loaded first,
so that Ctrl-C ends quietly whatever comes.
"""

# Nothing is loaded from a file before the guard in `main` stands: these are part of Python itself.
import _thread
import gc
import sys

TYPE_CHECKING = False  # as in `typing`, which would have to be loaded first
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any

INTERRUPTED = "menace-kit: interrupted before it began; nothing was done"
"""The same as `errors.NOT_BEGUN`, which cannot be loaded yet."""


def _uncaught(
    kind: type[BaseException],
    error: BaseException,
    trace: "TracebackType | None",
    otherwise: "Any" = sys.excepthook,
) -> None:
    """Tell in a sentence of Ctrl-C that comes before `main` can catch it;
    all else is shown as always.
    """
    if issubclass(kind, KeyboardInterrupt):
        print(INTERRUPTED, file=sys.stderr)
    else:
        otherwise(kind, error, trace)


sys.excepthook = _uncaught


def _interrupt_again() -> None:
    import time

    time.sleep(0.01)  # until there is somebody again to whom it can be raised
    _thread.interrupt_main()


def _unraisable(told: "Any", otherwise: "Any" = sys.unraisablehook) -> None:
    """Let Ctrl-C come again that Python swallowed where nothing can be raised;
    all else is shown as always.
    """
    if told.exc_type is KeyboardInterrupt:
        _thread.start_new_thread(_interrupt_again, ())
    else:
        otherwise(told)


def _version_told() -> bool:
    """Print the version, for which nothing needs to be loaded; return False where it cannot be
    printed, for the command line says why.
    """
    from menace_kit import __version__

    try:
        print(f"menace-kit {__version__}", flush=True)
    except OSError:
        return False
    return True


def main() -> None:
    """Run the command line, and leave nothing to be seen to behind it."""
    sys.unraisablehook = _unraisable
    try:
        # A command lives for a second and makes many small values that stay:
        # collecting at every 700th costs time.
        gc.set_threshold(200_000)
        if sys.argv[1:] == ["--version"] and _version_told():
            return
        from menace_kit.cli import main as run

        run()
    except (KeyboardInterrupt, RuntimeError) as error:
        # Python 3.11 tells Ctrl-C in the midst of making a class as an error of its own.
        if not isinstance(error.__cause__ or error, KeyboardInterrupt):
            raise
        print(INTERRUPTED, file=sys.stderr)
        sys.exit(130)
    finally:
        import signal

        # All was done and said: what is left is to end, without looking for garbage once more.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        gc.freeze()


if __name__ == "__main__":
    main()
