"""Tests of the exact-cover package."""
