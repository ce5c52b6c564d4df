"""What is handed out: wheel and sdist, as they are shown and installed;
the workflows that publish; the container.
"""

import json
import os
import re
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from email import message_from_string
from email.message import Message
from inspect import signature
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
import yaml

from menace_kit import __version__
from menace_kit.cli.serve import serve
from tests.test_docs import INLINE_CODE, fault_of_line, links
from tests.test_package import PYTHON, ROOT, uv

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]
REPOSITORY: str = PROJECT["urls"]["Repository"]
WORKFLOWS = {path.stem: path for path in sorted((ROOT / ".github/workflows").glob("*.yml"))}
MB = 1_000_000


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the wheel and the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    building = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(building, cwd=ROOT, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def installed(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the wheel's content, as an installer lays it."""
    folder = tmp_path_factory.mktemp("installed")
    (wheel,) = made.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def metadata(made: Path) -> Message:
    """Return what the wheel says of itself; its description is the message's payload."""
    (wheel,) = made.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_string(archive.read(name).decode())


@pytest.mark.prove
def test_the_index_of_packages_takes_both(made: Path) -> None:
    files = [str(path) for path in made.iterdir()]
    asked = [sys.executable, "-m", "twine", "--no-color", "check", "--strict", *files]
    done = subprocess.run(asked, capture_output=True, text=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout.count("PASSED")) == (0, 2), done.stdout + done.stderr


def test_all_addresses_come_of_the_one_of_the_repository(metadata: Message) -> None:
    owner, _, name = REPOSITORY.removeprefix("https://github.com/").partition("/")
    told = dict(each.split(", ") for each in metadata.get_all("Project-URL", []))
    assert told == PROJECT["urls"]
    pages = f"https://{owner}.github.io/{name}/"
    assert all(address.startswith((REPOSITORY, pages)) for address in told.values())
    # The name stands nowhere else; other projects of the web may be named.
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *WORKFLOWS.values()):
        assert f"{owner}/{name}" not in path.read_text(encoding="utf-8"), path


def test_the_readme_leads_to_the_files_of_this_version_from_anywhere(metadata: Message) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = str(metadata.get_payload())
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert list(links(shown)) == []
    inside = [target for target in links(text) if not target.startswith("#")]
    assert inside
    for target in inside:
        kind = "raw" if target.endswith(".png") else "blob"
        assert f"]({REPOSITORY}/{kind}/v{__version__}/{target})" in shown
    back = re.sub(rf"{re.escape(REPOSITORY)}/(raw|blob)/v{re.escape(__version__)}/", "", shown)
    assert back.strip() == text.strip()


def test_the_changelog_begins_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = re.search(r"^## \[(.+?)\] - (unreleased|\d{4}-\d\d-\d\d)$", text, re.MULTILINE)
    assert heading
    assert heading[1] == __version__


def test_the_wheel_has_the_program_and_its_templates_and_nothing_else(made: Path) -> None:
    (wheel,) = made.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {PurePosixPath(name) for name in archive.namelist()}
    assert {name.parts[0] for name in names} == {
        "menace_kit",
        f"menace_kit-{__version__}.dist-info",
    }
    assert not [name for name in names if "tests" in name.parts or name.suffix == ".pyc"]
    assert PurePosixPath("menace_kit/py.typed") in names
    templates = {
        PurePosixPath("menace_kit/_templates") / path.relative_to(ROOT / "templates").as_posix()
        for path in (ROOT / "templates").rglob("*")
        if path.is_file()
    }
    assert templates == {name for name in names if "_templates" in name.parts}
    assert len([name for name in names if name.name.startswith("LICENSE")]) >= 2
    code = {
        PurePosixPath(path.relative_to(ROOT).as_posix())
        for path in (ROOT / "menace_kit").rglob("*.py")
    }
    assert code == {name for name in names if name.suffix == ".py"}
    assert wheel.stat().st_size < 4 * MB


def test_it_runs_from_another_folder_and_keeps_a_logbook_there(
    installed: Path, tmp_path: Path
) -> None:
    program = (
        "import json, menace_kit, menace_kit.cli as c; "
        "print(json.dumps(menace_kit.__file__)); c.main()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, "operator", "start", "--preset", "michie-1961"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed)},
        check=True,
        capture_output=True,
        text=True,
    )
    where, _, said = ran.stdout.partition("\n")
    assert Path(json.loads(where)).is_relative_to(installed)
    assert "Box 1" in said
    assert (tmp_path / "logbook.sqlite").is_file()


def test_the_sdist_has_all_that_a_packager_builds_and_tests_with(made: Path) -> None:
    (sdist,) = made.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "Makefile",
        "menace_kit/py.typed",
    }
    assert wanted | {"tests/test_release.py", "templates/site/packages.toml"} <= names
    assert not [name for name in names if name.startswith((".ci/", ".github/", "build/", ".venv/"))]
    assert sdist.stat().st_size < 15 * MB


