"""The demo: what its world holds, and what the pipeline makes of it."""

from __future__ import annotations

import pytest

from tests.helpers import ROOT
from tests.project import Project

pytestmark = [pytest.mark.pipeline, pytest.mark.xdist_group("demo")]


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The demo, evaluated."""
    project = Project.make(tmp_path_factory.mktemp("demo") / "project", demo=True)
    project.repro()
    return project


def test_the_readme_shows_what_the_demo_prints(demo: Project) -> None:
    printed = [line.rstrip() for line in demo.triaudit("stage=show").splitlines()]
    readme = [line.rstrip() for line in (ROOT / "README.md").read_text("utf-8").splitlines()]
    start = readme.index(printed[0])
    assert readme[start : start + len(printed)] == printed
