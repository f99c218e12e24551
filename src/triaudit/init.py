"""`triaudit stage=init`: makes a git repository of its own an evaluation of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from omegaconf import DictConfig

from triaudit.errors import TriauditError
from triaudit.files import write_text

_FILES = {
    "params.yaml": """\
# The few values that differ from the defaults; see `triaudit --help`.
task_path: {use: [curated], curated: {path: data/tasks.jsonl}}
benchmark: {version: mine}
systems: [mine]
judge: {use: rules}
search: none
audit: {alpha: 0.5}
""",
    "conf/systems/mine.yaml": """\
# @package systems.mine
_target_: triaudit.systems.SystemSettings
# A file or a folder; its format is detected.
path: data/outputs/mine
""",
    "data/tasks.jsonl": '{"id": "example", "query": "What does the task ask for?"}\n',
    "data/outputs/mine/example.md": "# Example\n\nThe Arden reservoir holds 2.1 cubic kilometres.\n",
    ".gitignore": "/.triaudit/\n/mlruns/\n/multirun/\n/results/.stamps/\n__pycache__/\n",
    ".dvcignore": "__pycache__\n*.pyc\n",
}


def run(cfg: DictConfig, out: Path) -> int:
    """Write what is missing; nothing that exists is changed."""
    del cfg, out
    here = Path.cwd()
    package = Path(__file__).parent
    pipeline = next((f for f in (package.parents[1] / "dvc.yaml", package / "dvc.yaml") if f.is_file()), None)
    if pipeline is None:
        raise TriauditError(f"dvc.yaml is not beside {package}: install triaudit again")
    if pipeline.parent == here:
        raise TriauditError(
            "this is triaudit's own checkout: make a folder for the evaluation and call it there"
        )
    if not (here / ".git").exists():
        raise TriauditError(f"{here.name} is not a git repository: run `git init` in it, then this again")
    code = Path(os.path.relpath(package, here)).as_posix()
    text = re.sub(r"(?m)^  - code: .*$", f"  - code: {code}", pipeline.read_text("utf-8"))
    for name, content in {"dvc.yaml": text, **_FILES}.items():
        if (here / name).exists():
            sys.stdout.write(f"kept    {name}\n")
        else:
            write_text(here / name, content)
            sys.stdout.write(f"written {name}\n")
    if not (here / ".dvc").exists():
        dvc = [sys.executable, "-m", "dvc"]
        subprocess.run([*dvc, "init", "-q"], check=True, cwd=here)  # noqa: S603
        for setting in (
            ("core.analytics", "false"),
            ("core.check_update", "false"),
            ("core.autostage", "true"),
        ):
            subprocess.run([*dvc, "config", *setting], check=True, cwd=here)  # noqa: S603
        sys.stdout.write("written .dvc/config\n")
    sys.stdout.write(
        "\nNext: your tasks in data/tasks.jsonl, your system's outputs in data/outputs/mine/, then\n"
        "  triaudit stage=task_path,benchmark   freeze the tasks as version `mine`\n"
        "  dvc repro --keep-going               evaluate\n"
        "  triaudit stage=show                  the leaderboard\n"
    )
    return 0