def jobs() -> Iterator[tuple[str, str, dict[str, Any], dict[str, str]]]:
    """Yield of each job workflow, name, the job, and what it may do:
    its own permissions, or the workflow's.
    """
    for stem, path in WORKFLOWS.items():
        workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
        for name, job in workflow["jobs"].items():
            yield stem, name, job, job.get("permissions", workflow["permissions"])


def test_a_job_may_only_read_but_those_that_publish() -> None:
    more = {(stem, name): may for stem, name, _, may in jobs() if may != {"contents": "read"}}
    assert more == {
        ("pages", "publish"): {"pages": "write", "id-token": "write"},
        ("release", "publish"): {"id-token": "write"},
    }
    for stem, name, job, may in jobs():
        if may != {"contents": "read"}:
            # It runs nothing of ours, waits for the checks, and asks the environment's owner.
            assert not any("run" in step for step in job["steps"])
            assert {"needs", "environment"} <= job.keys(), (stem, name)
        assert "uses" in job or job["timeout-minutes"] <= 120


def test_a_workflow_runs_what_there_is_and_names_the_version_of_each_action() -> None:
    targets = re.findall(
        r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    made, scripts = set(), set()
    for _, _, job, _ in jobs():
        steps = job.get("steps", [])
        for action in [step["uses"] for step in (*steps, job) if "uses" in step]:
            local = action.startswith("./")
            assert (
                (ROOT / action).is_file()
                if local
                else re.fullmatch(r"[\w/-]+@(release/)?v\d+", action)
            )
        for line in (step["run"] for step in steps if "run" in step):
            made |= set(line.split()[1:]) if line.startswith("make ") else set()
            scripts |= {line} if line.startswith(".ci/") else set()
    assert made == {"site"} <= set(targets)
    assert scripts == {".ci/run", ".ci/run --all"}
    assert os.access(ROOT / ".ci/run", os.X_OK) or os.name == "nt"


@pytest.fixture(name="makes")
def fixture_makes(tmp_path: Path) -> Callable[..., list[str]]:
    """Return `makes(*arguments)`: what `.ci/run` has make do, where all is well."""
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / "run").write_bytes((ROOT / ".ci/run").read_bytes())
    for name, script in (("make", 'echo "$@" >>made'), ("chromium", ""), ("git", "")):
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(0o755)

    def run(*arguments: str, **changes: str) -> list[str]:
        (tmp_path / "made").write_text("", encoding="utf-8")
        path = os.pathsep.join([str(tmp_path / "bin"), os.environ["PATH"]])
        unset = {
            name: value
            for name, value in os.environ.items()
            if name not in ("SEED", "MENACE_CHROMIUM")
        }
        subprocess.run(
            ["bash", ".ci/run", *arguments],
            cwd=tmp_path,
            env={**unset, "PATH": path, **changes},
            check=True,
        )
        return (tmp_path / "made").read_text(encoding="utf-8").splitlines()

    return run


@pytest.mark.skipif(os.name == "nt", reason="it is a shell's script")
def test_a_change_is_checked_by_some_of_the_exhaustive_tests_and_a_release_by_all(
    makes: Callable[..., list[str]],
) -> None:
    quick, always = makes(), ["lint", "test", "site", "try-site", "kit"]
    assert [line for line in quick if line in always] == always
    assert [line for line in quick if line not in always] == ["prove-some SEED=1961"]
    assert makes("--all") == [line.replace("prove-some", "prove") for line in quick]
    assert "prove SEED=17" in makes("--all", SEED="17")


