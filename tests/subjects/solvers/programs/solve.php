<?php
// php solve.php 53..7....6..195...

function needs(int $i, int $d): array {
    return ["i$i", 'r' . intdiv($i, 9) . $d, 'c' . $i % 9 . $d, 'b' . intdiv($i, 27) . intdiv($i % 9, 3) . $d];
}

function solve(string $s): ?string {
    $met = [];
    $lists = [];
    for ($i = 0; $i < 81; $i++) {
        if ($s[$i] !== '.') $met += array_flip(needs($i, (int) $s[$i]));
    }
    for ($i = 0; $i < 81; $i++) {
        for ($d = 1; $d <= 9; $d++) {
            $new = array_filter(needs($i, $d), fn($need) => !isset($met[$need]));
            foreach ($new as $need) {
                $lists[$need] ??= [];
                if (count($new) === 4) $lists[$need][] = [$i, $d];
            }
        }
    }
    if (!$lists) return $s;
    usort($lists, fn($a, $b) => count($a) <=> count($b));
    foreach ($lists[0] as [$i, $d]) {
        $answer = solve(substr_replace($s, (string) $d, $i, 1));
        if ($answer !== null) return $answer;
    }
    return null;
}

if ($argc !== 2 || strlen($argv[1]) !== 81) exit("usage: php solve.php PUZZLE\n");
echo solve($argv[1]) ?? 'no solution', "\n";
