"""Attacks: forged certificates, hostile names, signals, and solvers that misbehave."""
