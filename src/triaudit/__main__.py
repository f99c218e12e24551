"""The one Hydra application: `triaudit stage=… key=value …`."""

from __future__ import annotations

import json
import os
import secrets as random
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from triaudit import help as help_page
from triaudit import overrides
from triaudit.errors import TriauditError

FAILED, BAD, INTERRUPTED = 1, 2, 130


def main() -> None:
    """Console entry; exits with the run's status."""
    from triaudit.secrets import scrub_logs  # noqa: PLC0415

    scrub_logs()
    try:
        status = entry(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        status = _unread()
    except Exception:  # noqa: BLE001  (a defect of ours; its text may hold what a server said)
        _say(traceback.format_exc())
        status = FAILED
    sys.exit(status)


def _unread() -> int:
    """Whoever read our output has seen enough: end well, and write nothing more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def conf_folders() -> list[Path]:
    """Config folders, the first one wins: the working folder's `conf`, then the one that ships."""
    checkout = Path(__file__).parents[2] / "conf"
    shipped = checkout if (checkout / "config.yaml").is_file() else Path(__file__).parent / "conf"
    own = Path.cwd() / "conf"
    return [shipped] if not own.is_dir() or own.resolve() == shipped.resolve() else [own, shipped]


def entry(arguments: Sequence[str]) -> int:
    """Run a command line; returns the exit status."""
    conf = conf_folders()
    if {"-h", "--help"} & set(arguments):
        from triaudit.stages import STAGES  # noqa: PLC0415

        sys.stdout.write(help_page.text(conf, list(STAGES)))
        return 0
    try:
        return _hydra(arguments, conf)
    except TriauditError as error:
        _say(f"triaudit: {error}")
        return BAD
    except KeyboardInterrupt:
        _say("triaudit: stopped; every finished answer is kept, the same command goes on from here")
        return INTERRUPTED


def _say(line: str) -> None:
    from triaudit.secrets import scrub  # noqa: PLC0415

    sys.stderr.write(scrub(line) + "\n")
    sys.stderr.flush()


def _hydra(arguments: Sequence[str], conf: list[Path]) -> int:
    from triaudit.secrets import refuse  # noqa: PLC0415

    stray = [a for a in arguments if not a.startswith("-") and not overrides.is_override(a)]
    if stray and not {"-c", "--cfg", "-p", "--package", "-cn", "-cd", "-cp", "-i", "--info"} & set(arguments):
        raise TriauditError(f"{stray[0]!r} is not an override: give key=value, such as stage={stray[0]}")
    words = [
        f"stage=[{a[6:]}]" if a.startswith("stage=") and "," in a and "[" not in a else a for a in arguments
    ]
    refuse({overrides.key_of(a): a.split("=", 1)[1] for a in words if "=" in a}, "command line")
    params = overrides.load(Path("params.yaml"))
    refuse(params, "params.yaml")
    composed = overrides.with_params(words, params, conf)
    sweep = Path("multirun") / f"{time.strftime('%Y%m%d-%H%M%S')}-{random.token_hex(3)}"
    os.environ["HYDRA_FULL_ERROR"] = "1"

    import hydra  # noqa: PLC0415
    from hydra.errors import HydraException  # noqa: PLC0415
    from omegaconf.errors import OmegaConfBaseException  # noqa: PLC0415

    _own_conf_first(conf)
    first = next((i for i, a in enumerate(composed) if overrides.is_override(a)), len(composed))
    sys.argv[1:] = [*composed[:first], f"hydra.sweep.dir={sweep}", *composed[first:]]
    try:
        hydra.main(version_base="1.3", config_path=str(conf[-1]), config_name="config")(job)()
    except SystemExit as stop:
        return int(stop.code or 0)
    except (HydraException, OmegaConfBaseException) as error:
        raise TriauditError(help_page.explain(error, composed, words, conf)) from None
    return _sweep_status(sweep)


def _own_conf_first(conf: Sequence[Path]) -> None:
    """Let Hydra look into the working folder's `conf` before the one that ships."""
    from hydra.core.config_search_path import ConfigSearchPath  # noqa: PLC0415
    from hydra.core.plugins import Plugins  # noqa: PLC0415
    from hydra.plugins.search_path_plugin import SearchPathPlugin  # noqa: PLC0415

    class OwnConf(SearchPathPlugin):
        """Puts folders first; Hydra's own `hydra.searchpath` puts them last."""

        folders: ClassVar[list[str]] = []

        def manipulate_search_path(self, search_path: ConfigSearchPath) -> None:
            for folder in self.folders:
                search_path.prepend("triaudit", folder)

    known = [p for p in Plugins.instance().discover(SearchPathPlugin) if p.__name__ == "OwnConf"]
    plugin = known[0] if known else OwnConf
    plugin.folders = [f"file://{place}" for place in conf[:-1]]  # type: ignore[attr-defined]
    if not known:
        Plugins.instance().register(OwnConf)


def job(cfg: object) -> None:
    """One job as Hydra calls it. A single run exits with its status, a sweep's job writes it down."""
    from hydra.core.hydra_config import HydraConfig  # noqa: PLC0415
    from hydra.types import RunMode  # noqa: PLC0415
    from omegaconf import DictConfig  # noqa: PLC0415

    from triaudit import run  # noqa: PLC0415

    assert isinstance(cfg, DictConfig)
    hydra_config = HydraConfig.get()
    root = Path.cwd()
    out = Path(hydra_config.runtime.output_dir)
    if hydra_config.mode != RunMode.MULTIRUN:
        try:
            status = run.run(cfg, root, out, out)
        except TriauditError as error:
            _say(f"triaudit: {error}")
            status = BAD
        except BrokenPipeError:
            status = _unread()
        raise SystemExit(status)
    overridden = list(hydra_config.overrides.task)
    _say(f"job {hydra_config.job.num}: {' '.join(overridden)}")
    status, message = 0, ""
    try:
        status = run.run(cfg, root, out, root / "results")
    except TriauditError as error:
        status, message = BAD, str(error)
    except Exception as error:  # noqa: BLE001  (one job's defect must not take the others along)
        status, message = FAILED, "".join(traceback.format_exception(error))
    if message:
        _say(f"job {hydra_config.job.num}: {message}")
    (out / "status.json").write_text(json.dumps({"status": status, "overrides": overridden}) + "\n", "utf-8")


def _sweep_status(sweep: Path) -> int:
    """The worst status of a sweep's jobs; 0 where nothing was swept (such as `--cfg job`)."""
    states = [json.loads(file.read_text("utf-8"))["status"] for file in sorted(sweep.glob("*/status.json"))]
    if states:
        _say(f"{len(states)} jobs in {sweep}, {sum(state != 0 for state in states)} of them not done")
    return max(states, default=0)


if __name__ == "__main__":
    main()
