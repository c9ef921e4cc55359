"""Tests of puzzle files in all formats."""
