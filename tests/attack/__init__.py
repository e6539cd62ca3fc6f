"""Tries to break a house, on this machine only: `make attack`, or `python -m tests.attack` with one part's name."""
