import base64
import json
from pathlib import Path

import pytest

from triaudit import secrets
from triaudit.errors import TriauditError
from triaudit.secrets import is_secret, refuse, scrub


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("judge.api_key", "abc"),
        ("judge.password", "hunter2"),
        ("judge.tokens", "a1b2c3d4e5"),
        ("judge.x", "sk-test-1234567890"),
        ("search.url", "https://user:pw@host.example/x"),
        ("a.headers", "Bearer abcdefghijkl"),
        ("judge.base_url", "https://:pw@host.example/v1"),
        ("judge.base_url", "https://tok4711@host.example/v1"),
        ("judge.base_url", "https://host.example/v1?api-key=abcd1234"),
        ("judge.base_url", "https://host.example/v1?a=b&sig=abcd%2B1234"),
        ("judge.key_env", "0b9c8d7e6f"),
        ("factcheck.judge.key_env", "Zq7vT9mW2xLp4RbK"),
    ],
)
def test_values_of_secrets_are_recognised_by_key_or_shape(key: str, value: str) -> None:
    assert is_secret(key, value)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("judge.api_key_env", "OPENAI_API_KEY"),
        ("judge.api_key", "OPENAI_API_KEY"),
        ("judge.max_tokens", 100),
        ("judge.sampling.max_tokens", "2048"),
        ("runtime.budget.tokens", "null"),
        ("rubric.title", "The secret of the dam"),
        ("judge.api_key", None),
        ("search.path", "data/hf_datasets_2024"),
        ("systems.x.path", "data/outputs/sk-learn-agent-2"),
        ("judge.model", "sk-learn-something"),
        ("judge.key_env", "GATEWAY_ACCESS"),
        ("judge.base_url", "https://res.openai.azure.example/openai/v1"),
        ("search.url", "https://medium.example/@writer/a?keyword=cost&page=12"),
    ],
)
def test_names_of_variables_and_ordinary_values_pass(key: str, value: object) -> None:
    assert not is_secret(key, value)


def test_a_value_from_a_secret_environment_variable_is_recognised_anywhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("JUDGE_API_KEY", "topsecret-4711")
    assert is_secret("judge.model", "x topsecret-4711")
    assert scrub("error for topsecret-4711: sk-test-1234567890") == "error for [secret]: [secret]"


def test_the_refusal_names_the_key_and_never_the_value() -> None:
    with pytest.raises(TriauditError, match=r"params\.yaml: judge\.api_key holds a secret's value") as caught:
        refuse({"judge": {"api_key": "abcdef"}}, "params.yaml")
    assert "abcdef" not in str(caught.value)


def test_environment_values_may_not_be_read_into_the_configuration() -> None:
    with pytest.raises(TriauditError, match=r"judge\.model reads an environment variable"):
        refuse({"judge": {"model": "${oc.env:MODEL}"}}, "configuration")


def test_a_providers_error_with_a_key_in_it_can_be_shown_without() -> None:
    case = json.loads(
        (Path(__file__).parent / "cases/security/i08_error_with_secret.json").read_text("utf-8")
    )
    for text in (case["error"], json.dumps(case), repr(RuntimeError(case["error"]))):
        assert "sk-test" not in scrub(text)
        assert "401 for https://api.example/v1" in scrub(text)
    with pytest.raises(TriauditError) as caught:
        refuse(case["config"], "params.yaml")
    assert "sk-test" not in str(caught.value)


def test_a_variable_that_a_judge_names_is_a_secret_whatever_it_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(secrets, "_protected", set())
    monkeypatch.setenv("GATEWAY_ACCESS", "Zq7vT9mW2xLp")
    assert "Zq7v" in scrub("401: Zq7vT9mW2xLp")
    secrets.protect("GATEWAY_ACCESS")
    assert scrub("401: Zq7vT9mW2xLp") == "401: [secret]"
    assert is_secret("judge.model", "Zq7vT9mW2xLp")


@pytest.mark.parametrize("name", ["HTTPS_PROXY", "all_proxy"])
def test_a_proxys_password_is_a_secret_in_each_form_that_travels(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "http://worker:pass%40word77@proxy.example:3128")
    sent = base64.b64encode(b"worker:pass@word77").decode()
    told = scrub(f"407 for pass%40word77, pass@word77 and Basic {sent} at proxy.example")
    assert told == "407 for [secret], [secret] and Basic [secret] at proxy.example"
    assert scrub("CONNECT http://other:pw@proxy.example:3128") == "CONNECT http[secret]proxy.example:3128"
