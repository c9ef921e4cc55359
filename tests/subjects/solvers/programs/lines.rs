use std::io::{self, BufRead};

fn items(i: usize, d: usize) -> [usize; 4] {
    [i, 81 + i / 9 * 9 + d, 162 + i % 9 * 9 + d, 243 + (i / 27 * 3 + i % 9 / 3) * 9 + d]
}

fn solve(cells: &mut [u8]) -> bool {
    let mut done = [false; 324];
    for i in (0..81).filter(|&i| cells[i] != b'.') {
        items(i, (cells[i] - b'1') as usize).iter().for_each(|&k| done[k] = true);
    }
    let mut moves: Vec<Vec<(usize, usize)>> = vec![vec![]; 324];
    for (i, d) in (0..729).map(|o| (o / 9, o % 9)) {
        if !items(i, d).iter().any(|&k| done[k]) {
            items(i, d).iter().for_each(|&k| moves[k].push((i, d)));
        }
    }
    let Some(best) = (0..324).filter(|&k| !done[k]).min_by_key(|&k| moves[k].len()) else {
        return true;
    };
    for &(i, d) in &moves[best] {
        cells[i] = b'1' + d as u8;
        if solve(cells) {
            return true;
        }
        cells[i] = b'.';
    }
    false
}

fn main() {
    for line in io::stdin().lock().lines() {
        let mut cells = line.unwrap().trim().as_bytes().to_vec();
        println!("{}", if solve(&mut cells) { String::from_utf8(cells).unwrap() } else { "impossible".into() });
    }
}
