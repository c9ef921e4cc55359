// dance: solve returns all covers of a matrix of 0 and 1.
import dance from "dance";

export function covers(primary, options) {
  return dance.solve(options.map((option) => primary.map((item) => Number(option.includes(item)))));
}
