"""What `triaudit --help` prints, and what a mistyped key or option is answered with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from triaudit.overrides import groups, key_of, near, options

HELP = """\
triaudit: benchmark runner for deep-research agents

  triaudit                                    every stage, on params.yaml; results go to results/
  triaudit stage=score,track,report           some stages
  triaudit judge=rules audit.alpha=0.3        other choices and values, for this run
  triaudit -m audit.alpha=0.3,0.5,0.7         one job per value, in multirun/
  triaudit experiment=NAME                    a preset of conf/experiment/
  triaudit experiment=published published.path=DIR       MiroEval's published tables from its own scores
  triaudit stage=show                         the leaderboard again
  triaudit stage=rubric_diff rubric.path=DIR  rubrics edited by hand, or another run's, against the last ones
  triaudit stage=plan                         what a run would ask and cost; no call is made
  triaudit stage=doctor                       three small calls: what the judge's server can do
  triaudit benchmark.limit=5                  a part of the benchmark, marked as one; benchmark.only=[id,…]
  triaudit stage=selftest                     the judge against known answers: last results, variants, worlds
  triaudit stage=store_export store.path=FILE all that judges said; store_import and runtime.offline=true
                                              rebuild the run on a machine without key or server
  triaudit stage=init                         an evaluation of your own, in the git repository you stand in
  triaudit --cfg job                          the composed configuration
  dvc repro --keep-going                      only the stages that something changed for

Effective configuration: conf/ <- params.yaml <- experiment preset <- command line.
Exit status: 0 done; 2 bad input or configuration; 75 answers are missing that asking again may
give (run the same command again); 130 interrupted.
"""


def text(conf: Sequence[Path], stages: Sequence[str]) -> str:
    """The help page with the stages, groups and options that there are."""
    lines = [HELP, "Stages: compose, " + ", ".join(stages), "", "Groups and their options:"]
    for group in sorted(groups(conf)):
        found = options(conf, group)
        lines.append(f"  {group:<12} {', '.join(found) or '(none yet)'}")
    return "\n".join(lines) + "\n"


def explain(error: Exception, arguments: Sequence[str], mine: Sequence[str], conf: Sequence[Path]) -> str:
    """A configuration error in words that name the place, the key and its nearest neighbours.

    Args:
        error: What Hydra raised.
        arguments: The overrides that were composed.
        mine: Those of them that stood on the command line; the others came from params.yaml.
        conf: Config folders.
    """
    message = str(error)
    if (match := re.search(r"Could not override '(?:[^']*@)?([^']+)'", message)) or (
        match := re.search(r"Key '([^']+)' is not in struct\s+full_key: (\S+)", message)
    ):
        key = match[match.lastindex or 1]
        known = list(dict.fromkeys(_keys(conf, arguments)))
        return f"{_origin(key, arguments, mine)}no key {key}{near(key, known)}"
    if match := re.search(r"Could not (?:find|load) '(\w+)/([^']+)'", message):
        group, option = match[1], match[2]
        found = options(conf, group)
        there = f"; there are {', '.join(found)}" if found else "; the group has no options yet"
        return (
            f"{_origin(group, arguments, mine)}{group} has no option {option!r}{near(option, found)}{there}"
        )
    first = next((line for line in message.splitlines() if line.strip()), type(error).__name__)
    if "mismatched input" in message or "no viable alternative" in message or "token recognition" in message:
        return f"{first}; quote values with special characters: 'key=\"value\"'"
    return " ".join(message.split()) if len(message) < 400 else first


def _origin(key: str, arguments: Sequence[str], mine: Sequence[str]) -> str:
    def sets(words: Sequence[str]) -> bool:
        return any(key_of(word).rsplit("@", 1)[-1] == key or key_of(word) == key for word in words)

    return "params.yaml: " if sets(arguments) and not sets(mine) else ""


def _keys(conf: Sequence[Path], arguments: Sequence[str]) -> Iterator[str]:
    """Every key of the configuration that the given group choices compose, and every group."""
    from hydra import compose, initialize_config_dir  # noqa: PLC0415  (only on errors)
    from hydra.core.global_hydra import GlobalHydra  # noqa: PLC0415
    from hydra.errors import HydraException  # noqa: PLC0415
    from omegaconf import OmegaConf  # noqa: PLC0415

    known = groups(conf)
    yield from sorted(known)
    choices = [a for a in arguments if key_of(a) in known and not a.startswith("~")]
    for tried in (choices, []):
        GlobalHydra.instance().clear()
        try:
            with initialize_config_dir(str(conf[-1]), version_base="1.3"):
                cfg = compose("config", overrides=tried)
        except HydraException:
            continue
        yield from _dotted(OmegaConf.to_container(cfg))
        return


def _dotted(node: Any, prefix: str = "") -> Iterator[str]:
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield f"{prefix}{key}"
            yield from _dotted(value, f"{prefix}{key}.")
