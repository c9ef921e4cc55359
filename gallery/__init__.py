"""Judge published Sudoku solvers: `python -m gallery` installs each in its own folder and checks it."""
