# ruby solve.rb puzzle.txt
NEEDS = (0..80).to_a.product(('1'..'9').to_a).to_h do |i, d|
  [[i, d], [i, "r#{i / 9} #{d}", "c#{i % 9} #{d}", "b#{i / 27}#{i % 9 / 3} #{d}"]]
end

def moves(cells)
  lists = NEEDS.values.flatten.to_h { |need| [need, []] }
  cells.each_with_index do |d, i|
    NEEDS[[i, d]].each { |need| lists.delete(need) } unless d == '.'
  end
  NEEDS.each do |move, needs|
    needs.each { |need| lists[need] << move } if needs.all? { |need| lists.key?(need) }
  end
  lists.values.min_by(&:size)
end

def solve(cells)
  list = moves(cells)
  list&.each do |i, d|
    cells[i] = d
    return true if solve(cells)
    cells[i] = '.'
  end
  list.nil?
end

abort 'usage: solve.rb FILE' if ARGV.empty?
cells = File.read(ARGV[0]).scan(/[.1-9]/)
puts solve(cells) ? cells.each_slice(9).map(&:join) : 'no solution'
