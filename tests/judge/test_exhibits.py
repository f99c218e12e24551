"""Pictures and files as parts of a request, to a server that checks shapes as strict ones do."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from tests.helpers import context
from tests.judge.asked import Run, judge
from tests.server import Reply, Request, Server, said
from triaudit.attachments import exhibits
from triaudit.attachments.stage import run as read_attachments
from triaudit.context import Context
from triaudit.files import digest, read_records, write_records
from triaudit.judge import Judge
from triaudit.judge.exhibits import Takes, planned
from triaudit.judge.stack import stack
from triaudit.questions import KeyFacts
from triaudit.rubric import stage as rubric
from triaudit.types import Document, File, Task, Unanswered

IMAGES = {"images": True}
FACTS = {"facts": [{"text": "The quay is 340 m long", "locator": "image, 600 x 400 pixels", "importance": 3}]}


def png(width: int = 600, height: int = 400, mode: str = "RGB", **how: Any) -> bytes:
    """A picture with something on it."""
    drawn = Image.new(mode, (width, height), "white")
    ImageDraw.Draw(drawn).rectangle((0, 0, width // 2, height // 2), fill="black")
    out = io.BytesIO()
    drawn.save(out, **{"format": "PNG", **how})
    return out.getvalue()


def scan(pages: int = 2) -> bytes:
    """A PDF of pictures alone."""
    out = io.BytesIO()
    first, *rest = [Image.open(io.BytesIO(png(300 + n, 400))) for n in range(pages)]
    first.save(out, format="PDF", save_all=True, append_images=rest)
    return out.getvalue()


class Bench:
    """A benchmark of one task with these files, read by the attachments stage."""

    def __init__(self, folder: Path, files: dict[str, bytes]) -> None:
        self.folder, self.files = folder, files

    async def read(self) -> Bench:
        place = self.folder / "data/benchmark/v1"
        listed = []
        for name, data in self.files.items():
            (place / "files").mkdir(parents=True, exist_ok=True)
            (place / "files" / name).write_bytes(data)
            listed.append(File(name=name, path=f"files/{name}", digest=digest(data)))
        self.task = Task(
            id="1", query="How long is the quay?", language="en", track="multimodal", files=listed
        )
        write_records(place / "tasks.jsonl", [self.task])
        await read_attachments(self.context("attachments"))
        self.documents = read_records(self.folder / "results/attachments/tasks.jsonl", Document)
        return self

    def context(self, stage: str) -> Context:
        return context(self.folder, stage, overrides=["benchmark.version=v1"])

    def question(self, number: int = 0) -> KeyFacts:
        return KeyFacts(query=self.task.query, language="en", document=self.documents[number])

    def judge(self, run: Run, server: Server, **settings: Any) -> Judge:
        show = self.context("rubric")._show
        return stack(judge(server.url, **{"takes": IMAGES, **settings}), run.store, run.runtime, show=show)


def parts(request: Request) -> list[dict[str, Any]]:
    content = request.body["messages"][-1]["content"]
    return content if isinstance(content, list) else []


def bodies(request: Request, kind: str = "image_url") -> list[bytes]:
    """What the data URIs of a request hold, as a strict server checks them."""
    found = []
    for part in parts(request):
        assert set(part) == {"type", part["type"]}, part
        inner = part[part["type"]]
        if part["type"] == "text":
            assert isinstance(inner, str)
            continue
        if part["type"] == "image_url":
            assert set(inner) == {"url"}
            uri = inner["url"]
        else:
            assert part["type"] == "file"
            assert set(inner) == {"filename", "file_data"}
            uri = inner["file_data"]
        head, _, data = uri.partition(";base64,")
        assert head in {"data:image/png", "data:image/jpeg", "data:application/pdf"}
        raw = base64.b64decode(data, validate=True)
        if part["type"] == "image_url":
            with Image.open(io.BytesIO(raw)) as picture:
                assert f"data:image/{str(picture.format).lower()}" == head
                picture.load()
        if part["type"] == kind:
            found.append(raw)
    return found


def strict(
    answer: object = FACTS, most: int = 10**9, refuse: Callable[[Request], Reply | None] = lambda _: None
) -> Callable[[Request], Reply]:
    """A server that refuses what it does not know, and requests of more than `most` bytes."""

    def serve(request: Request) -> Reply:
        if (reply := refuse(request)) is not None:
            return reply
        bodies(request)
        if len(json.dumps(request.body)) > most:
            return {"status": 413, "body": {"error": {"message": "Request body too large"}}}
        return said(json.dumps(answer))

    return serve


def refusing(status: int, **error: Any) -> Callable[[Request], Reply | None]:
    """Refuses every request with parts."""
    return lambda request: {"status": status, "body": {"error": error}} if parts(request) else None


# ---------------------------------------------------------------- what is sent


async def test_a_picture_goes_along_behind_its_locator_and_its_facts_are_kept(tmp_path: Path) -> None:
    bench = await Bench(tmp_path, {"quay.png": png()}).read()
    async with Server(strict()) as server, Run(tmp_path) as run:
        asked = bench.judge(run, server)
        facts, notes = await found(bench, asked)
        (request,) = server.requests
        (sent,) = bodies(request)
        assert Image.open(io.BytesIO(sent)).size == (600, 400)
        assert "image, 600 x 400 pixels" in parts(request)[-2]["text"]
        assert [fact.text for fact in facts] == ["The quay is 340 m long"]
        assert notes[0] == "quay.png: 1 facts are what the judge saw in pictures, checked by nothing"
        assert notes[1:] == ["attachment quay.png gave 1 key facts: 5 are usual"]
        (entry,) = run.entries()
        (shown,) = entry["shown"]
        assert (shown["how"], shown["why"]) == ("picture", "")
        await found(bench, bench.judge(run, server))
        assert len(server.requests) == 1, "the stored reply was not found again"


async def found(bench: Bench, asked: Judge) -> Any:
    made = await rubric.key_facts(bench.task, bench.documents[0], asked, 1)
    assert not isinstance(made, Unanswered), made
    return made


async def test_pages_without_text_are_shown_as_pictures(tmp_path: Path) -> None:
    bench = await Bench(tmp_path, {"scan.pdf": scan(3)}).read()
    assert bench.documents[0].missing is not None
    answer = {"facts": [{"text": "Page two says 7", "locator": "page 2", "importance": 2}]}
    async with Server(strict(answer)) as server, Run(tmp_path) as run:
        facts, _ = await found(bench, bench.judge(run, server))
        assert len(bodies(server.requests[0])) == 3
        assert [fact.locator for fact in facts] == ["page 2"]
    async with Server(strict(answer)) as server, Run(tmp_path / "blind") as run:
        facts, notes = await found(bench, bench.judge(run, server, takes=None))
        assert (facts, server.requests) == ([], [])
        assert "use a judge that takes pictures" in notes[0]


async def test_a_file_goes_whole_where_the_judge_takes_files(tmp_path: Path) -> None:
    data = scan()
    bench = await Bench(tmp_path, {"scan.pdf": data}).read()
    async with Server(strict()) as server, Run(tmp_path) as run:
        both = {"images": True, "files": True}
        await bench.judge(run, server, takes=both).ask(bench.question())
        assert bodies(server.requests[0], "file") == [data]
        assert bodies(server.requests[0]) == [], "its pages were sent a second time"
        await bench.judge(run, server, takes={**both, "max_bytes": len(data)}).ask(bench.question())
        assert bodies(server.requests[1], "file") == []
        assert len(bodies(server.requests[1])) == 2, "what is too large as a file goes as pictures"
        told = [[shown["how"] for shown in entry["shown"]] for entry in run.entries()]
        assert sorted(told) == [["file", "file", "file"], ["text", "picture", "picture"]]


async def test_a_judge_that_takes_none_is_sent_text_alone(tmp_path: Path) -> None:
    bench = await Bench(tmp_path, {"quay.png": png()}).read()
    async with Server(strict({"facts": []})) as server, Run(tmp_path) as run:
        await bench.judge(run, server, takes=None).ask(bench.question())
        assert isinstance(server.requests[0].body["messages"][-1]["content"], str)
        assert run.entries()[0]["shown"] == []


async def test_no_more_parts_are_sent_than_the_judge_takes(tmp_path: Path) -> None:
    bench = await Bench(tmp_path, {"scan.pdf": scan(4)}).read()
    async with Server(strict()) as server, Run(tmp_path) as run:
        await bench.judge(run, server, takes={**IMAGES, "max_parts": 3}).ask(bench.question())
        assert len(bodies(server.requests[0])) == 3
        last = run.entries()[0]["shown"][-1]
        assert (last["locator"], last["how"]) == ("page 4", "left out")
        assert "max_parts=3" in last["why"]


async def test_limits_and_files_are_in_the_key_and_only_where_there_are_some(tmp_path: Path) -> None:
    bench = await Bench(tmp_path, {"a.png": png(), "b.png": png(601)}).read()
    call = judge("http://127.0.0.1:1/v1", takes=IMAGES).call
    other = judge("http://127.0.0.1:1/v1", takes={**IMAGES, "max_pixels": 99_999}).call
    plain = judge("http://127.0.0.1:1/v1").call
    one, two = bench.question(0), bench.question(1)
    same = two.model_copy(update={"document": bench.documents[1].model_copy(update={"digest": "other"})})
    assert len({call(one).key, call(two).key, call(same).key, other(one).key, plain(one).key}) == 5
    text = bench.question().model_copy(update={"document": Document(digest="1", name="x", kind="text")})
    assert call(text).key == other(text).key == plain(text).key


# ---------------------------------------------------------------- what servers refuse


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (
            400,
            {
                "message": "Invalid content type. image_url is only supported by certain models.",
                "type": "invalid_request_error",
                "param": "messages.[1].content.[1].type",
            },
        ),
        (400, {"message": "judge-small is not a multimodal model", "type": "BadRequestError"}),
        (400, {"message": "At most 0 image(s) may be provided in one request."}),
        (500, {"message": "image input is not supported - hint: you may need to provide the mmproj"}),
        (404, {"message": "No endpoints found that support image input", "code": 404}),
        (422, {"message": "body.messages.1.content: Input should be a valid string"}),
        (
            400,
            {"message": "json: cannot unmarshal array into Go struct field Message.content of type string"},
        ),
    ],
    ids=lambda value: value["message"][:30] if isinstance(value, dict) else str(value),
)
async def test_a_model_without_eyes_is_asked_again_once_with_text_and_never_shown_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], status: int, error: dict[str, Any]
) -> None:
    bench = await Bench(tmp_path, {"a.png": png(), "b.png": png(601)}).read()
    answer = {"facts": []}
    async with Server(strict(answer, refuse=refusing(status, **error))) as server:
        async with Run(tmp_path) as run:
            await bench.judge(run, server).ask(bench.question(0))
            assert [bool(parts(request)) for request in server.requests] == [True, False]
        async with Run(tmp_path) as run:  # another process
            reply = await bench.judge(run, server).ask(bench.question(1))
            assert not isinstance(reply, Unanswered)
            (shown,) = reply.beside.shown
            assert shown.how == "left out"
            assert error["message"][:20] in shown.why
        assert [bool(parts(request)) for request in server.requests] == [True, False, False]
    lines = capsys.readouterr().err.splitlines()
    assert sum("asked without pictures and files" in line for line in lines) == 1


@pytest.mark.parametrize("status", [413, 400])
async def test_what_is_too_large_falls_back_once_and_is_remembered(tmp_path: Path, status: int) -> None:
    noise = Image.effect_noise((500, 500), 80).convert("RGB")
    out = io.BytesIO()
    noise.save(out, format="PNG")
    bench = await Bench(tmp_path, {"large.png": out.getvalue(), "small.png": png(60, 60)}).read()

    def refuse(request: Request) -> Reply | None:
        if len(json.dumps(request.body)) < 100_000:
            return None
        return {"status": status, "body": {"error": {"message": "image exceeds 5 MB maximum"}}}

    async with Server(strict({"facts": []}, refuse=refuse)) as server, Run(tmp_path) as run:
        asked = bench.judge(run, server)
        for number in (0, 0, 1):
            await asked.ask(bench.question(number).model_copy(update={"repeat": len(server.requests)}))
        assert [len(bodies(request)) for request in server.requests] == [1, 0, 0, 1]
        told = [entry["shown"][0]["how"] for entry in run.entries()]
        assert sorted(told) == ["left out", "left out", "picture"]


async def test_one_picture_that_a_server_cannot_read_does_not_close_its_eyes(tmp_path: Path) -> None:
    bench = await Bench(tmp_path, {"a.png": png(), "b.png": png(601)}).read()
    replies = strict({"facts": []})

    def once(request: Request) -> Reply | None:
        if len(server.requests) == 1:
            return {
                "status": 400,
                "body": {"error": {"code": "invalid_image", "message": "Invalid image data"}},
            }
        return None

    async with Server(lambda request: once(request) or replies(request)) as server, Run(tmp_path) as run:
        for number in (0, 1):
            await bench.judge(run, server).ask(bench.question(number))
        assert [len(bodies(request)) for request in server.requests] == [1, 0, 1]


async def test_an_outage_or_a_filter_is_not_taken_for_a_refusal_of_pictures(tmp_path: Path) -> None:
    bench = await Bench(tmp_path, {"a.png": png()}).read()
    flagged = {"message": "image rejected by the safety system", "code": "content_policy_violation"}
    async with Server([{"status": 400, "body": {"error": flagged}}]) as server, Run(tmp_path) as run:
        answer = await bench.judge(run, server).ask(bench.question())
        assert isinstance(answer, Unanswered)
        assert answer.reason == "filtered"
        assert len(server.requests) == 1
    down = {"status": 503, "body": {"error": {"message": "no image workers available"}}}
    async with Server([down, strict()(Request(0, "", {}, {"messages": [{"content": ""}]}))]) as server:
        async with Run(tmp_path / "down") as run:
            await bench.judge(run, server, runtime={"attempts": 2}).ask(bench.question())
        assert [len(bodies(request)) for request in server.requests] == [1, 1]


# ---------------------------------------------------------------- how a picture is made


def rendered(
    folder: Path, data: bytes, locator: str = "image", pixels: int = 10**6, size: int = 10**6
) -> Any:
    path = folder / "x"
    path.write_bytes(data)
    return exhibits.picture(path, digest(data), locator, pixels, size)


def opened(made: object) -> Image.Image:
    assert isinstance(made, tuple), made
    return Image.open(io.BytesIO(made[1]))


def test_a_large_picture_is_scaled_within_its_limits_and_is_the_same_bytes_again(tmp_path: Path) -> None:
    for data in (png(3000, 1000), png(3000, 1000, format="JPEG"), png(3000, 1000, format="WEBP")):
        made = rendered(tmp_path, data, pixels=300_000)
        width, height = opened(made).size
        assert 290_000 < width * height <= 300_000
        assert width / height == pytest.approx(3, rel=0.02)
        assert rendered(tmp_path, data, pixels=300_000) == made


def test_what_a_photo_says_of_its_place_and_camera_is_dropped_and_it_stands_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x010F], exif[0x0112] = "SECRETCAM", 6  # maker; to be turned by 90 degrees
    for kind in ("JPEG", "PNG", "WEBP"):
        data = png(80, 40, format=kind, exif=exif)
        assert b"SECRETCAM" in data
        made = rendered(tmp_path, data)
        assert opened(made).size == (40, 80)
        assert b"SECRETCAM" not in made[1]
        assert not opened(made).getexif()


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16", "CMYK"])
def test_every_kind_of_pixel_can_be_shown(tmp_path: Path, mode: str) -> None:
    out = io.BytesIO()
    Image.new(mode, (40, 30)).save(out, format="JPEG" if mode == "CMYK" else "PNG")
    shown = opened(rendered(tmp_path, out.getvalue()))
    assert (shown.mode, shown.size) == ("RGB", (40, 30))


def test_what_is_clear_is_shown_on_white(tmp_path: Path) -> None:
    out = io.BytesIO()
    Image.new("RGBA", (20, 20), (0, 0, 0, 0)).save(out, format="PNG")
    assert opened(rendered(tmp_path, out.getvalue())).getpixel((5, 5)) == (255, 255, 255)


def test_a_picture_gets_as_small_in_base64_as_the_judge_asks(tmp_path: Path) -> None:
    out = io.BytesIO()
    Image.effect_noise((800, 800), 90).save(out, format="PNG")
    for size in (400_000, 60_000, 9_000):
        made = rendered(tmp_path, out.getvalue(), size=size)
        assert len(base64.b64encode(made[1])) <= size
    assert "however small" in rendered(tmp_path, out.getvalue(), size=50)


def bomb() -> bytes:
    """A PNG whose header says that it has 10^10 pixels."""
    data = bytearray(png(10, 10))
    data[16:24] = (100_000).to_bytes(4, "big") * 2
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "locator", "why"),
    [
        (bomb(), "image", "more than 40000000 pixels"),
        (png()[:200], "image", "can't be decoded"),
        (b"\x89PNG\r\n\x1a\n", "image", "or of none"),
        (scan(1), "page 9", "no page 9"),
        (b"%PDF-1.4 nothing", "page 1", "can't be decoded"),
        (scan(1), "page 1, picture 2", "inside a file of another kind"),
        (b"PK\x03\x04", "slide 2", "inside a file of another kind"),
    ],
    ids=lambda value: value[:12] if isinstance(value, bytes) else value,
)
def test_what_cannot_be_shown_says_why(tmp_path: Path, data: bytes, locator: str, why: str) -> None:
    made = rendered(tmp_path, data, locator)
    assert isinstance(made, str)
    assert why in made


def test_another_file_than_the_frozen_one_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(png())
    assert "froze" in exhibits.picture(tmp_path / "x", "0" * 64, "image", 10**6, 10**6)
    assert "missing" in exhibits.picture(tmp_path / "y", "0" * 64, "image", 10**6, 10**6)


def test_a_page_of_any_size_is_rendered_within_the_limits(tmp_path: Path) -> None:
    out = io.BytesIO()
    Image.new("RGB", (40, 4000)).save(out, format="PDF", resolution=10)
    width, height = opened(rendered(tmp_path, out.getvalue(), "page 1", pixels=50_000)).size
    assert width * height <= 50_000


async def test_a_path_out_of_the_benchmark_is_not_followed(tmp_path: Path) -> None:
    bench = await Bench(tmp_path, {"a.png": png()}).read()
    (tmp_path / "outside.png").write_bytes(png())
    outside = File(name="a.png", path="../../../outside.png", digest=digest(png()))
    place = tmp_path / "data/benchmark/v1/tasks.jsonl"
    write_records(place, [bench.task.model_copy(update={"files": (outside,)})])
    (exhibit,) = planned([bench.documents[0]], Takes(images=True))
    assert "missing" in str(bench.context("rubric")._show(exhibit, 10**6, 10**6))
