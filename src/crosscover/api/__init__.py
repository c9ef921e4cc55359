"""The functions that `import crosscover` offers, for programs and notebooks."""
