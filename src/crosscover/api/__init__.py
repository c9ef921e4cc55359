"""What `import crosscover` offers beside the audit: a function for each question that a notebook asks."""
