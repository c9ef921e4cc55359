fn sees(a: usize, b: usize) -> bool {
    a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3)
}

fn solve(puzzle: &str) -> Result<Option<String>, String> {
    let Some(cell) = puzzle.find('.') else {
        return Ok(Some(puzzle.to_string()));
    };
    for digit in '1'..='9' {
        if puzzle.char_indices().any(|(place, other)| other == digit && sees(cell, place)) {
            continue;
        }
        let next = format!("{}{}{}", &puzzle[..cell], digit, &puzzle[cell + 1..]);
        if let Some(solution) = solve(&next)? {
            return Ok(Some(solution));
        }
    }
    Ok(None)
}
