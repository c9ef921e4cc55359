#include <bitset>
#include <iostream>
#include <vector>

int grid[9][9];
using Needs = std::bitset<324>;

Needs needs(int r, int c, int n) {
    Needs set;
    set[9 * r + c] = set[80 + 9 * r + n] = set[161 + 9 * c + n] = set[242 + 9 * (r / 3 * 3 + c / 3) + n] = 1;
    return set;
}

struct Move { int r, c, n; Needs needs; };

bool solve(const Needs &met, const std::vector<Move> &moves) {
    if (met.all()) return true;
    std::vector<int> count(324);
    for (const Move &move : moves)
        for (size_t k = move.needs._Find_first(); k < 324; k = move.needs._Find_next(k)) count[k]++;
    int best = -1;
    for (int k = 0; k < 324; k++) if (!met[k] && (best < 0 || count[k] < count[best])) best = k;
    for (const Move &move : moves) {
        if (!move.needs[best]) continue;
        grid[move.r][move.c] = move.n;
        std::vector<Move> left;
        for (const Move &other : moves) if ((other.needs & move.needs).none()) left.push_back(other);
        if (solve(met | move.needs, left)) return true;
    }
    return false;
}

int main() {
    Needs met;
    std::vector<Move> moves;
    for (auto &row : grid) for (int &n : row) std::cin >> n;
    for (int i = 0; i < 81; i++) if (grid[i / 9][i % 9]) met |= needs(i / 9, i % 9, grid[i / 9][i % 9]);
    for (int i = 0; i < 81; i++) for (int n = 1; n < 10; n++)
        if ((needs(i / 9, i % 9, n) & met).none()) moves.push_back({i / 9, i % 9, n, needs(i / 9, i % 9, n)});
    if (!solve(met, moves)) std::cout << "Unsolvable" << std::endl;
    else for (auto &row : grid) for (int c = 0; c < 9; c++) std::cout << row[c] << (c < 8 ? ' ' : '\n');
}
