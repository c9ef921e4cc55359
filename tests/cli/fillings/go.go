func sees(a, b int) bool {
	return a/9 == b/9 || a%9 == b%9 || (a/27 == b/27 && a%9/3 == b%9/3)
}

func solve(puzzle string) (string, error) {
	cell := -1
	for place := range puzzle {
		if puzzle[place] == '.' {
			cell = place
			break
		}
	}
	if cell < 0 {
		return puzzle, nil
	}
digits:
	for digit := '1'; digit <= '9'; digit++ {
		for place, other := range puzzle {
			if other == digit && sees(cell, place) {
				continue digits
			}
		}
		if solution, err := solve(puzzle[:cell] + string(digit) + puzzle[cell+1:]); solution != "" || err != nil {
			return solution, err
		}
	}
	return "", nil
}
