"""What Windows has not is not used, or has another way there."""

import ast
import re

import pytest

from tests.package_source import PACKAGE, ROOT, Module, called, modules

# What Windows has not, and the modules that have another way there.
NOT_ON_WINDOWS = re.compile(
    r"fcntl|grp|posix|pty|pwd|resource|syslog|termios|tty"
    r"|os\.(fork\w*|kill|killpg|getuid|geteuid|getgid|setsid|mkfifo|uname|fpathconf|chown"
    r"|sysconf|getpgid|O_NO\w+)"
    r"|signal\.(SIG(?!INT|TERM|_DFL|_IGN)\w+|alarm|pause|setitimer|sigwait)|add_signal_handler"
    r"|time\.tzset|AF_UNIX"
)

OTHER_WAY = {
    "cli.operator.keyboard": {"termios", "os.fpathconf"},
    "kept": {"os.geteuid"},
}

ASKS_WHERE = re.compile(r'sys\.platform [!=]= "win32"')

NO_SUCH_PLACE = re.compile(r"/(dev|proc|tmp|etc|var|usr)(/\S*)?|.*%-[a-zA-Z].*", re.DOTALL)
"""Places that Windows has not, and a form of `strftime` that it does not know."""

NO_NAME = re.compile(
    r'[<>:"|?*\\\x00-\x1f]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)', re.IGNORECASE
)
"""What no file on Windows is called."""


def platform_faults(module: Module) -> list[str]:
    """Return a sentence for each thing in a module that Windows has not,
    or that means another thing there.
    """
    other_way = OTHER_WAY.get(module.name, set()) if ASKS_WHERE.search(module.source) else set()
    faults = [
        f"{module.name}:{line}: Windows has no {name}"
        for line, name in module.imports
        if not name.startswith(PACKAGE)
        and NOT_ON_WINDOWS.fullmatch(name.partition(".")[0])
        and name.partition(".")[0] not in other_way
    ]
    for node in module.nodes:
        if isinstance(node, ast.Attribute):
            name = f"{node.value.id}.{node.attr}" if isinstance(node.value, ast.Name) else ""
            short = name if NOT_ON_WINDOWS.fullmatch(name) else node.attr
            if NOT_ON_WINDOWS.fullmatch(short) and short not in other_way:
                faults.append(f"{module.name}:{node.lineno}: Windows has no {short}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if NO_SUCH_PLACE.fullmatch(node.value):
                faults.append(f"{module.name}:{node.lineno}: Windows has no {node.value}")
        elif isinstance(node, ast.Call) and _reads_text_by_chance(node):
            faults.append(
                f"{module.name}:{node.lineno}: without encoding= it is another one on each system"
            )
    return faults


def _reads_text_by_chance(call: ast.Call) -> bool:
    """Return whether a call opens a text in the encoding that a system happens to have."""
    named = {each.arg: each.value for each in call.keywords}
    if "encoding" in named or None in named:
        return False
    method = isinstance(call.func, ast.Attribute)
    owner = (
        call.func.value.id
        if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name)
        else ""
    )
    match called(call):
        case "read_text" | "write_text":
            # `files.read_text` is UTF-8; a distribution's is, too.
            return method and not (call.args and isinstance(call.args[0], ast.Constant))
        case "open" if owner not in ("os", "self", "webbrowser", "Image"):
            mode = named.get("mode") or (
                call.args[0 if method else 1] if len(call.args) > (not method) else None
            )
            return mode is None or (isinstance(mode, ast.Constant) and "b" not in str(mode.value))
        case "run" | "Popen" | "check_output":
            return "text" in named or "universal_newlines" in named
    return False


def test_nothing_is_used_that_windows_has_not() -> None:
    assert [fault for module in modules() for fault in platform_faults(module)] == []


@pytest.mark.parametrize(
    "source",
    [
        "import fcntl",
        "def f():\n    import termios",
        "import os\nos.kill(1, 15)",
        "import signal\nsignal.signal(signal.SIGHUP, f)",
        "loop.add_signal_handler(2, f)",
        "Path('/dev/null')",
        "time.strftime('%-d %B')",
        "path.read_text()",
        "open('a')",
        "path.open('w')",
        "subprocess.run(['a'], text=True)",
    ],
)
def test_what_windows_has_not_is_found(source: str) -> None:
    assert len(platform_faults(Module("cli.serve", source))) == 1
    assert len(platform_faults(Module("cli.operator.keyboard", source))) == 1


def test_another_way_for_windows_is_let_through() -> None:
    for name, source in (
        ("kept", 'import sys, os\nx = sys.platform == "win32" or os.geteuid()'),
        (
            "kept",
            "path.open('rb')\npath.read_text(encoding='utf-8')\nos.open(path, 1)\nread_text(path)",
        ),
        (
            "kept",
            (
                "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ngetattr(signal, 'SIGHUP', "
                "None)\n'a /dev/null'"
            ),
        ),
    ):
        assert platform_faults(Module(name, source)) == []


def test_every_file_can_be_kept_on_every_system() -> None:
    kept = ("menace_kit", "templates", "tests", "docs", "output", "benchmarks")
    paths = [path.relative_to(ROOT) for name in kept for path in (ROOT / name).rglob("*")]
    assert [path for path in paths if any(NO_NAME.search(part) for part in path.parts)] == []
    assert len({str(path).casefold() for path in paths}) == len(paths)
    assert all(NO_NAME.search(name) for name in ("a:b.pdf", "nul.txt", "end. ", "COM1", "what?"))
