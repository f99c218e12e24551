"""What reruns on a change, what survives an outage or a kill: with DVC, in copies of the project."""

import ast
import json
import shutil
import signal
import sqlite3
import sys
from collections import Counter
from pathlib import Path

import pytest
import yaml

from tests.helpers import ROOT
from tests.project import Project, kill_session, ran, systems, wait_until
from triaudit.config import cut
from triaudit.stages import STAGES

pytestmark = pytest.mark.pipeline

BOTH = ("harbor", "breeze")
ALWAYS = {"compose", "track"}
LAST = {*ALWAYS, "score", "report"}
SCRIPTED = {"use": "scripted", "model": "m1", "journal": ".triaudit/journal", "outage": ".triaudit/outage"}


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The demo, evaluated once."""
    project = Project.make(tmp_path_factory.mktemp("finished") / "project")
    project.repro()
    project.commit("evaluated")
    return project


@pytest.fixture
def demo(finished: Project, tmp_path: Path) -> Project:
    return finished.copy(tmp_path / "project")


def asked(project: Project) -> Counter[str]:
    """How often each question was put to the scripted judge."""
    journal = project.folder / ".triaudit" / "journal"
    return Counter(journal.read_text().splitlines()) if journal.is_file() else Counter()


def metrics(project: Project) -> dict[str, object]:
    def no(name: str) -> None:
        raise AssertionError(name)

    return dict(json.loads(project.read("results/metrics.json"), parse_constant=no))


def test_dvc_yaml_tracks_exactly_the_declared_keys_and_needs() -> None:
    pipeline = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"]
    assert list(pipeline) == ["compose", *STAGES]
    for name, stage in STAGES.items():
        entry = pipeline[name]["do"] if stage.per_system else pipeline[name]
        assert ("foreach" in pipeline[name]) == stage.per_system
        (tracked,) = entry["params"]
        assert sorted(tracked["results/snapshot.yaml"]) == sorted(stage.keys("${item}")), name
        records = {dep.split("/")[1] for dep in entry["deps"] if dep.startswith("results/")}
        assert records == set(stage.needs), name


PLUMBING = {
    *("__init__", "context", "config", "errors", "leases", "overrides", "runtime", "secrets", "settings"),
    "store",
}
"""Modules that carry records and settings about and decide no result."""


def imported(module: str, seen: set[str]) -> set[str]:
    """Files below src/triaudit that a module imports, directly or not, without the plumbing."""
    path = ROOT / "src" / "triaudit" / module.replace(".", "/")
    file = (
        path / "__init__.py"
        if path.is_dir() and not path.with_suffix(".py").is_file()
        else path.with_suffix(".py")
    )
    name = file.relative_to(ROOT / "src" / "triaudit").as_posix()
    if not file.is_file() or name in seen or name.removesuffix(".py") in PLUMBING:
        return seen
    seen.add(name)
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "triaudit":
            inner = (node.module or "").removeprefix("triaudit").lstrip(".")
            for target in (inner, *(f"{inner}.{alias.name}".lstrip(".") for alias in node.names)):
                if target:
                    imported(target, seen)
    return seen


@pytest.mark.parametrize("name", STAGES)
def test_dvc_yaml_depends_on_the_code_that_a_stage_uses(name: str) -> None:
    entry = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"][name]
    listed = [
        dep.removeprefix("${code}/") for dep in entry.get("do", entry)["deps"] if dep.startswith("${code}/")
    ]
    assert all((ROOT / "src" / "triaudit" / dep).exists() for dep in listed)
    used = imported(f"{name}.stage", set())
    if "prompts.py" in listed:  # what the rules share with the stages; their own code is in inputs.code
        for file in (ROOT / "src" / "triaudit" / "judge" / "rules").rglob("*.py"):
            module = file.relative_to(ROOT / "src" / "triaudit").with_suffix("")
            found = imported(".".join(module.parts).removesuffix(".__init__"), set())
            used |= {shared for shared in found if "/" not in shared}
    uncovered = {
        file for file in used if not any(file == dep or file.startswith(f"{dep}/") for dep in listed)
    }
    assert uncovered == set()


def test_an_unchanged_project_runs_only_what_always_runs(demo: Project) -> None:
    assert demo.repro() == ALWAYS
    assert demo.git("status", "--porcelain") == ""


def test_a_clone_builds_the_same_bytes(demo: Project, tmp_path: Path) -> None:
    demo.git("clone", "-q", str(demo.folder), str(tmp_path / "clone"))
    clone = Project(tmp_path / "clone")
    clone.repro()
    assert clone.git("status", "--porcelain") == ""
    assert clone.read("dvc.lock") == demo.read("dvc.lock")
    runs = (
        sqlite3.connect(clone.folder / "mlruns" / "mlflow.db").execute("select count(*) from runs").fetchone()
    )
    assert runs == (2,)


def test_alpha_runs_compose_score_track_and_report(demo: Project) -> None:
    before = metrics(demo)
    demo.params(audit={"alpha": 0.9})
    assert demo.repro() == LAST
    assert metrics(demo) != before


def test_one_systems_outputs_rerun_that_system_alone(demo: Project) -> None:
    report = next((demo.folder / "data" / "outputs" / "breeze").glob("*.md"))
    report.write_text(report.read_text() + "\nThe tunnel was opened in 1987 and cost 12 million crowns.\n")
    assert demo.repro() == {*LAST, *systems(["breeze"], "systems", "quality", "claims", "factcheck", "audit")}


def test_a_change_that_makes_no_difference_to_the_records_stops_there(demo: Project) -> None:
    path = demo.folder / "data" / "outputs" / "harbor" / "results.json"
    path.write_text(json.dumps(json.loads(path.read_text()), indent=3, ensure_ascii=False))
    assert demo.repro() == {*ALWAYS, "systems@harbor"}


def test_a_prompt_reruns_its_stage(demo: Project) -> None:
    prompt = next((demo.folder / "src/triaudit/prompts/quality").glob("*.jinja"))
    prompt.write_text(prompt.read_text() + "\nBe strict.\n")
    assert demo.repro() == {*ALWAYS, *systems(BOTH, "quality")}


def test_an_edited_rubric_reruns_what_depends_on_it_and_nothing_else(demo: Project) -> None:
    made = sorted((demo.folder / "results/rubric").glob("*.yaml"))
    demo.write("data/rubrics/mine.yaml", made[0].read_text())
    assert demo.repro() == ALWAYS
    demo.params(rubric={"source": "edited"})
    graded = {*LAST, "rubric", *systems(BOTH, "quality")}
    assert "rubric" in demo.repro() <= graded
    before = metrics(demo)
    text = demo.read("data/rubrics/mine.yaml")
    changed = text.replace("Says things once, without repetition", "Is written in verse")
    demo.write("data/rubrics/mine.yaml", changed)
    assert demo.repro() == graded
    assert metrics(demo) != before
    other = json.loads(demo.read("results/rubric/tasks.jsonl").splitlines()[-1])
    assert other["notes"] == []
    shutil.rmtree(demo.folder / "data/rubrics")
    assert "rubric.path=data/rubrics: nothing there" in demo.dvc("repro", expect=None)


def test_a_judge_that_is_not_in_use_reruns_nothing(demo: Project) -> None:
    demo.write(
        "conf/judge/scripted.yaml",
        demo.read("conf/judge/scripted.yaml").replace("model: scripted", "model: z"),
    )
    assert demo.repro() == ALWAYS


def test_the_code_of_a_judge_reruns_what_it_answers_and_nothing_else(demo: Project) -> None:
    demo.write("src/triaudit/judge/scripted.py", demo.read("src/triaudit/judge/scripted.py") + "# more\n")
    assert demo.repro() == ALWAYS
    rules = "src/triaudit/judge/rules/__init__.py"
    demo.write(rules, demo.read(rules) + "# more\n")
    judged = {"rubric", *systems(BOTH, "quality", "claims", "factcheck", "audit")}
    assert demo.repro() == {*ALWAYS, *judged}


def test_a_judge_of_one_role_reruns_that_role(demo: Project) -> None:
    demo.params(**{"judge@audit.judge": {"use": "scripted", "model": "m"}})
    assert demo.repro() >= systems(BOTH, "audit")
    demo.params(**{"judge@audit.judge": {"use": "scripted", "model": "n"}})
    assert demo.repro() - LAST == systems(BOTH, "audit")


def test_records_that_dvc_brings_back_are_vouched_for(demo: Project) -> None:
    before = demo.read("params.yaml")
    demo.params(judge={"use": "scripted", "model": "m"})
    demo.repro()
    demo.write("params.yaml", before)
    demo.repro()
    said = demo.triaudit("stage=score,track,report")
    assert "another configuration" not in said
    assert "as found" not in said


def test_a_page_of_the_corpus_reruns_factcheck(demo: Project) -> None:
    page = next((demo.folder / "data/demo/corpus").glob("*.md"))
    page.write_text(page.read_text() + "\nA line more.\n")
    assert systems(BOTH, "factcheck") <= demo.repro() <= {*LAST, *systems(BOTH, "factcheck")}


def test_a_system_removed_is_gone_and_one_added_is_there(demo: Project) -> None:
    demo.params(systems=["harbor"])
    assert demo.repro() == LAST
    assert set(metrics(demo)) == {"harbor"}
    assert not list((demo.folder / "results").glob("*/breeze*"))
    demo.write(
        "conf/systems/gale.yaml",
        demo.read("conf/systems/breeze.yaml").replace("systems.breeze", "systems.gale"),
    )
    demo.params(systems=["harbor", "gale"])
    assert demo.repro() == {*LAST, *systems(["gale"], "systems", "quality", "claims", "factcheck", "audit")}
    assert set(metrics(demo)) == {"harbor", "gale"}
    demo.commit("gale")
    demo.git("clone", "-q", str(demo.folder), str(demo.folder.parent / "clone"))
    clone = Project(demo.folder.parent / "clone")
    clone.repro()
    assert clone.git("status", "--porcelain") == ""


def test_an_axis_that_is_off_is_not_measured_and_says_so(demo: Project) -> None:
    demo.write("params.yaml", demo.read("params.yaml") + "factcheck: off\n")
    assert demo.repro() == {*LAST, *systems(BOTH, "factcheck")}
    line = json.loads(demo.read("results/factcheck/harbor.jsonl").splitlines()[0])
    assert line["missing"]["reason"] == "off"
    card = json.loads(demo.read("results/score/scorecards.jsonl").splitlines()[0])
    assert card["metrics"]["factcheck/right_ratio"]["value"] is None
    assert "factcheck" not in card["overall_over"]


def test_exp_run_sets_alpha(demo: Project) -> None:
    output = demo.dvc("exp", "run", "-S", "audit.alpha=0.25")
    assert ran(output) == LAST
    assert yaml.safe_load(demo.read("results/snapshot.yaml"))["audit"]["alpha"] == 0.25


def test_exp_run_sets_the_judges_model(demo: Project) -> None:
    demo.params(judge={"use": "scripted", "model": "m1"})
    judged = {"rubric", *systems(BOTH, "quality", "claims", "factcheck", "audit")}
    assert judged <= demo.repro()
    assert judged <= ran(demo.dvc("exp", "run", "-S", "judge.model=m2"))
    snapshot = yaml.safe_load(demo.read("results/snapshot.yaml"))
    assert snapshot["judge"]["model"] == snapshot["audit"]["judge"]["model"] == "m2"


def test_a_queued_experiment_runs_in_a_copy_and_keeps_its_mlflow_runs_here(demo: Project) -> None:
    before = demo.read("results/metrics.json")
    demo.dvc("exp", "run", "--queue", "-S", "audit.alpha=0.75")
    demo.dvc("exp", "run", "--run-all")
    assert demo.read("results/metrics.json") == before
    assert "0.75" in demo.dvc("exp", "show", "--csv")
    db = sqlite3.connect(demo.folder / "mlruns" / "mlflow.db")
    assert db.execute("select count(*) from runs").fetchone() == (4,)


def test_a_preset_does_what_it_says_above_params(demo: Project) -> None:
    demo.write("conf/experiment/bold.yaml", "# @package _global_\naudit:\n  alpha: 0.1\nscore:\n  seed: 5\n")
    demo.params(experiment="bold")
    assert demo.repro() == LAST
    snapshot = yaml.safe_load(demo.read("results/snapshot.yaml"))
    assert cut(snapshot, ["audit.alpha", "score.seed"]) == {"audit.alpha": 0.1, "score.seed": 5}


def test_a_typo_in_params_names_the_file_and_the_nearest_key(demo: Project) -> None:
    demo.params(audit={"alhpa": 0.9})
    output = demo.dvc("repro", expect=None)
    assert "params.yaml: no key audit.alhpa (did you mean audit.alpha" in output


def test_a_sweep_reads_what_is_its_own_and_asks_each_judge_once(demo: Project) -> None:
    journal = "judge.journal=.triaudit/journal"
    demo.triaudit("-m", "judge=scripted", "judge.model=a,b", journal, "audit.alpha=0.3,0.7")
    (sweep,) = (demo.folder / "multirun").iterdir()
    jobs = sorted(folder for folder in sweep.iterdir() if folder.is_dir())
    assert [json.loads((job / "status.json").read_text())["status"] for job in jobs] == [0] * 4
    alphas = [yaml.safe_load((job / "snapshot.yaml").read_text())["audit"]["alpha"] for job in jobs]
    assert alphas == [0.3, 0.7, 0.3, 0.7]
    assert asked(demo)
    assert set(asked(demo).values()) == {1}
    assert not (jobs[0] / "systems").exists()
    assert demo.git("status", "--porcelain") == ""


def test_a_sweep_over_alpha_reads_everything_from_results(demo: Project) -> None:
    demo.triaudit("-m", "audit.alpha=0.1,0.5,0.9")
    (sweep,) = (demo.folder / "multirun").iterdir()
    for job in sorted(folder for folder in sweep.iterdir() if folder.is_dir()):
        assert {f.name for f in job.iterdir() if f.is_dir() and not f.name.startswith(".")} == {
            "score",
            "report",
        }


def test_a_preset_can_be_a_sweep_that_params_do_not_override(demo: Project) -> None:
    demo.triaudit("experiment=alpha_sweep")
    (sweep,) = (demo.folder / "multirun").iterdir()
    snapshots = [yaml.safe_load((sweep / str(n) / "snapshot.yaml").read_text()) for n in range(5)]
    assert [snapshot["audit"]["alpha"] for snapshot in snapshots] == [0.0, 0.25, 0.5, 0.75, 1.0]


def test_a_failed_job_is_told_and_the_others_are_done(demo: Project) -> None:
    demo.triaudit("-m", "score.bootstrap=1,200", expect=2)
    (sweep,) = (demo.folder / "multirun").iterdir()
    states = [json.loads((sweep / n / "status.json").read_text())["status"] for n in ("0", "1")]
    assert states == [2, 0]


def test_an_outage_leaves_no_hole_and_asks_nothing_twice(demo: Project) -> None:
    demo.params(judge=SCRIPTED)
    demo.write(".triaudit/outage", "3")
    output = demo.dvc("repro", "--keep-going", expect=None)
    assert "answers are missing that asking again may give" in output
    first = asked(demo)
    partial = demo.triaudit("stage=score,track,report")
    assert "was made under another configuration, so its figures are not measured" in partial
    (demo.folder / ".triaudit" / "outage").unlink()
    again = demo.repro()
    assert "rubric" in again
    assert set(asked(demo).values()) == {1}
    assert sum(asked(demo).values()) > sum(first.values())
    text = "".join(path.read_text() for path in sorted((demo.folder / "results").glob("*/*.jsonl")))
    assert "provider_error" not in text
    assert demo.repro() == ALWAYS


@pytest.mark.parametrize("victim", ["stage", "dvc"])
def test_a_kill_repeats_at_most_what_was_in_flight(demo: Project, victim: str) -> None:
    demo.params(judge={**SCRIPTED, "seconds": 0.05}, runtime={"concurrency": 4})
    for threshold in (3, 40, 90):
        command = [sys.executable, "-m", *(("dvc", "repro") if victim == "dvc" else ("triaudit",))]
        process = demo.start(*command)
        wait_until(lambda n=threshold, p=process: sum(asked(demo).values()) >= n or p.poll() is not None)
        kill_session(process)
    kills = 3
    demo.repro()
    repeats = sum(count - 1 for count in asked(demo).values())
    assert repeats <= 4 * kills
    assert demo.repro() == ALWAYS


def test_a_secret_is_refused_and_written_nowhere(demo: Project) -> None:
    demo.env["JUDGE_API_KEY"] = "sk-test-0123456789abcdef"
    for words in (["judge.api_key=sk-test-0123456789abcdef"], ["track.experiment=sk-test-0123456789abcdef"]):
        output = demo.triaudit("stage=compose", *words, expect=2)
        assert "0123456789abcdef" not in output
    demo.write(
        "conf/judge/leak.yaml", "_target_: triaudit.judge.scripted.Scripted\nmodel: ${oc.env:JUDGE_API_KEY}\n"
    )
    output = demo.triaudit("stage=compose", "judge=leak", expect=2)
    assert "judge.model reads an environment variable" in output
    found = [p for p in demo.folder.rglob("*") if p.is_file() and b"0123456789abcdef" in p.read_bytes()]
    assert found == []


def test_an_interrupt_ends_with_130_and_loses_nothing(demo: Project, tmp_path: Path) -> None:
    demo.params(judge={**SCRIPTED, "seconds": 0.2}, runtime={"concurrency": 4})
    process = demo.start(sys.executable, "-m", "triaudit", output=tmp_path / "output")
    wait_until(lambda: sum(asked(demo).values()) >= 20)
    process.send_signal(signal.SIGINT)
    assert process.wait() == 130
    said = (tmp_path / "output").read_text()
    assert "every finished answer is kept" in said
    assert "Traceback" not in said
    db = sqlite3.connect(demo.folder / ".triaudit" / "store.sqlite")
    (kept,) = db.execute("select count(*) from entries").fetchone()
    assert kept >= sum(asked(demo).values()) - 4
    demo.triaudit()
    assert sum(count - 1 for count in asked(demo).values()) <= 4


def test_three_sweeps_at_once_share_no_folder(demo: Project) -> None:
    starts = [demo.start(sys.executable, "-m", "triaudit", "-m", "audit.alpha=0.2") for _ in range(3)]
    assert [process.wait() for process in starts] == [0, 0, 0]
    assert len(list((demo.folder / "multirun").iterdir())) == 3


def test_the_same_repro_three_times_at_once_ends_well_or_names_the_lock(
    demo: Project, tmp_path: Path
) -> None:
    demo.params(audit={"alpha": 0.6})
    outputs = [tmp_path / f"output{n}" for n in range(3)]
    starts = [demo.start(sys.executable, "-m", "dvc", "repro", output=output) for output in outputs]
    states = [process.wait() for process in starts]
    assert 0 in states
    for state, output in zip(states, outputs, strict=True):
        assert state == 0 or "lock" in output.read_text() or "busy" in output.read_text()
    assert demo.repro() <= LAST
    assert demo.repro() == ALWAYS


def test_an_evaluation_lives_in_a_repository_of_its_own(tmp_path: Path) -> None:
    tool = Project.make(tmp_path / "tool")
    own = Project(tmp_path / "own")
    own.folder.mkdir()
    # Compiled modules beside sources that lie outside the repository are not covered by its .dvcignore.
    own.env |= {"PYTHONPATH": str(tool.folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    own.git("init", "-q", "-b", "main")
    output = own.triaudit("stage=init")
    assert "written dvc.yaml" in output
    own.triaudit("stage=task_path,benchmark")
    assert "rubric" in own.repro()
    own.commit("evaluated")
    assert own.repro() == ALWAYS
    assert own.git("status", "--porcelain") == ""
    assert set(metrics(own)) == {"mine"}
    assert "no_search" in own.read("results/factcheck/mine.jsonl")
    assert "../tool/src/triaudit/types.py" in own.read("dvc.lock")
    written = own.read("dvc.lock") + own.read("dvc.yaml") + own.read("results/snapshot.yaml")
    assert str(tmp_path) not in written
