class SudokuSolver {
  validate(puzzle) {
    return puzzle.length === 81 && !/[^1-9.]/.test(puzzle);
  }

  solve(puzzle) {
    if (!this.validate(puzzle)) return { error: 'Invalid characters in puzzle' };
    return this.complete(puzzle) || { error: 'Puzzle cannot be solved' };
  }

  keys(i, d) {
    const row = (i / 9) | 0, col = i % 9;
    return ['i' + i, 'r' + row + d, 'c' + col + d, 'b' + (row - row % 3 + ((col / 3) | 0)) + d];
  }

  complete(puzzle) {
    const done = new Set([...puzzle].flatMap((ch, i) => ch === '.' ? [] : this.keys(i, ch)));
    const places = {};
    for (let i = 0; i < 81; i++) {
      for (const d of puzzle[i] === '.' ? '123456789' : '') {
        const keys = this.keys(i, d), possible = !keys.some(key => done.has(key));
        for (const key of keys) {
          if (!done.has(key)) (places[key] = places[key] || []).push(...(possible ? [[i, d]] : []));
        }
      }
    }
    const lists = Object.values(places);
    if (lists.length === 0) return puzzle;
    for (const [i, d] of lists.reduce((a, b) => b.length < a.length ? b : a)) {
      const solution = this.complete(puzzle.substring(0, i) + d + puzzle.substring(i + 1));
      if (solution) return solution;
    }
    return null;
  }
}

module.exports = SudokuSolver;
