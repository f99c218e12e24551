from pathlib import Path

import pytest
from hydra import compose, initialize_config_dir
from omegaconf import DictConfig, OmegaConf

from tests.helpers import ROOT
from triaudit.audit import AuditSettings
from triaudit.config import View, build, cut, settle, snapshot
from triaudit.errors import TriauditError, UndeclaredError
from triaudit.judge.rules import Rules
from triaudit.overrides import groups, options

CONF = ROOT / "conf"
LISTS = {"systems", "task_path"}
GIVEN = {
    "search.path": "x",
    "task_path.curated.path": "x",
    "judge.model": "m",
    "judge.identity": "w",
    "embeddings.model": "m",
    "judge.judges.first.model": "m",
    "judge.judges.second.model": "n",
}
"""Values that have to be given."""


def composed(*overrides: str) -> DictConfig:
    with initialize_config_dir(str(CONF), version_base="1.3"):
        return compose("config", overrides=list(overrides))


@pytest.mark.parametrize(
    ("group", "option"),
    [(g, o) for g in sorted(groups([CONF])) for o in options([CONF], g) if g != "experiment"],
)
def test_every_option_composes_and_builds(group: str, option: str) -> None:
    choice = f"{group}=[{option}]" if group in LISTS else f"{group}={option}"
    cfg = composed(choice)
    for key, value in GIVEN.items():
        folder, name = key.rsplit(".", 1)
        node = OmegaConf.select(cfg, folder)
        if node is not None and OmegaConf.is_missing(node, name):
            OmegaConf.update(cfg, key, value)
    settled = settle(cfg)
    node = settled[group]
    for name, inner in node.items() if group in LISTS else [(group, node)]:
        build(inner, str(name))


@pytest.mark.parametrize("name", options([CONF], "experiment"))
def test_every_preset_composes(name: str) -> None:
    assert settle(composed(f"experiment={name}")).judge


def test_every_role_gets_the_judge_unless_it_has_its_own() -> None:
    cfg = settle(composed("judge=scripted", "judge.model=m", "judge@factcheck.judge=rules"))
    assert cfg.quality.judge.model == cfg.audit.judge.model == "m"
    assert cfg.factcheck.judge["_target_"].endswith("Rules")


def test_an_axis_can_be_switched_off() -> None:
    for axis in ("quality", "factcheck", "audit", "claims", "rubric"):
        assert settle(composed(f"{axis}=off"))[axis].enabled is False


def test_a_stage_reads_what_it_declares_and_nothing_else() -> None:
    view = View("audit", settle(composed()), ["audit.judge", "audit.window_steps", "benchmark.version"])
    audit = view.read("audit", AuditSettings)
    assert isinstance(audit.judge, Rules)
    assert audit.window_steps > 0
    with pytest.raises(UndeclaredError, match=r"AuditSettings\.alpha"):
        _ = audit.alpha
    with pytest.raises(UndeclaredError, match=r"stage audit reads score"):
        view.read("score", object)
    with pytest.raises(TriauditError, match=r"benchmark\.version is 'demo', a str: expected int"):
        view.read("benchmark.version", int)


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("audit.alpha=1.5", r"audit\.alpha: Input should be less than or equal to 1, got 1\.5"),
        ("audit.alpha=high", r"audit\.alpha: .*number"),
        ("benchmark.version='../x'", r"benchmark\.version: String should match pattern"),
        ("score.weights.quality=-1", r"score\.weights.*greater than or equal to 0"),
    ],
)
def test_a_value_out_of_range_is_named(override: str, message: str) -> None:
    cfg = settle(composed(override))
    group = override.split(".", maxsplit=1)[0]
    with pytest.raises(TriauditError, match=message):
        build(cfg[group], group)


def test_a_value_that_must_be_given_is_named() -> None:
    with pytest.raises(TriauditError, match=r"search\.path is not set: give search\.path="):
        settle(composed("search=corpus"))


def test_the_snapshot_holds_inputs_and_no_runtime_and_no_path_of_the_machine(tmp_path: Path) -> None:
    (tmp_path / "data" / "benchmark" / "demo").mkdir(parents=True)
    (tmp_path / "data" / "benchmark" / "demo" / "tasks.jsonl").write_text("{}")
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.md").write_text("a")
    cfg = settle(composed("search=corpus", f"search.path={tmp_path}/pages", "runtime.concurrency=3"))
    made = snapshot(cfg, tmp_path)
    assert "runtime" not in made
    assert "stage" not in made
    assert made["search"]["path"] == "pages"
    assert len(made["inputs"]["benchmark"]) == 64
    assert str(tmp_path) not in repr(made)
    before = made["inputs"]["search"]
    (tmp_path / "pages" / "a.md").write_text("b")
    assert snapshot(cfg, tmp_path)["inputs"]["search"] != before


def test_what_changes_only_speed_or_money_of_a_judge_is_in_no_snapshot(tmp_path: Path) -> None:
    given = ("judge=openai", "judge.model=m")
    slow = snapshot(settle(composed(*given)), tmp_path, {})
    fast = snapshot(
        settle(composed(*given, "judge.runtime.concurrency=64", "judge.runtime.timeout=5")), tmp_path, {}
    )
    assert slow == fast
    assert "runtime" not in slow["factcheck"]["judge"]
    assert slow["factcheck"]["judge"]["sampling"]["temperature"] == 0


def test_a_role_can_have_a_model_of_its_own() -> None:
    own = ("judge@factcheck.judge=local", "factcheck.judge.model=m", "factcheck.judge.identity=q4")
    cfg = settle(composed("judge=openrouter", "judge.model=vendor/model", *own))
    assert cfg.quality.judge.base_url == "https://openrouter.ai/api/v1"
    assert cfg.factcheck.judge.base_url.startswith("http://127.0.0.1")
    assert cfg.factcheck.judge.sampling == cfg.quality.judge.sampling


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["judge=openai"], r"judge\.model is not set"),
        (["judge=local", "judge.model=m"], r"judge\.identity is not set"),
    ],
)
def test_a_model_judge_says_what_has_to_be_given(words: list[str], message: str) -> None:
    with pytest.raises(TriauditError, match=message):
        settle(composed(*words))


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("judge.base_url='http://127.0.0.1:8000'", r"judge\.base_url: .*the path is missing"),
        ("judge.base_url='http://127.0.0.1:8000/v1/chat/completions'", r"judge\.base_url: .*leave that out"),
        ("judge.sampling.max_tokens=0", r"judge\.sampling\.max_tokens: .*greater than or equal to 1"),
        ("judge.reply=xml", r"judge\.reply: "),
        ("judge.runtime.timeout=soon", r"judge\.runtime\.timeout: "),
        ("judge.key_env=9X", r"judge\.key_env holds a secret's value.*such as judge\.key_env=JUDGE_API_KEY"),
    ],
)
def test_a_judges_setting_that_cannot_be_is_named(override: str, message: str) -> None:
    with pytest.raises(TriauditError, match=message):
        build(settle(composed("judge=openai", "judge.model=m", override)).judge, "judge")


def test_a_cut_names_what_is_not_there_as_none() -> None:
    assert cut({"a": {"b": 1}}, ["a.b", "a.c", "x"]) == {"a.b": 1, "a.c": None, "x": None}
