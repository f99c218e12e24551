"""`triaudit stage=doctor`: three small calls to each configured judge, and what its server can do."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from omegaconf import DictConfig

from triaudit import config
from triaudit.config import ROLES
from triaudit.errors import TriauditError
from triaudit.files import to_json
from triaudit.judge import Judge, JudgedSettings
from triaudit.judge.doctor import Found, Server, examine
from triaudit.judge.stack import known_as, members, server_of
from triaudit.purse import Purse
from triaudit.runtime import Runtime, RuntimeSettings
from triaudit.secrets import scrub
from triaudit.store import PLACE, Store

STATUS = {"usable": 0, "busy": 75, "unusable": 2}
"""Exit status by what was found; of several judges, a failure that stays counts before one that may pass."""


def run(cfg: DictConfig, out: Path) -> int:
    """Print what each judge's server can do; not 0 where one can't be used."""
    del out
    cfg = config.settle(cfg)
    limits = cast("RuntimeSettings", config.build(cfg.runtime, "runtime"))
    if limits.offline:
        raise TriauditError(
            "stage=doctor asks the judges' servers: it can do nothing with runtime.offline=true"
        )
    store = Store(Path(os.environ.get("DVC_ROOT", Path.cwd())) / PLACE)
    states = []
    for judge, roles in configured(cfg):
        server = server_of(judge)
        if not isinstance(server, Server):
            sys.stdout.write(f"{judge.name}, for {', '.join(roles)}: needs no server\n\n")
            continue
        found = asyncio.run(_examined(server, store, limits))
        if found.state == "usable":
            store.learn(known_as(server), to_json(server.known))
        sys.stdout.write(scrub(told(found, roles)))
        states.append(found.state)
    store.close()
    if "unusable" in states:
        return STATUS["unusable"]
    return STATUS["busy"] if "busy" in states else 0


def configured(cfg: DictConfig) -> list[tuple[Judge, list[str]]]:
    """The judges that ask for something, each once, with the stages that they serve."""
    found: dict[str, tuple[Judge, list[str]]] = {}
    for role in ROLES:
        settings = cast("JudgedSettings", config.build(cfg[role], role))
        if settings.enabled:
            for judge in members(settings.judge):
                key = to_json(_plain(judge))
                roles = found.setdefault(key, (judge, []))[1]
                roles += [] if role in roles else [role]
    return list(found.values())


def _plain(judge: Judge) -> Mapping[str, object]:
    return {"name": judge.name, **(judge.identity or {})}


async def _examined(server: Server, store: Store, limits: RuntimeSettings) -> Found:
    runtime = Runtime(limits)
    async with runtime.exit:
        return await examine(server, Purse(store, runtime))


def told(found: Found, roles: list[str]) -> str:
    """What was found out, for people."""
    lines = [f"{found.judge} at {found.place}, for {', '.join(roles)}: {found.state}"]
    width = max((len(what) for what, _ in found.lines), default=0)
    return "\n".join([*lines, *(f"  {what:<{width}}  {said}" for what, said in found.lines)]) + "\n\n"
