<?php
// Runs your solver for crosscover: reads a puzzle per line and answers each with a line, both in JSON.

// Your solver begins here.
/** The solution of a puzzle of 81 characters, '.' for an empty cell; null if it has no solution. */
function solve(string $puzzle): ?string
{
    throw new Exception("put your solver into harness.php, between the two comments");
}

// Your solver ends here.

while (($line = fgets(STDIN)) !== false) {
    try {
        $solution = solve(json_decode($line, true)["puzzle"]);
        $answer = $solution === null ? ["refusal" => "none"] : ["solution" => $solution];
    } catch (Throwable $error) {
        $answer = ["error" => $error->getMessage()];
    }
    echo json_encode($answer, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
