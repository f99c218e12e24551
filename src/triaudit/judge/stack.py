"""What stands around a judge in a run: store, re-asking, retries, budget, rates, counting of holes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TypeVar

from triaudit.files import digest, to_json
from triaudit.judge import Judge, sees
from triaudit.judge.ahead import Ahead
from triaudit.judge.blind import Blind, own
from triaudit.judge.budget import Budget
from triaudit.judge.endpoint import Adapter, Completion, Endpoint
from triaudit.judge.exhibits import Show
from triaudit.judge.model import Model, Reask
from triaudit.judge.panel import Panel
from triaudit.judge.rates import Rates
from triaudit.judge.retry import Retry
from triaudit.judge.stored import Stored
from triaudit.questions import Question
from triaudit.runtime import Runtime
from triaudit.secrets import scrub
from triaudit.store import Store
from triaudit.types import Record, Unanswered

_DATED = re.compile(r"(-\d{4}-?\d{2}-?\d{2}|-\d{3,4}|-latest)?(:[\w.]+)?")

R = TypeVar("R", bound=Record)


def stack(
    judge: Judge,
    store: Store | None,
    runtime: Runtime,
    instead: Callable[[Adapter], Endpoint] | None = None,
    *,
    show: Show | None = None,
    system: str | None = None,
) -> Judge:
    """The judge as stages ask it. One that computes its answers is counted, and no more.

    Args:
        judge: As the configuration makes it.
        store: Where completions are kept; None keeps none.
        runtime: Budget, concurrency and counting.
        instead: Makes what stands in the place of a model's server and of all around it, such as a plan's.
        show: Renders pictures and files of attachments for judges that take them.
        system: Whose outputs are judged: a blind judge does not read its name.
    """
    if isinstance(judge, Panel):
        return judge.over(lambda one: stack(one, store, runtime, instead, show=show, system=system))
    if not isinstance(judge, Model):
        return Counted(judge, runtime)
    adapter = judge.adapter
    names = (*judge.names, *own(system or "")) if judge.names else ()

    def note(done: Completion | Unanswered) -> None:
        if isinstance(done, Unanswered):
            runtime.unanswered[done.reason] += 1
        elif instead is None:
            known = not done.served or same(done.requested, done.served)
            runtime.answered(done.requested, done.served, known)

    if instead is not None:
        return Model(adapter, instead(adapter), note, names=names, repeats=judge.repeats)
    adapter.show = show
    runtime.exit.push_async_callback(adapter.close)
    endpoint: Endpoint = Rates(Blind(adapter), adapter, store, runtime)
    if store is not None:
        _remember(adapter, store, runtime)
        endpoint = Budget(endpoint, adapter, store, runtime)
    endpoint = Ahead(Reask(Retry(endpoint, adapter.limits.attempts, runtime, adapter.name)))
    if store is not None:
        endpoint = Stored(endpoint, adapter, store, runtime)

    return Model(adapter, endpoint, note, names=names, repeats=judge.repeats)


def same(requested: str, served: str) -> bool:
    """Whether the model that replied is the one asked for: by name, or a dated form of it."""
    asked, given = requested.rsplit("/", 1)[-1], served.rsplit("/", 1)[-1]
    return given.startswith(asked) and bool(_DATED.fullmatch(given[len(asked) :]))


def members(judge: Judge) -> tuple[Judge, ...]:
    """The judges of a panel, else the judge itself."""
    return tuple(judge.judges.values()) if isinstance(judge, Panel) else (judge,)


def server_of(judge: Judge) -> Adapter | None:
    """The adapter of a judge that is a model; None where no server is asked."""
    return judge.adapter if isinstance(judge, Model) else None


def known_as(adapter: Adapter) -> str:
    """The name that what is learnt of an adapter's server is kept under."""
    return digest({key: value for key, value in adapter.identity.items() if key != "sampling"})


def _remember(adapter: Adapter, store: Store, runtime: Runtime) -> None:
    """Start from what is known of the adapter's server, and keep what it learns."""
    name = known_as(adapter)
    adapter.known.update(json.loads(store.known(name) or "{}"))

    def learnt(line: str) -> None:
        store.learn(name, to_json(adapter.known))
        runtime.once(f"judge {line}")

    adapter.learnt = learnt


class Counted:
    """Wraps a judge and counts, by reason, what stayed unanswered."""

    def __init__(self, judge: Judge, runtime: Runtime) -> None:
        """Counts go to `runtime.unanswered`."""
        self.inner, self.runtime = judge, runtime
        self.name, self.baseline, self.identity = judge.name, judge.baseline, judge.identity
        self.sees = sees(judge)

    async def ask(self, question: Question[R]) -> R | Unanswered:
        """The inner judge's answer."""
        answer = await self.inner.ask(question)
        if isinstance(answer, Unanswered):
            self.runtime.unanswered[answer.reason] += 1
            return answer.model_copy(update={"detail": scrub(answer.detail)})
        return answer
