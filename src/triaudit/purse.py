"""What may be spent: one account in the store, which judges and searches of all jobs draw on."""

from __future__ import annotations

import time

from triaudit.runtime import Runtime
from triaudit.store import Spent, Store
from triaudit.types import Unanswered, UnansweredReason


class Purse:
    """The account that `runtime.budget` names, within its limits."""

    def __init__(self, store: Store, runtime: Runtime) -> None:
        """What is counted last is written when the runtime closes."""
        self.store, self.runtime, self.limits = store, runtime, runtime.settings.budget
        self.open = (self.limits.calls, self.limits.tokens, self.limits.usd) == (None, None, None)
        """Whether nothing is limited."""
        self.pending, self.due = Spent(), 0.0
        runtime.exit.callback(self._flush)

    def take(self, amount: Spent) -> Unanswered | None:
        """Spend it, or say why not: then nothing is spent, and a line tells that the budget is used up."""
        if self.open:
            self.count(amount)
            return None
        limits = self.limits
        if self.store.spend(limits.account, amount, (limits.calls, limits.tokens, limits.usd)):
            return None
        self.runtime.once(
            f"the budget is used up ({self._left()}): what it does not cover is not asked, finished answers "
            "are kept; raise runtime.budget and give the same command again",
            "budget",
        )
        return Unanswered(reason=UnansweredReason.BUDGET, detail=f"runtime.budget of {limits.account}")

    def correct(self, aside: Spent, real: Spent) -> None:
        """What was set aside did cost something else."""
        self.store.spend(self.limits.account, real.plus(aside, -1))

    def count(self, spent: Spent) -> None:
        """Count what nothing limits: written once a second, as a kill may lose the last of it."""
        self.pending = self.pending.plus(spent)
        if time.monotonic() >= self.due:
            self._flush()

    def _flush(self) -> None:
        if self.pending != Spent():
            self.store.spend(self.limits.account, self.pending)
            self.pending = Spent()
        self.due = time.monotonic() + 1

    def _left(self) -> str:
        limits = (self.limits.calls, self.limits.tokens, self.limits.usd)
        spent = zip(Spent._fields, self.store.spent(self.limits.account), limits, strict=True)
        return ", ".join(
            f"{part:.6g} of {limit:g} {name}" for name, part, limit in spent if limit is not None
        )
