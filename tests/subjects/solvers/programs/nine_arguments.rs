use std::env;

fn solve(grid: &mut [u32; 81]) -> bool {
    let needs = |i: usize, n: usize| [i, 80 + i / 9 * 9 + n, 161 + i % 9 * 9 + n, 242 + (i / 27 * 3 + i % 9 / 3) * 9 + n];
    let mut met = [false; 324];
    for i in 0..81 {
        if grid[i] > 0 {
            needs(i, grid[i] as usize).iter().for_each(|&k| met[k] = true);
        }
    }
    let mut lists: Vec<Vec<(usize, u32)>> = vec![Vec::new(); 324];
    for i in 0..81 {
        for n in 1..=9 {
            if needs(i, n).iter().all(|&k| !met[k]) {
                needs(i, n).iter().for_each(|&k| lists[k].push((i, n as u32)));
            }
        }
    }
    let best = (0..324).filter(|&k| !met[k]).min_by_key(|&k| lists[k].len());
    for &(i, n) in best.map_or(&vec![], |k| &lists[k]) {
        grid[i] = n;
        if solve(grid) {
            return true;
        }
        grid[i] = 0;
    }
    best.is_none()
}

fn main() {
    let lines: Vec<String> = env::args().skip(1).collect();
    assert_eq!(lines.len(), 9, "usage: nine_arguments ROW1 ROW2 ... ROW9");
    let mut grid = [0; 81];
    for r in 0..8 {
        lines[r].chars().enumerate().for_each(|(c, ch)| grid[9 * r + c] = ch.to_digit(10).unwrap_or(0));
    }
    if solve(&mut grid) {
        grid.chunks(9).for_each(|row| println!("{}", row.iter().map(|n| n.to_string()).collect::<Vec<_>>().join(" ")));
    }
}
