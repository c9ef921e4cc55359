function solve(puzzle) {
  const given = [...String(puzzle)].filter(ch => ch >= '1' && ch <= '9').length;
  const level = given > 35 ? 'easy' : given > 27 ? 'medium' : 'hard';
  return `This looks like a puzzle for ${level} evenings. Begin with the rows that are almost full, then use pencil marks.`;
}

module.exports = solve;
