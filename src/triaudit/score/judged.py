"""Who judged what, and where one figure or one comparison rests on several models; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from triaudit.types import Answers, Scorecard

ROLES = {"quality": ("rubric", "quality"), "factcheck": ("claims", "factcheck"), "audit": ("claims", "audit")}
"""Axis to the stages whose judges gave it."""


def added(records: Iterable[Sequence[Answers]]) -> tuple[Answers, ...]:
    """The answers behind several records together."""
    counted: Counter[tuple[str, str]] = Counter()
    for answered in records:
        for one in answered:
            counted[one.asked, one.served] += one.answers
    return tuple(Answers(asked=a, served=s, answers=n) for (a, s), n in sorted(counted.items()))


def by_role(card: Scorecard) -> dict[str, str]:
    """Role to its judge, with the models that answered where they go by another name or are several."""
    return {role: _told(name, card.answered.get(role, ())) for role, name in card.judge.items()}


def _told(name: str, answered: Sequence[Answers]) -> str:
    served = [f"{one.served} {one.answers}" if len(answered) > 1 else one.served for one in answered]
    models = {one.served for one in answered} - {""}
    return f"{name} (served by {', '.join(served)})" if models - {name.removesuffix(" (blind)")} else name


def by_axis(card: Scorecard) -> dict[str, str]:
    """Axis that was measured to who judged it."""
    told = by_role(card)
    found = {}
    for axis, roles in ROLES.items():
        own = {role: told[role] for role in roles if role in told}
        if len(own) == len(roles):
            names = list(dict.fromkeys(own.values()))
            found[axis] = (
                names[0] if len(names) == 1 else ", ".join(f"{role} by {one}" for role, one in own.items())
            )
    return found


def judged(cards: Sequence[Scorecard]) -> str:
    """All judges, and for what where there are several; empty where nothing was judged."""
    roles: dict[str, dict[str, None]] = {}
    for card in cards:
        for role, told in by_role(card).items():
            roles.setdefault(told, {})[role] = None
    if len(roles) < 2:
        return "".join(roles)
    return "; ".join(f"{', '.join(own)} by {told}" for told, own in roles.items())


def mixed(card: Scorecard) -> dict[str, str]:
    """Axis to what is mixed in it: a model swapped for another in the middle, or judges of several names."""
    found = {}
    for axis, roles in ROLES.items():
        if not all(role in card.judge for role in roles):
            continue
        said = [
            f"{role} was answered by {_listed(models)}"
            for role in roles
            if (models := _swapped(card.answered.get(role, ())))
        ]
        if len({card.judge[role] for role in roles}) > 1:
            said.append(", ".join(f"{role} by {card.judge[role]}" for role in roles))
        if said:
            found[axis] = "; ".join(said)
    return found


def _swapped(answered: Sequence[Answers]) -> dict[str, int]:
    """The models that answered under one name, with their answers, where they are several."""
    names = Counter(one.asked for one in answered)
    return {one.served or f"{one.asked} (unnamed)": one.answers for one in answered if names[one.asked] > 1}


def _listed(models: Mapping[str, int]) -> str:
    return " and ".join(f"{name} ({count} answers)" for name, count in models.items())


def warnings(cards: Sequence[Scorecard]) -> list[str]:
    """What makes figures of one axis, or those of two systems, the figures of different judges."""
    said: dict[str, list[str]] = {}
    for card in cards:
        for axis, what in mixed(card).items():
            said.setdefault(f"{axis} mixes judges: {what}", []).append(card.system)
    found = [
        f"WARNING: {what} ({'all systems' if len(systems) == len(cards) else ', '.join(systems)})."
        for what, systems in said.items()
    ]
    for role in dict.fromkeys(role for card in cards for role in card.answered):
        served = {
            card.system: ", ".join(one.served or one.asked for one in card.answered[role])
            for card in cards
            if role in card.answered
        }
        if len(set(served.values())) > 1:
            told = "; ".join(f"{system} by {models}" for system, models in served.items())
            found.append(
                f"WARNING: {role} was answered by different models, so that systems do not compare: {told}."
            )
    return found
