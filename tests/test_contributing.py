"""CONTRIBUTING.md says what is so."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import yaml
from hydra.core.override_parser.overrides_parser import OverridesParser
from omegaconf import OmegaConf

from triaudit.overrides import spell

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
SPELLINGS = re.findall(r"^\| `(.+)` \| `(.+)` \| `('?report\.title=.+)` \|$", TEXT, re.MULTILINE)


def setting(override: str) -> object:
    """What an override sets, references resolved."""
    value = OverridesParser.create().parse_override(override).value()
    return OmegaConf.to_container(OmegaConf.create({"x": value}), resolve=True)["x"]  # type: ignore[call-overload,index]


def test_the_table_of_spellings_is_there() -> None:
    assert len(SPELLINGS) >= 10


@pytest.mark.parametrize(("text", "params", "command"), SPELLINGS)
def test_a_documented_spelling_means_its_text(text: str, params: str, command: str) -> None:
    (word,) = shlex.split(command)
    assert setting(word) == text
    assert setting(f"report.title={spell(yaml.safe_load(f'title: {params}')['title'])}") == text


def test_every_target_of_make_that_is_named_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z-]+)", TEXT, re.MULTILINE)) <= targets
