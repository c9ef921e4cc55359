-- Runs your solver for crosscover: reads a puzzle per line and answers each with a line, both in JSON.

-- Your solver begins here.
-- The solution of a puzzle of 81 characters, '.' for an empty cell; nil if it has no solution.
local function solve(puzzle)
  error("put your solver into harness.lua, between the two comments")
end

-- Your solver ends here.

io.stdout:setvbuf("line")
for line in io.lines() do
  local worked, result = pcall(solve, line:match('"puzzle": *"([^"]*)"'))
  if not worked then
    print('{"error": "' .. tostring(result):gsub('[%c"\\]', " ") .. '"}')
  elseif result == nil then
    print('{"refusal": "none"}')
  else
    print('{"solution": "' .. result .. '"}')
  end
end
