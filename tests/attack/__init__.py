"""Attacks on every surface of crosscover: hostile files, names, ledgers, certificates, signals and full disks."""
