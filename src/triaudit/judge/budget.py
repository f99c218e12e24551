"""Counts what calls cost, and stops before a call that the budget does not cover."""

from __future__ import annotations

from triaudit.errors import TriauditError
from triaudit.judge.endpoint import Adapter, Call, Completion, Endpoint, Fault, Prices, Usage
from triaudit.purse import Purse
from triaudit.runtime import Runtime
from triaudit.store import Spent, Store
from triaudit.types import Unanswered


def cost(usage: Usage, prices: Prices | None) -> float | None:
    """Money for the tokens, hidden reasoning in `output`; None where the price or the count is not known."""
    if prices is None or usage.input is None or usage.output is None:
        return None
    cached = min(usage.cached or 0, usage.input)
    rate = prices.input if prices.cached is None else prices.cached
    return ((usage.input - cached) * prices.input + cached * rate + usage.output * prices.output) / 1e6


class Budget:
    """Wraps an endpoint. What is spent is counted in the store, for all processes that share it."""

    def __init__(self, inner: Endpoint, adapter: Adapter, store: Store, runtime: Runtime) -> None:
        """The limits are `runtime.budget`, the prices the judge's own.

        Raises:
            TriauditError: Money is limited and the judge has no prices.
        """
        self.inner, self.purse, self.prices = inner, Purse(store, runtime), adapter.limits.prices
        self.room = 0 if adapter.sampling is None else adapter.sampling.max_tokens
        usd = self.purse.limits.usd
        if usd is not None and self.prices is None and not adapter.baseline:
            raise TriauditError(
                f"runtime.budget.usd={usd}: the price of {adapter.name} is unknown; give "
                "judge.runtime.prices, or limit calls or tokens instead"
            )

    async def complete(self, call: Call) -> Completion | Unanswered:
        """The completion, else Unanswered `budget` without a call.

        The most that the call can cost is set aside first, so that calls in flight can't overspend
        together; of a killed process it stays so, as the provider may well have billed it.
        """
        if self.purse.open:
            done = await self.inner.complete(call)
            self.purse.count(self._real(done) or Spent(1))
            return done
        room = self.room if call.sampling is None else call.sampling.max_tokens
        most = Usage(input=call.size, output=room)
        aside = Spent(1, call.size + room, cost(most, self.prices) or 0.0)
        if (refused := self.purse.take(aside)) is not None:
            return refused
        done = await self.inner.complete(call)
        if (real := self._real(done)) is not None:
            self.purse.correct(aside, real)
        return done

    def _real(self, done: Completion | Unanswered) -> Spent | None:
        """What a call did cost; None where the provider does not say, so that what was set aside counts."""
        usage = done.usage if isinstance(done, Completion | Fault) else Usage()
        if isinstance(done, Completion) and usage.input is None and usage.output is None:
            return None
        return Spent(1, (usage.input or 0) + (usage.output or 0), cost(usage, self.prices) or 0.0)
