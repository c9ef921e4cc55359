"""Published Sudoku solvers, judged: `python -m gallery` installs each in a place of its own and checks it."""
