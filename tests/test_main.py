"""The command line: what it says when something is wrong, and how values are quoted."""

from pathlib import Path

import pytest
import yaml
from hydra import compose, initialize_config_dir

from tests.helpers import ROOT
from triaudit.__main__ import BAD, entry
from triaudit.config import build
from triaudit.overrides import load, with_params
from triaudit.run import HELD

TASK = '{"id":"1","query":"What does the dam hold?","language":"en","track":"text"}\n'


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a benchmark version of one task and one system."""
    for name, text in {
        "data/benchmark/demo/tasks.jsonl": TASK,
        "data/outputs/mine/1.md": (
            "# Dams\n\nThe Arden dam holds 2.1 cubic kilometres of water.\n\nIt was built in 1932.\n"
        ),
        "conf/systems/mine.yaml": (
            "# @package systems.mine\n_target_: triaudit.systems.SystemSettings\npath: data/outputs/mine\n"
        ),
        "params.yaml": "systems: [mine]\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def snapshot(here: Path) -> dict[str, object]:
    return dict(yaml.safe_load((here / "results" / "snapshot.yaml").read_text()))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["stage=compose", "audit.alhpa=0.3"], "no key audit.alhpa (did you mean audit.alpha"),
        (
            ["stage=compose", "judge=ruels"],
            "judge has no option 'ruels' (did you mean rules?); there are local, openai, openrouter, panel",
        ),
        (["stage=compose", "systems=[mien]"], "systems has no option 'mien' (did you mean mine?)"),
        (["stage=compose", "jugde=rules"], "no key jugde (did you mean judge"),
        (
            ["stage=compose", "judge=scripted", "judge.modle=x"],
            "no key judge.modle (did you mean judge.model",
        ),
        (["stage=qualty"], "stage=qualty: no such stage (did you mean quality?)"),
        (["stage=compose", "experiment=alfa"], "experiment has no option 'alfa'"),
        (["score"], "'score' is not an override: give key=value, such as stage=score"),
        (["stage=compose", "systems=[]"], "systems is empty: name systems"),
        (["stage=compose", "search=corpus"], "search.path is not set"),
        (["stage=compose", "search=corpus", "search.path=nowhere"], "search.path=nowhere"),
        (["stage=compose", "systems.mine.path=nowhere"], "systems.mine.path=nowhere: nothing there"),
        (["stage=compose", "benchmark.version=v9"], "data/benchmark/v9 is missing"),
        (["stage=compose", "score.bootstrap={a: 1"], "quote values with special characters"),
        (["stage=show"], "nothing has been scored yet"),
    ],
)
def test_a_mistake_is_answered_with_the_place_and_the_remedy(
    here: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert entry(words) == BAD
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error


def test_a_mistake_in_params_names_the_file(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "params.yaml").write_text("systems: [mine]\naudit: {alhpa: 1}\n")
    assert entry(["stage=compose"]) == BAD
    assert "params.yaml: no key audit.alhpa (did you mean audit.alpha" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("'甲模型'", "甲模型"),
        ("'{score: 1}'", "{score: 1}"),
        ('"{score: 1}"', "{score: 1}"),
        ("'x=y'", "x=y"),
        ("'a,b'", "a,b"),
        ("'C:\\Users\\qa\\data set'", "C:\\Users\\qa\\data set"),
        ("org/model:free", "org/model:free"),
        ("'50%_test=1'", "50%_test=1"),
    ],
)
def test_quoted_values_arrive_as_meant(here: Path, written: str, meant: str) -> None:
    assert entry(["stage=compose", "judge=scripted", f"judge.model={written}"]) == 0
    assert snapshot(here)["judge"]["model"] == meant  # type: ignore[index]


def test_an_own_conf_folder_adds_to_the_one_that_ships(here: Path) -> None:
    assert entry(["stage=compose"]) == 0
    assert snapshot(here)["systems"]["mine"]["path"] == "data/outputs/mine"  # type: ignore[index]
    assert snapshot(here)["audit"]["alpha"] == 0.5  # type: ignore[index]


def test_an_own_component_is_one_file_and_one_yaml(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "mean.py").write_text(
        "from triaudit.judge.rules import Rules\n\nclass Mean(Rules):\n    name = 'mean'\n"
    )
    (here / "conf" / "judge").mkdir()
    (here / "conf" / "judge" / "mean.yaml").write_text("_target_: mean.Mean\n")
    monkeypatch.syspath_prepend(str(here))
    assert entry(["stage=compose", "judge=mean"]) == 0
    assert snapshot(here)["quality"]["judge"] == {"_target_": "mean.Mean"}  # type: ignore[index]


def test_a_system_yaml_without_its_package_line_is_explained(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "conf/systems/mine.yaml").write_text(
        "_target_: triaudit.systems.SystemSettings\npath: data/outputs/mine\n"
    )
    assert entry(["stage=compose"]) == BAD
    assert "# @package systems." in capsys.readouterr().err


def test_a_frozen_benchmark_that_was_edited_is_refused(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "data" / "q.jsonl").write_text('{"id": "1", "query": "What does the dam hold?"}\n')
    build = ["stage=task_path,benchmark", "benchmark.build=v1", "task_path=[curated]"]
    assert entry([*build, "task_path.curated.path=data/q.jsonl"]) == 0
    assert entry(["stage=compose", "benchmark.version=v1"]) == 0
    tasks = here / "data/benchmark/v1/tasks.jsonl"
    tasks.write_text(tasks.read_text().replace("dam", "reservoir"))
    assert entry(["stage=compose", "benchmark.version=v1"]) == BAD
    assert "v1 is frozen, but task 1 differs from its manifest" in capsys.readouterr().err


def test_a_run_of_one_system_keeps_the_others_results(here: Path) -> None:
    other = here / "results" / "claims" / "other.jsonl"
    other.parent.mkdir(parents=True)
    other.write_text("")
    assert entry(["stage=systems"]) == 0
    assert other.is_file()


def test_records_that_came_from_elsewhere_are_used_and_said(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert entry([]) == 0
    claims = here / "results" / "claims" / "mine.jsonl"
    mine = claims.read_bytes()
    assert entry(["stage=claims", "claims.max_per_report=1"]) == 0
    assert entry(["stage=factcheck"]) == BAD
    claims.write_bytes(mine)
    assert entry(["stage=factcheck"]) == 0
    assert "as found" not in capsys.readouterr().err
    claims.write_bytes(mine.replace(b"1932", b"1933"))
    assert entry(["stage=factcheck"]) == 0
    assert (
        "uses claims/mine as found; no finished run of triaudit vouches for them" in capsys.readouterr().err
    )


def test_a_stage_on_records_of_another_configuration_is_refused(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert entry([]) == 0
    assert entry(["stage=quality", "rubric.max_dynamic=0"]) == BAD
    assert "the records of rubric were made under another configuration" in capsys.readouterr().err


def test_a_run_without_dvc_evaluates_and_shows(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry([]) == 0
    assert entry(["stage=show"]) == 0
    assert "mine" in capsys.readouterr().out
    assert (here / "results" / "report" / "index.html").is_file()
    assert (here / "mlruns" / "mlflow.db").is_file()


def test_help_names_stages_groups_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(["--help"]) == 0
    page = capsys.readouterr().out
    assert "factcheck    default, off" in page
    assert "exit" in page.lower()


def test_the_checkout_is_no_place_for_an_evaluation_of_ones_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert entry(["stage=init"]) == BAD
    assert "make a folder for the evaluation" in capsys.readouterr().err


@pytest.mark.parametrize("damaged", ["{}", "[1]", '["config", {"config": "x"}]', "not json"])
def test_a_damaged_stamp_vouches_for_nothing(
    here: Path, capsys: pytest.CaptureFixture[str], damaged: str
) -> None:
    assert entry(["stage=systems,claims"]) == 0
    (here / "results/.stamps/systems.mine.json").write_text(damaged)
    assert entry(["stage=claims"]) == 0
    assert "no finished run of triaudit vouches for them" in capsys.readouterr().err


def test_prices_may_stand_in_params_and_are_unknown_where_none_does(here: Path) -> None:
    model = "judge: {use: openai, model: m"
    for prices, known in (("", None), (", runtime: {prices: {input: 1, output: 4}}", (1.0, None, 4.0))):
        (here / "params.yaml").write_text(f"systems: [mine]\n{model}{prices}}}\n")
        with initialize_config_dir(str(ROOT / "conf"), version_base="1.3"):
            words = with_params([], load(here / "params.yaml"), [ROOT / "conf"])
            words = [word for word in words if not word.startswith("systems")]
            judge = build(compose("config", overrides=words).judge, "judge")
        found = judge.adapter.limits.prices
        assert (None if found is None else (found.input, found.cached, found.output)) == known
    (here / "params.yaml").write_text(f"systems: [mine]\n{model}, runtime: {{prices: {{input: 1}}}}}}\n")
    assert entry(["stage=compose"]) == BAD


def test_a_run_that_the_budget_stops_says_so_in_one_line_and_goes_on_from_there(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scripted = ["judge=scripted", "judge.journal=.triaudit/journal", "stage=rubric,quality,claims"]
    stopped = entry(["stage=systems,attachments"]), entry([*scripted, "runtime.budget.calls=3"])
    assert stopped == (0, HELD)
    lines = [line for line in capsys.readouterr().err.splitlines() if "budget" in line or "missing" in line]
    assert len(lines) == 1, lines
    assert "the budget is used up (3 of 3 calls)" in lines[0]
    assert entry([*scripted, "runtime.budget.calls=100"]) == 0
    asked = (here / ".triaudit" / "journal").read_text().splitlines()
    assert len(asked) == len(set(asked)) > 3
