static bool sees(int a, int b) {
    return a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
}

static std::optional<std::string> solve(std::string puzzle) {
    const auto cell = puzzle.find('.');
    if (cell == std::string::npos)
        return puzzle;
    for (char digit = '1'; digit <= '9'; digit++) {
        int place = 0;
        while (place < 81 && (puzzle[place] != digit || !sees(static_cast<int>(cell), place)))
            place++;
        if (place < 81)
            continue;
        auto next = puzzle;
        next[cell] = digit;
        if (const auto solution = solve(next))
            return solution;
    }
    return std::nullopt;
}
