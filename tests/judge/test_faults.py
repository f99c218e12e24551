"""What providers' errors mean."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from triaudit.judge.chat import Dialect, strict
from triaudit.judge.faults import fault, rejected, retry_after
from triaudit.judge.stack import same
from triaudit.questions import RatingsReply
from triaudit.types import UnansweredReason as Reason

SENT = {"model": "m", "messages": [], "max_tokens": 5, "temperature": 0, "response_format": {}, "seed": 1}


def told(message: str, code: str | None = None, param: str | None = None) -> str:
    return json.dumps({"error": {"message": message, "code": code, "param": param}})


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (
            told("Unsupported value: 'temperature' does not support 0 with this model.", param="temperature"),
            "temperature",
        ),
        (told("Unrecognized request argument supplied: seed"), "seed"),
        (told('Unknown name "response_format"'), "response_format"),
        (
            told("Invalid schema for response_format 'R'", "invalid_request_error", "response_format"),
            "response_format",
        ),
        (told("", "unsupported_parameter", "response_format.json_schema.strict"), "response_format"),
        ('{"detail": "max_tokens: extra fields not permitted"}', "max_tokens"),
        (told("This model's maximum context length is 100 tokens, reduce max_tokens"), None),
        (told("context length exceeded when using response_format=json_object"), None),
        (told("The response was filtered by our content management policy: temperature must be low"), None),
        (told("Invalid 'messages[0].content'", param="messages"), "messages"),
        (told("The user mentions max_tokens"), None),
        (told("top_p must be between 0 and 1"), None),
        ("<html>temperature unsupported</html>", None),
        ("", None),
    ],
)
def test_a_rejected_parameter_is_told_from_an_error_that_names_one(body: str, found: str | None) -> None:
    answer = rejected(body, SENT)
    assert (answer and answer[0]) == found


@pytest.mark.parametrize(
    ("status", "body", "reason", "transient", "closed"),
    [
        (429, told("slow down", "rate_limit_exceeded"), Reason.PROVIDER_ERROR, True, False),
        (
            429,
            told("You exceeded your current quota, check your billing"),
            Reason.PROVIDER_ERROR,
            False,
            True,
        ),
        (402, told("Insufficient credits"), Reason.PROVIDER_ERROR, False, True),
        (401, told("Incorrect API key"), Reason.PROVIDER_ERROR, False, True),
        (404, told("The model does not exist", "model_not_found"), Reason.PROVIDER_ERROR, False, True),
        (400, told("Input is too long for requested model."), Reason.TOO_LONG, False, False),
        (413, "", Reason.TOO_LONG, False, False),
        (400, told("rejected", "content_policy_violation"), Reason.FILTERED, False, False),
        (400, told("something else"), Reason.PROVIDER_ERROR, False, False),
        (500, told("maximum context length service is down"), Reason.PROVIDER_ERROR, True, False),
        (503, "upstream connect error", Reason.PROVIDER_ERROR, True, False),
        (529, told("Overloaded"), Reason.PROVIDER_ERROR, True, False),
    ],
)
def test_an_error_says_whether_waiting_helps(
    status: int, body: str, reason: Reason, transient: bool, closed: bool
) -> None:
    found = fault(status, {}, body)
    assert (found.reason, found.transient, found.closed) == (reason, transient, closed)
    assert found.detail.startswith(str(status))


NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("7", 7.0),
        ("0.5", 0.5),
        (" 12 ", 12.0),
        ("Sun, 01 Mar 2026 12:00:05 GMT", 5.0),
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("-3", None),
        ("nan", None),
        ("1e9", None),
        ("9" * 40, None),
    ],
)
def test_both_forms_of_retry_after_are_read_and_others_are_not(value: str, seconds: float | None) -> None:
    assert retry_after({"Retry-After": value}, NOW) == seconds
    assert retry_after({"retry-after-ms": "250"}, NOW) == 0.25
    assert retry_after({}, NOW) is None


def test_a_dialect_gives_up_one_thing_at_a_time_and_ends() -> None:
    dialect: Dialect | None = Dialect(form="json_schema")
    forms = []
    while dialect is not None:
        forms.append(dialect.form)
        dialect = dialect.learn("response_format", ())
    assert forms == ["json_schema", "json_object", "text"]
    assert Dialect(form="json_schema").learn("messages", ()) is None
    assert Dialect(form="text", without=("seed",)).learn("seed", ()) is None


def test_a_strict_schema_requires_every_field_and_allows_no_other() -> None:
    schema = strict(RatingsReply)
    inner = schema["$defs"]["RatingDraft"]
    assert inner["required"] == list(inner["properties"]) == ["dimension", "score", "reason", "steps"]
    assert inner["additionalProperties"] is False
    assert "default" not in json.dumps(schema)
    assert (inner["properties"]["score"]["minimum"], inner["properties"]["score"]["maximum"]) == (1, 10)


@pytest.mark.parametrize(
    ("requested", "served", "is_same"),
    [
        ("judge-large-1", "judge-large-1", True),
        ("judge-large", "judge-large-2026-03-01", True),
        ("vendor/judge:free", "judge:free", True),
        ("judge-large-1", "judge-large-2", False),
        ("judge", "judge-mini", False),
    ],
)
def test_a_dated_name_is_the_same_model(requested: str, served: str, is_same: bool) -> None:
    assert same(requested, served) is is_same
