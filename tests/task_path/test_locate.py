from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from triaudit.errors import TriauditError
from triaudit.task_path import Attachment
from triaudit.task_path.locate import locate


def at(path: str, name: str = "x.pdf") -> Attachment:
    return Attachment(name=name, path=path)


@pytest.mark.parametrize("path", ["files/x.pdf", "./files/x.pdf", "files\\x.pdf"])
def test_a_file_below_the_folder_is_found(tmp_path: Path, path: str) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files/x.pdf").write_bytes(b"x")
    assert locate(tmp_path, at(path)) == (tmp_path / "files/x.pdf").resolve()


@pytest.mark.parametrize("stored", ["NFC", "NFD"])
@pytest.mark.parametrize("asked", ["NFC", "NFD"])
def test_either_unicode_spelling_of_a_name_is_found(tmp_path: Path, stored: str, asked: str) -> None:
    name = "e13_résumé_パ 季度 #1 100%.txt"
    (tmp_path / unicodedata.normalize(stored, name)).write_text("here")  # type: ignore[arg-type]
    spelled = unicodedata.normalize(asked, name)  # type: ignore[arg-type]
    assert locate(tmp_path, at(spelled, spelled)).read_text() == "here"


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("gone.pdf", "is missing"),
        ("../secret.pdf", "refused"),
        ("a/../../secret.pdf", "refused"),
        ("a\\..\\..\\secret.pdf", "refused"),
        ("/etc/passwd", "refused"),
        ("C:\\secret.pdf", "refused"),
        ("\\\\host\\share\\x.pdf", "refused"),
        (".env", "refused"),
        ("http://127.0.0.1:9/x.pdf", "is an address"),
        ("file:///etc/passwd", "is an address"),
        ("nul\0.pdf", "control characters"),
        ("out.pdf", "outside"),
        ("folder", "not a regular file"),
        (".", "not a regular file"),
        ("round.pdf", "can't be opened|missing"),
        ("x" * 300, "can't be opened|missing"),
    ],
)
def test_anything_else_is_refused_with_the_reason(tmp_path: Path, path: str, why: str) -> None:
    (tmp_path / "secret.pdf").write_text("secret")
    home = tmp_path / "home"
    (home / "folder").mkdir(parents=True)
    (home / ".env").write_text("secret")
    (home / "out.pdf").symlink_to(tmp_path / "secret.pdf")
    (home / "round.pdf").symlink_to(home / "round.pdf")
    with pytest.raises(TriauditError, match=why):
        locate(home, at(path))


@pytest.mark.parametrize("name", ["../../.env", "a\\..\\b.pdf", "nul\0.pdf"])
def test_a_name_that_poses_as_a_path_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "x").write_text("x")
    with pytest.raises(TriauditError, match=r"path for a name|control characters"):
        locate(tmp_path, at("x", name))
