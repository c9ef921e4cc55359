package solver

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestSuite(t *testing.T) {
	data, err := os.ReadFile("suite-100.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		var entry struct {
			Puzzle, Verdict string
			Solutions       []string
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatal(err)
		}
		if entry.Verdict == "several" {
			continue
		}
		answer, solved := Solve(entry.Puzzle)
		if solved != (entry.Verdict == "unique") || solved && answer != entry.Solutions[0] {
			t.Errorf("%s: %s", entry.Puzzle, answer)
		}
	}
}
