"""Benchmark runner for deep-research agents: report quality, factual truth and research process."""

__version__ = "0.1.0"
