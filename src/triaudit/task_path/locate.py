"""Where an attachment really is: inside its own folder, or refused."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path, PureWindowsPath

from triaudit.errors import TriauditError
from triaudit.task_path import Attachment

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def locate(folder: Path, file: Attachment) -> Path:
    """The file, which is a regular one below `folder` after every symbolic link is followed.

    Names are found in either Unicode spelling (NFC or NFD), since file systems change it.

    Raises:
        TriauditError: There is no such file, or it must not be opened; says why and the remedy.
    """
    label = f"attachment {file.name!r}" + ("" if file.path == file.name else f" at {file.path!r}")
    if _CONTROL.search(file.name) or _CONTROL.search(file.path):
        raise TriauditError(f"{label} has control characters in its name; rename the file")
    if re.search(r"[/\\]", file.name):
        raise TriauditError(f"{label} has a path for a name; give the file's plain name")
    if "://" in file.path:
        raise TriauditError(
            f"{label} is an address, and nothing is downloaded; save it beside the query file"
        )
    path = PureWindowsPath(file.path)  # takes / and \ for separators and knows drives
    if path.drive or path.root or any(part.startswith(".") for part in path.parts):
        raise TriauditError(
            f"{label} is refused: give a path below the query file's folder, without `..` or hidden names"
        )
    try:
        place = folder
        for part in path.parts:
            place = _spelled(place, part)
        real = place.resolve()
        inside, there, regular = real.is_relative_to(folder.resolve()), real.exists(), real.is_file()
    except (OSError, RuntimeError) as error:  # names too long, links that go round in circles
        raise TriauditError(f"{label} can't be opened ({error}); rename the file or drop the entry") from None
    if not inside:
        raise TriauditError(f"{label} leads outside the query file's folder; put a copy of the file there")
    if not there:
        raise TriauditError(
            f"{label} is missing; put the file into the query file's folder or drop the entry"
        )
    if not regular:
        raise TriauditError(f"{label} is not a regular file; name the file itself")
    return real


def _spelled(folder: Path, name: str) -> Path:
    """The entry with this name, else the one whose name is the same text in another Unicode spelling."""
    exact = folder / name
    if exact.exists() or not folder.is_dir():
        return exact
    wanted = unicodedata.normalize("NFC", name)
    same = sorted(e.name for e in folder.iterdir() if unicodedata.normalize("NFC", e.name) == wanted)
    return folder / same[0] if same else exact