def test_the_exhaustive_tests_run_each_night_with_new_examples_and_before_a_release() -> None:
    prove = yaml.safe_load(WORKFLOWS["prove"].read_text(encoding="utf-8"))
    triggers = prove[True]  # to YAML, `on` is a truth value
    (night,) = triggers["schedule"]
    assert re.fullmatch(r"\d+ \d+ \* \* \*", night["cron"])
    assert "workflow_call" in triggers
    (step,) = [step for step in prove["jobs"]["all"]["steps"] if "run" in step]
    assert step["run"] == ".ci/run --all"
    assert "'schedule' && github.run_number || '1961'" in step["env"]["SEED"]


def test_nothing_is_released_that_was_not_checked_and_what_is_checked_is_what_is_released() -> None:
    release = yaml.safe_load(WORKFLOWS["release"].read_text(encoding="utf-8"))["jobs"]
    assert release["check"] == {"uses": "./.github/workflows/prove.yml"}
    assert (release["build"]["needs"], release["publish"]["needs"]) == ("check", "build")
    lines = [step["run"] for step in release["build"]["steps"] if "run" in step]
    assert lines[-2:] == ["python -m build", "python -m twine check --strict dist/*"]
    assert "hatchling version" in lines[-3]
    taken = [step.get("with", {}).get("name") for step in release["publish"]["steps"]]
    kept = [step["with"] for step in release["build"]["steps"] if "upload" in step.get("uses", "")]
    assert [each["name"] for each in kept] == [name for name in taken if name] == ["dist"]


def container() -> dict[str, str]:
    """Return the last word of the Dockerfile for each of its instructions."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return dict(line.split(" ", 1) for line in lines)


def container_commands() -> tuple[list[str], list[str]]:
    """Return what the container runs, and how it is asked whether it is well."""
    told = container()
    runs = [*json.loads(told["ENTRYPOINT"]), *json.loads(told["CMD"])]
    return runs, json.loads(told["HEALTHCHECK"].removeprefix("CMD "))


def test_the_container_runs_a_command_that_there_is_and_not_as_root() -> None:
    told, (runs, asks) = container(), container_commands()
    comments = INLINE_CODE.findall((ROOT / "Dockerfile").read_text(encoding="utf-8"))
    shown = [line for line in comments if line.startswith("menace-kit ")]
    assert shown
    assert list(filter(None, map(fault_of_line, [" ".join(runs), *shown]))) == []
    assert runs[1] == "serve"
    assert told["USER"] == "menace"
    assert told["WORKDIR"] == told["VOLUME"] == "/logbook"
    port = signature(serve).parameters["port"].default
    assert told["EXPOSE"] == str(port)
    assert f":{port}/" in asks[-1]
    assert f"--owner {told['USER']} {told['VOLUME']}" in told["RUN"]


def test_the_container_is_given_what_the_wheel_is_made_of() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    given = {line[1:] for line in lines if line.startswith("!")}
    assert lines[1] == "*"
    wanted = {"pyproject.toml", "README.md", "menace_kit", "templates"}
    assert given == wanted | {name.partition("/")[0] for name in PROJECT["license-files"]}


@pytest.mark.prove
def test_an_installed_wheel_builds_a_kit_and_runs_as_the_container_does(
    made: Path, tmp_path: Path
) -> None:
    python = tmp_path / "venv" / PYTHON
    uv("venv", "--python", sys.executable, tmp_path / "venv")
    (wheel,) = made.glob("*.whl")
    uv("pip", "install", "--python", python, f"{wheel}[web]")
    logbook = tmp_path / "logbook"
    logbook.mkdir()
    variables = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        **{"MENACE_PIN": "48151623", "PYTHONUNBUFFERED": "1"},
        "PATH": os.pathsep.join([str(python.parent), os.environ["PATH"]]),
    }
    subprocess.run(
        [python.parent / "menace-kit", "build", "--preset", "nim-8"],
        cwd=logbook,
        env=variables,
        check=True,
        capture_output=True,
    )
    assert list((logbook / "output").glob("labels*.pdf"))
    runs, asks = container_commands()
    running = subprocess.Popen(
        [python.parent / runs[0], *runs[1:]], cwd=logbook, env=variables,
        stdout=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip
    try:
        until = time.monotonic() + 60
        while subprocess.run([python, *asks[1:]], capture_output=True, check=False).returncode:
            assert time.monotonic() < until
            assert running.poll() is None
            time.sleep(0.2)
        assert (logbook / "logbook.sqlite").is_file()
    finally:
        running.terminate()
        said, _ = running.communicate(timeout=30)
    assert "the one you gave with --pin" in said
    assert subprocess.run([python, *asks[1:]], capture_output=True, check=False).returncode
