"""Errors that a person can act on: they name the thing and the way out."""


class TriauditError(Exception):
    """Bad input or configuration; the message says what and where, and the remedy."""


class UndeclaredError(TriauditError):
    """A stage read a configuration key that it does not declare, so that DVC would not rerun it."""
