"""A copy of the project to run DVC and the application in."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import yaml

from tests.helpers import ROOT

PARTS = ("conf", "src", "dvc.yaml", "params.yaml", ".dvcignore", ".gitignore")

OUTSIDE = ("MLFLOW", "DVC", "HYDRA", "PYTEST", "PYTHONDONTWRITEBYTECODE")
"""Variables of the caller's shell that are not handed on; a copy keeps compiled modules, as a checkout."""

PAIR = ROOT / "tests" / "worlds" / "pair"


class Project:
    """A git repository with the project's files, in which commands are run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        keep = {k: v for k, v in os.environ.items() if not k.startswith(OUTSIDE)}
        self.env = {
            **keep,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(folder / "src"),
            "GIT_AUTHOR_NAME": "t",
            "GIT_AUTHOR_EMAIL": "t@localhost",
            "GIT_COMMITTER_NAME": "t",
            "GIT_COMMITTER_EMAIL": "t@localhost",
            "COLUMNS": "200",
        }

    @classmethod
    def make(cls, folder: Path, *, demo: bool = False) -> Project:
        """A fresh copy, nothing run yet: with the demo's world, or a small one of two tasks and systems."""
        folder.mkdir(parents=True)
        for part in PARTS:
            source = ROOT / part
            if source.is_dir():
                shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
            else:
                shutil.copy(source, folder / part)
        shutil.copytree((ROOT if demo else PAIR) / "data", folder / "data")
        (folder / ".dvc").mkdir()
        shutil.copy(ROOT / ".dvc" / "config", folder / ".dvc" / "config")
        shutil.copy(ROOT / ".dvc" / ".gitignore", folder / ".dvc" / ".gitignore")
        project = cls(folder)
        if not demo:
            project.params(systems=["harbor", "breeze"])
        project.git("init", "-q", "-b", "main")
        project.commit("start")
        return project

    def copy(self, folder: Path) -> Project:
        """A copy of everything, cache and results included."""
        shutil.copytree(self.folder, folder, symlinks=True)
        return Project(folder)

    def run(self, *command: str, expect: int | None = 0, timeout: float = 300) -> str:
        """Run a command; returns standard output and error together."""
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=timeout,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        assert expect is None or done.returncode == expect, (
            f"{command} ended with {done.returncode}:\n{done.stdout}"
        )
        return done.stdout

    def start(self, *command: str, output: Path | None = None) -> subprocess.Popen[str]:
        """Start a command in a session of its own; its output goes to a file."""
        with (output or Path(os.devnull)).open("w") as file:
            return subprocess.Popen(
                command,
                cwd=self.folder,
                env=self.env,
                stdout=file,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,
                stdin=subprocess.DEVNULL,
            )

    def git(self, *words: str) -> str:
        return self.run("git", *words)

    def commit(self, message: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def dvc(self, *words: str, expect: int | None = 0) -> str:
        return self.run(sys.executable, "-m", "dvc", *words, expect=expect)

    def triaudit(self, *words: str, expect: int | None = 0) -> str:
        return self.run(sys.executable, "-m", "triaudit", *words, expect=expect)

    def repro(self, expect: int | None = 0) -> set[str]:
        """`dvc repro --keep-going`; returns the stages that ran."""
        return ran(self.dvc("repro", "--keep-going", expect=expect))

    def params(self, **changes: object) -> None:
        """Set top-level keys of params.yaml; None removes one."""
        path = self.folder / "params.yaml"
        params = {**yaml.safe_load(path.read_text()), **changes}
        path.write_text(yaml.safe_dump({k: v for k, v in params.items() if v is not None}, sort_keys=False))

    def read(self, name: str) -> str:
        return (self.folder / name).read_text()

    def write(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)


def ran(output: str) -> set[str]:
    """Stages that a DVC command ran, by its own words."""
    return set(re.findall(r"Running stage '([^']+)'", output))


def kill_session(process: subprocess.Popen[str]) -> None:
    """SIGKILL a started command and everything it started."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_until(ready: object, seconds: float = 60) -> None:
    """Wait for a condition."""
    assert callable(ready)
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def systems(names: Sequence[str], *stages: str) -> set[str]:
    """Names of per-system DVC stages."""
    return {f"{stage}@{name}" for stage in stages for name in names}
