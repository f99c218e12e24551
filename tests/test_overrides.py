from pathlib import Path

import pytest
from hydra.core.override_parser.overrides_parser import OverridesParser
from hypothesis import given
from hypothesis import strategies as st

from triaudit.errors import TriauditError
from triaudit.overrides import load, preset_keys, spell, with_params

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=40)
KEYS = st.from_regex(r"[a-z_][a-z0-9_]{0,6}", fullmatch=True).filter(
    lambda key: key not in {"null", "true", "false", "nan", "inf"}
)
VALUES = st.recursive(SCALARS, lambda v: st.lists(v, max_size=4) | st.dictionaries(KEYS, v, max_size=4))


@pytest.fixture
def conf(tmp_path: Path) -> list[Path]:
    for group, names in {
        "judge": ["rules", "openai"],
        "factcheck": ["default", "off"],
        "audit": ["default"],
    }.items():
        (tmp_path / group).mkdir()
        for name in names:
            (tmp_path / group / f"{name}.yaml").write_text("x: 1\n")
    (tmp_path / "experiment").mkdir()
    (tmp_path / "experiment" / "base.yaml").write_text("# @package _global_\naudit: {alpha: 0.1}\n")
    (tmp_path / "experiment" / "sweep.yaml").write_text(
        "# @package _global_\ndefaults:\n  - base\n  - override /judge: openai\n"
        "hydra:\n  mode: MULTIRUN\n  sweeper:\n    params:\n      score.seed: 1,2\n"
    )
    return [tmp_path]


@given(VALUES)
def test_a_spelled_value_parses_back_to_itself(value: object) -> None:
    assert OverridesParser.create().parse_override(f"x={spell(value)}").value() == value


@pytest.mark.parametrize(
    "value",
    [
        "甲模型",
        "{score: 1}",
        "x=${y}",
        "a,b",
        "C:\\Users\\qa\\data set",
        "C:\\",
        "org/model:free",
        "50%_test=1",
        "glob(*)",
    ],
)
def test_text_that_looks_like_grammar_stays_text(value: str) -> None:
    assert OverridesParser.create().parse_override(f"x={spell(value)}").value() == value


def test_params_come_before_the_command_line(conf: list[Path]) -> None:
    assert with_params(["stage=score"], {"audit": {"alpha": 0.5}}, conf) == ["audit.alpha=0.5", "stage=score"]


def test_flags_stay_first(conf: list[Path]) -> None:
    assert with_params(["-m", "stage=score"], {"judge": "rules"}, conf) == [
        "-m",
        'judge="rules"',
        "stage=score",
    ]


def test_a_group_choice_with_values_is_one_choice_and_its_values(conf: list[Path]) -> None:
    added = with_params([], {"judge": {"use": "openai", "model": "m:1"}}, conf)
    assert added == ['judge="openai"', 'judge.model="m:1"']


def test_a_bare_off_is_the_option_off(conf: list[Path]) -> None:
    assert with_params([], {"factcheck": False}, conf) == ['factcheck="off"']


def test_a_role_judge_puts_its_values_at_the_role(conf: list[Path]) -> None:
    added = with_params([], {"judge@audit.judge": {"use": "openai", "model": "m"}}, conf)
    assert added == ['judge@audit.judge="openai"', 'audit.judge.model="m"']


def test_choosing_a_group_silences_its_values_in_params(conf: list[Path]) -> None:
    params = {"judge": {"use": "openai", "model": "m"}, "audit": {"alpha": 0.5}}
    assert with_params(["judge=rules"], params, conf) == ["audit.alpha=0.5", "judge=rules"]


def test_choosing_a_role_silences_that_role_alone(conf: list[Path]) -> None:
    params = {"judge@audit.judge": {"use": "openai", "model": "m"}, "judge": {"use": "openai", "model": "n"}}
    added = with_params(["judge@audit.judge=rules"], params, conf)
    assert added == ['judge="openai"', 'judge.model="n"', "judge@audit.judge=rules"]


def test_a_value_on_the_command_line_keeps_the_choice_in_params(conf: list[Path]) -> None:
    added = with_params(["judge.model=x"], {"judge": {"use": "openai", "model": "m"}}, conf)
    assert added == ['judge="openai"', "judge.model=x"]


def test_a_preset_silences_what_it_chooses_sets_and_sweeps(conf: list[Path]) -> None:
    assert preset_keys("sweep", conf) == {"judge", "audit.alpha", "score.seed"}
    params = {
        "judge": {"use": "openai", "model": "m"},
        "audit": {"alpha": 0.5},
        "score": {"seed": 3, "bootstrap": 9},
    }
    assert with_params(["experiment=sweep"], params, conf) == ["score.bootstrap=9", "experiment=sweep"]


@pytest.mark.parametrize(
    "words", [["experiment='base'"], ["-m", "experiment=base,sweep"], ["-m", "experiment=choice(base)"]]
)
def test_a_quoted_or_swept_preset_silences_params_too(conf: list[Path], words: list[str]) -> None:
    assert "audit.alpha=0.5" not in with_params(words, {"audit": {"alpha": 0.5}}, conf)


def test_a_preset_named_in_params_silences_params_too(conf: list[Path]) -> None:
    added = with_params([], {"experiment": "base", "audit": {"alpha": 0.5}}, conf)
    assert added == ['experiment="base"']


def test_params_that_are_no_mapping_are_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "params.yaml"
    file.write_text("- a\n")
    with pytest.raises(TriauditError, match=r"params\.yaml: must be a mapping"):
        load(file)
    file.write_text("a: [\n")
    with pytest.raises(TriauditError, match=r"params\.yaml: not YAML"):
        load(file)
