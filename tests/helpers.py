"""What tests of several stages share."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from hydra import compose, initialize_config_dir
from hydra.core.global_hydra import GlobalHydra
from omegaconf import OmegaConf

from triaudit.attachments import AttachmentSettings
from triaudit.config import View, settle
from triaudit.context import Context
from triaudit.runtime import Runtime

ROOT = Path(__file__).parent.parent


def caps(**changes: object) -> AttachmentSettings:
    """The caps of attachments as the yaml has them, but for some."""
    values = OmegaConf.to_container(OmegaConf.load(ROOT / "conf" / "attachments" / "default.yaml"))
    assert isinstance(values, dict)
    values.pop("_target_")
    return AttachmentSettings.model_validate(values | changes)


def context(
    folder: Path,
    stage: str,
    system: str | None = None,
    overrides: Sequence[str] = (),
    runtime: Runtime | None = None,
) -> Context:
    """A context for one stage as the application makes it: results and data below `folder`."""
    GlobalHydra.instance().clear()
    with initialize_config_dir(str(ROOT / "conf"), version_base="1.3"):
        cfg = settle(compose("config", overrides=list(overrides)))
    keys = import_module(f"triaudit.{stage}.stage").KEYS
    keys = [key.replace("{system}", system or "") for key in keys]
    return Context(
        stage=stage,
        system=system,
        view=View(stage, cfg, keys),
        root=folder,
        home=folder,
        out=folder / "results",
        runtime=runtime or Runtime(),
    )
