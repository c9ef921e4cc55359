-- lua solve.lua < grid.txt      nine lines of nine characters
local cells = {}
for ch in io.read('a'):gmatch('[%d.]') do cells[#cells + 1] = tonumber(ch) or 0 end

local function needs(i, d)
  local r, c = (i - 1) // 9, (i - 1) % 9
  return { i, 'r' .. r .. d, 'c' .. c .. d, 'b' .. r // 3 .. c // 3 .. d }
end

local function shortest()
  local met, lists, best = {}, {}, nil
  for i = 1, 81 do
    for _, need in ipairs(cells[i] > 0 and needs(i, cells[i]) or {}) do met[need] = true end
  end
  for i = 1, 81 do
    for d = 1, 9 do
      local own, fits = needs(i, d), true
      for _, need in ipairs(own) do fits = fits and not met[need] end
      for _, need in ipairs(own) do
        if not met[need] then lists[need] = lists[need] or {} end
        if fits then table.insert(lists[need], { i, d }) end
      end
    end
  end
  for _, list in pairs(lists) do
    if not best or #list < #best then best = list end
  end
  return best
end

local function solve()
  local moves = shortest()
  for _, move in ipairs(moves or {}) do
    cells[move[1]] = move[2]
    if solve() then return true end
    cells[move[1]] = 0
  end
  return moves == nil
end

assert(solve(), 'no solution')
for r = 0, 8 do print(table.concat(cells, '', 9 * r + 1, 9 * r + 9)) end
