package main

import "fmt"

func items(i, d int) []int {
	return []int{i, 81 + i/9*9 + d, 162 + i%9*9 + d, 243 + (i/27*3+i%9/3)*9 + d}
}

func solve(g []byte, done [324]bool) bool {
	var moves [324][]int
	for o := 0; o < 729; o++ {
		own := items(o/9, o%9)
		for _, k := range own {
			if !(done[own[0]] || done[own[1]] || done[own[2]] || done[own[3]]) {
				moves[k] = append(moves[k], o)
			}
		}
	}
	best := -1
	for k := range moves {
		if !done[k] && (best < 0 || len(moves[k]) < len(moves[best])) {
			best = k
		}
	}
	for o := 0; best >= 0 && o < len(moves[best]); o++ {
		move := moves[best][o]
		next := done
		for _, k := range items(move/9, move%9) {
			next[k] = true
		}
		g[move/9] = byte('1' + move%9)
		if solve(g, next) {
			return true
		}
	}
	return best < 0
}

func main() {
	var done [324]bool
	var grid, line string
	for len(grid) < 81 {
		fmt.Scan(&line)
		grid += line
	}
	for i, ch := range grid {
		if ch != '0' {
			for _, k := range items(i, int(ch-'1')) {
				done[k] = true
			}
		}
	}
	cells := []byte(grid)
	if solve(cells, done) {
		for r := 0; r < 81; r += 9 {
			fmt.Println(string(cells[r : r+9]))
		}
	}
}
