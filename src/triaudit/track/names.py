"""Names as MLflow takes them, so that different names stay different and can be read back.

Kept: lower-case letters and digits of any script, `_`, `-`, and `/` and spaces inside. Anything else,
the dot and capital letters included, becomes its code point between dots: `a%` is logged as `a.25.`.
A name that gets too long is cut and ends with its hash; the table beside every run has it in full.
"""

from __future__ import annotations

import re
from functools import cache

from triaudit.files import digest

LONGEST = 250
"""Characters that MLflow takes in a metric's or a parameter's name."""
_CODE = re.compile(r"\.([0-9a-f]+)\.")


@cache
def encode(name: str) -> str:
    """The name as it is logged; `decode` gives it back unless it was too long."""
    coded = "".join(char if _kept(name, index) else f".{ord(char):x}." for index, char in enumerate(name))
    if 0 < len(coded) <= LONGEST:
        return coded
    return f"{coded[:180].rstrip(' /')}.cut-{digest(name)[:32]}."


def decode(name: str) -> str:
    """The name that was encoded."""
    return _CODE.sub(lambda found: chr(int(found[1], 16)), name)


def _kept(name: str, index: int) -> bool:
    char = name[index]
    if char in "/ ":
        # Neither at an end nor doubled: paths are compared normalised, and end spaces get lost.
        return 0 < index < len(name) - 1 and name[index - 1] not in "/ "
    return char in "_-" or (char.isalnum() and char == char.casefold() and char.isprintable())
