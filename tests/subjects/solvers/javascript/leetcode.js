/**
 * @param {character[][]} board
 * @return {void} Do not return anything, modify board in-place instead.
 */
var solveSudoku = function(board) {
    var keys = function(i, j, d) {
        return [9 * i + j, 80 + 9 * i + d, 161 + 9 * j + d, 242 + 9 * ((i / 3 | 0) * 3 + (j / 3 | 0)) + d];
    };
    var done = [];
    for (var i = 0; i < 9; i++) for (var j = 0; j < 9; j++)
        if (board[i][j] !== '.') keys(i, j, +board[i][j]).forEach(function(k) { done[k] = true; });
    var search = function() {
        var moves = [], best = null;
        for (var k = 0; k < 324; k++) moves.push(done[k] ? null : []);
        for (var i = 0; i < 9; i++) for (var j = 0; j < 9; j++) for (var d = 1; d <= 9; d++) {
            var own = keys(i, j, d);
            if (!own.some(function(k) { return done[k]; })) own.forEach(function(k) { moves[k].push([i, j, d]); });
        }
        moves.forEach(function(list) { if (list && (!best || list.length < best.length)) best = list; });
        return !best || best.some(function(move) {
            var own = keys.apply(null, move);
            board[move[0]][move[1]] = String(move[2]);
            own.forEach(function(k) { done[k] = true; });
            if (search()) return true;
            own.forEach(function(k) { done[k] = false; });
        });
    };
    search();
};
