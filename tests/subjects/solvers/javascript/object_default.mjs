const all = [];
for (let row = 0; row < 9; row++) for (let col = 0; col < 9; col++) for (let n = 1; n <= 9; n++) {
  const box = row - (row % 3) + Math.floor(col / 3);
  all.push({ row, col, n, needs: [`${row}${col}`, `r${row}${n}`, `c${col}${n}`, `b${box}${n}`] });
}
const allNeeds = [...new Set(all.flatMap(move => move.needs))];

export default {
  name: 'sudoku',

  /** Empty squares are null. Changes the grid and returns true, or returns false. */
  solve(grid) {
    const lists = new Map(allNeeds.map(need => [need, []]));
    for (const { row, col, n, needs } of all) if (grid[row][col] === n) needs.forEach(need => lists.delete(need));
    for (const move of all) {
      if (move.needs.every(need => lists.has(need))) move.needs.forEach(need => lists.get(need).push(move));
    }
    const [moves] = [...lists.values()].sort((a, b) => a.length - b.length);
    return !moves || moves.some(({ row, col, n }) => {
      grid[row][col] = n;
      const solved = this.solve(grid);
      if (!solved) grid[row][col] = null;
      return solved;
    });
  },
};
