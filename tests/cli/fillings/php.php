/** Return the first solution of a plain backtracking search, or null. */
function solve(string $puzzle): ?string
{
    $cell = strpos($puzzle, ".");
    if ($cell === false) {
        return $puzzle;
    }
    foreach (str_split("123456789") as $digit) {
        if (fits($puzzle, $cell, $digit)) {
            $puzzle[$cell] = $digit;
            $solution = solve($puzzle);
            if ($solution !== null) {
                return $solution;
            }
        }
    }
    return null;
}

function fits(string $puzzle, int $cell, string $digit): bool
{
    for ($other = 0; $other < 81; $other++) {
        $box = intdiv($cell, 27) * 3 + intdiv($cell % 9, 3) === intdiv($other, 27) * 3 + intdiv($other % 9, 3);
        $sees = intdiv($cell, 9) === intdiv($other, 9) || $cell % 9 === $other % 9 || $box;
        if ($sees && $puzzle[$other] === $digit) {
            return false;
        }
    }
    return true;
}
