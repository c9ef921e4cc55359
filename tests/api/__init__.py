"""What `import crosscover` offers."""
