"""The whole pipeline with the rules judge on published outputs: seconds and peak memory per set.

    python bench/published.py ../shared [set …]

Reads the sets in place; results go to a temporary folder. Peak memory is that of the largest process.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SETS = {
    "miroeval-text": (
        "data/miroeval/input_queries/mirobench_text.json",
        "data/miroeval/method_results/mirothinker_v17_text.json",
    ),
    "miroeval-multimodal": (
        "data/miroeval/input_queries/mirobench_multimodal.json",
        "data/miroeval/method_multimodal_results/mirothinker_v17_multimodal.json",
    ),
    "deepresearcheval": (
        "data/deepresearcheval/query.jsonl",
        "data/deepresearcheval/method_results/gemini_2.5_pro",
    ),
    "deep-research-bench": (
        "data/deep_research_bench/query.jsonl",
        "data/deep_research_bench/claude-3-7-sonnet-latest.jsonl",
    ),
}


def prepare(folder: Path, shared: Path, name: str) -> None:
    """An evaluation of one set: a system's yaml and params.yaml."""
    queries, outputs = SETS[name]
    (folder / "conf" / "systems").mkdir(parents=True)
    (folder / "conf" / "systems" / "published.yaml").write_text(
        "# @package systems.published\n_target_: triaudit.systems.SystemSettings\n"
        f"path: {json.dumps(str(shared / outputs))}\n",
        "utf-8",
    )
    (folder / "params.yaml").write_text(
        f"task_path: {{use: [curated], curated: {{path: {json.dumps(str(shared / queries))}}}}}\n"
        f"benchmark: {{version: {name}}}\nsystems: [published]\n",
        "utf-8",
    )


def run(folder: Path, *words: str) -> str:
    """Call triaudit in the folder; its output.

    Raises:
        RuntimeError: It did not end with 0.
    """
    done = subprocess.run(
        [sys.executable, "-m", "triaudit", *words], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{words} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def main() -> None:
    """Measure the named sets, or all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("shared", type=Path)
    parser.add_argument("sets", nargs="*", help=f"of {', '.join(SETS)}; all where none is named")
    given = parser.parse_args()
    print(f"{'set':<22}{'tasks':>6}{'seconds':>9}{'peak MB':>9}")
    for name in given.sets or SETS:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            prepare(folder, given.shared.resolve(), name)
            begin = time.monotonic()
            run(folder, "stage=task_path,benchmark")
            run(folder)
            seconds = time.monotonic() - begin
            lines = (folder / "results" / "audit" / "published.jsonl").read_text("utf-8").splitlines()
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(f"{name:<22}{len(lines):>6}{seconds:>9.1f}{peak:>9.0f}", flush=True)


if __name__ == "__main__":
    main()
