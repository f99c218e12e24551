"""What every test may ask for."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# What the caller's shell says about runs of its own is none of the tests' business.
for _variable in (
    "MLFLOW_TRACKING_URI",
    "MLFLOW_EXPERIMENT_NAME",
    "DVC_ROOT",
    "DVC_STAGE",
    "HYDRA_FULL_ERROR",
):
    os.environ.pop(_variable, None)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of published outputs beside the project: read in place, never copied."""
    folder = ROOT.parent / "shared"
    if not (folder / "data").is_dir():
        pytest.skip(f"{folder / 'data'} is not there: published outputs are tested where that folder is")
    return folder


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where the browser is that `make test-browser` looks for."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    applications = (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    )
    for name in (*names, *applications):
        if found := shutil.which(name):
            return found
    pytest.skip("no Chromium or Chrome: `make test-browser` installs one")
