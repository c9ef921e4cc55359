-- A plain backtracking search.
local function fits(puzzle, cell, digit)
  for other = 0, 80 do
    local box = cell // 27 * 3 + cell % 9 // 3 == other // 27 * 3 + other % 9 // 3
    local sees = cell // 9 == other // 9 or cell % 9 == other % 9 or box
    if sees and puzzle:sub(other + 1, other + 1) == digit then
      return false
    end
  end
  return true
end

local function solve(puzzle)
  local place = puzzle:find(".", 1, true)
  if not place then
    return puzzle
  end
  for digit in ("123456789"):gmatch(".") do
    if fits(puzzle, place - 1, digit) then
      local solution = solve(puzzle:sub(1, place - 1) .. digit .. puzzle:sub(place + 1))
      if solution then
        return solution
      end
    end
  end
  return nil
end
