// dancing-links-algorithm: solve returns all covers of a matrix of 0 and 1; row numbers are strings.
import dlx from "dancing-links-algorithm";

export function covers(primary, options) {
  const matrix = options.map((option) => primary.map((item) => Number(option.includes(item))));
  return dlx.solve(matrix).map((cover) => cover.map(Number));
}
